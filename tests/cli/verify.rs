//! `mergescope verify` against programs that play kubectl.

#[cfg(test)]
#[cfg(unix)]
mod verifying {
    use std::os::unix::fs::PermissionsExt;
    use std::path::Path;
    use std::process::{Command, Output};

    const LIVE: &str = "apiVersion: v1\nkind: Pod\nmetadata:\n  name: a\n  managedFields:\n  - manager: x\nspec:\n  containers:\n  - name: one\n    image: old\n";
    const PATCH: &str = "spec:\n  containers:\n  - name: one\n    image: new\n";
    const SECRET: &str = "apiVersion: v1\nkind: Secret\nmetadata:\n  name: s\ndata:\n  a: b2xk\n";
    /// What kubectl prints for these.
    const RIGHT: &str = r#"{"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "a"}, "spec": {"containers": [{"image": "new", "name": "one"}]}}"#;

    /// A folder with documents, and with a `kubectl` of this text, if any.
    fn desk(kubectl: Option<&str>) -> tempfile::TempDir {
        let desk = tempfile::tempdir().unwrap();
        let write = |name: &str, text: &str| std::fs::write(desk.path().join(name), text).unwrap();
        write("live.yaml", LIVE);
        write("patch.yaml", PATCH);
        write("large.yaml", &format!("# {}\n{PATCH}", "x".repeat(50_000)));
        write("bad.yaml", "spec:\n  containers:\n  - image: new\n");
        write(
            "random.yaml",
            "metadata:\n  finalizers: [a/b]\n  $deleteFromPrimitiveList/finalizers: [a/b]\n",
        );
        write("secret.yaml", SECRET);
        write("secret-patch.yaml", "data:\n  a: bmV3\n");
        let bin = desk.path().join("bin");
        std::fs::create_dir(&bin).unwrap();
        std::fs::create_dir(desk.path().join("tmp")).unwrap();
        if let Some(text) = kubectl {
            let program = bin.join("kubectl");
            std::fs::write(&program, format!("#!/bin/sh\nPATH=/usr/bin:/bin\n{text}\n")).unwrap();
            std::fs::set_permissions(&program, std::fs::Permissions::from_mode(0o755)).unwrap();
        }
        desk
    }

    /// The program with a PATH that has nothing but that `kubectl`.
    fn program(desk: &tempfile::TempDir, arguments: &str) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_mergescope"));
        command.env("XDG_CONFIG_HOME", "/nowhere");
        command
            .arg("verify")
            .args(arguments.split_whitespace())
            .current_dir(desk.path())
            .env("PATH", desk.path().join("bin"))
            .env("TMPDIR", desk.path().join("tmp"));
        command
    }

    fn verify(kubectl: Option<&str>, arguments: &str) -> (Output, tempfile::TempDir) {
        let desk = desk(kubectl);
        let output = program(&desk, arguments).output().unwrap();
        assert!(is_empty(&desk.path().join("tmp")), "temporary files are removed");
        (output, desk)
    }

    #[test]
    fn an_item_of_a_list_is_given_to_kubectl_as_an_object() {
        // The item has its kind from the list, or is in flow style.
        let item =
            "{apiVersion: v1, kind: Pod, metadata: {name: a}, spec: {containers: [{name: one, image: old}]}}";
        let untyped = item.replace("apiVersion: v1, kind: Pod, ", "");
        for list in [
            format!("apiVersion: v1\nkind: PodList\nitems:\n- {untyped}\n"),
            format!("apiVersion: v1\nkind: List\nitems: [{item}]\n"),
        ] {
            let kubectl = format!("cat > seen\nprintf '%s' '{RIGHT}'");
            let desk = desk(Some(&kubectl));
            std::fs::write(desk.path().join("list.yaml"), &list).unwrap();
            let output = program(&desk, "list.yaml patch.yaml").output().unwrap();
            assert_eq!(output.status.code(), Some(0), "{list}: {output:?}");
            let seen = std::fs::read_to_string(desk.path().join("seen")).unwrap();
            assert!(
                seen.starts_with('{') && seen.contains("\"kind\": \"Pod\""),
                "{seen}"
            );
        }
    }

    fn is_empty(folder: &Path) -> bool {
        folder.read_dir().unwrap().next().is_none()
    }

    fn text(bytes: &[u8]) -> String {
        String::from_utf8(bytes.to_vec()).unwrap()
    }

    fn answering(json: &str) -> String {
        format!("cat > live; echo \"$@\" > said; cat <<'END'\n{json}\nEND")
    }

    #[test]
    fn the_values_of_a_secret_stay_hidden_unless_they_are_asked_for() {
        let other =
            r#"{"apiVersion": "v1", "kind": "Secret", "metadata": {"name": "s"}, "data": {"a": "dGhlaXJz"}}"#;
        let refusing = "cat > /dev/null; printf 'error: cannot take bmV3\\n' >&2; exit 1";
        for (kubectl, sentence) in [
            (answering(other), "Different at data.a:"),
            (refusing.to_owned(), "only one rejects"),
        ] {
            let shown = |more: &str| {
                let (output, _desk) =
                    verify(Some(&kubectl), &format!("secret.yaml secret-patch.yaml {more}"));
                text(&output.stdout) + &text(&output.stderr)
            };
            let (hidden, shown) = (shown(""), shown("--show-secrets"));
            assert!(
                hidden.contains(sentence) && hidden.contains("(hidden:"),
                "{hidden}"
            );
            assert!(
                !hidden.contains("bmV3") && !hidden.contains("dGhlaXJz"),
                "{hidden}"
            );
            assert!(shown.contains("bmV3") && !shown.contains("(hidden:"), "{shown}");
        }
    }

    #[test]
    fn verdicts_and_exit_codes() {
        let refusing = "cat > /dev/null; printf 'error: map: map[image:new] does not contain declared merge key: name\\n' >&2; exit 1";
        let cases: &[(&str, &str, i32, &[&str])] = &[
            (
                &answering(RIGHT),
                "live.yaml patch.yaml",
                0,
                &["kubectl gives the same result"],
            ),
            (
                &answering(RIGHT),
                "live.yaml large.yaml",
                0,
                &["kubectl gives the same result"],
            ),
            (
                &answering(RIGHT),
                "live.yaml patch.yaml patch.yaml",
                0,
                &["kubectl gives the same result"],
            ),
            (
                &answering(&RIGHT.replace("new", "newer")),
                "live.yaml patch.yaml",
                1,
                &[
                    "Different at spec.containers[name=one].image:",
                    "mergescope  new\n",
                    "kubectl     newer\n",
                ],
            ),
            (
                &answering(&RIGHT.replace("\"image\": \"new\", ", "")),
                "live.yaml patch.yaml",
                1,
                &["Different at spec.containers[name=one].image:", "(not set)"],
            ),
            (
                &answering(&RIGHT.replace("\"image\"", "\"tty\": true, \"image\"")),
                "live.yaml patch.yaml",
                1,
                &["Different at spec.containers[name=one].tty:", "kubectl     true"],
            ),
            (
                &answering(RIGHT),
                "live.yaml random.yaml",
                1,
                &["note: kubectl merges the fields of a map in random order"],
            ),
            (
                refusing,
                "live.yaml bad.yaml",
                0,
                &["Both reject the patch with the same message"],
            ),
            (
                refusing,
                "live.yaml patch.yaml",
                1,
                &["only one rejects", "(accepted)", "does not contain declared"],
            ),
            (
                &answering(RIGHT),
                "live.yaml bad.yaml",
                1,
                &["only one rejects", "kubectl     (accepted)"],
            ),
            (
                "printf 'error: \\033[31mred\\n' >&2; exit 1",
                "live.yaml patch.yaml",
                1,
                &["\\x1b[31mred"],
            ),
        ];
        for (kubectl, arguments, code, wants) in cases {
            let (output, _desk) = verify(Some(kubectl), arguments);
            let out = text(&output.stdout);
            assert_eq!(
                output.status.code(),
                Some(*code),
                "{arguments}: {out}{}",
                text(&output.stderr)
            );
            for want in *wants {
                assert!(out.contains(want), "{arguments}: no {want:?} in {out}");
            }
        }
    }

    #[test]
    fn kubectl_is_asked_as_a_person_would() {
        let (_, desk) = verify(Some(&answering(RIGHT)), "live.yaml patch.yaml");
        let read = |name: &str| std::fs::read_to_string(desk.path().join(name)).unwrap();
        assert_eq!(read("live"), LIVE);
        let said = read("said");
        assert!(
            said.starts_with("patch --local -f - --type=strategic -o json --patch-file "),
            "{said}"
        );
        // The patch itself is in a file without a name.
        let reading = "for file; do :; done; cat \"$file\" > patch; ".to_owned() + &answering(RIGHT);
        let (_, desk) = verify(Some(&reading), "live.yaml patch.yaml");
        let patch = std::fs::read_to_string(desk.path().join("patch")).unwrap();
        assert_eq!(patch, PATCH);
        let server = r#"case "$1" in get) ARGS=got;; *) echo "$@" > said;; esac; cat > /dev/null; "#
            .to_owned()
            + &answering(RIGHT);
        let server = server.replace("echo \"$@\" > said; cat <<", "cat <<");
        let (output, desk) = verify(Some(&server), "live.yaml patch.yaml --server");
        assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
        let said = std::fs::read_to_string(desk.path().join("said")).unwrap();
        assert!(
            said.starts_with("patch --dry-run=server --request-timeout=60s -f -"),
            "{said}"
        );
    }

    #[test]
    fn no_value_is_an_argument_of_kubectl() {
        let (_, desk) = verify(
            Some(&answering("{}")),
            "secret.yaml secret-patch.yaml --timeout 30",
        );
        let said = std::fs::read_to_string(desk.path().join("said")).unwrap();
        assert!(!said.contains("bmV3"), "{said}");
    }

    #[test]
    fn kubectl_ends_with_the_program() {
        use rustix::process::{Pid, Signal, kill_process, test_kill_process};
        for signal in [Signal::TERM, Signal::INT, Signal::HUP, Signal::QUIT, Signal::KILL] {
            if signal == Signal::KILL && !cfg!(target_os = "linux") {
                continue;
            }
            let desk = desk(Some(
                "cat > /dev/null; echo $$ > id.new; mv id.new id; exec sleep 1000",
            ));
            let mut program = program(&desk, "live.yaml patch.yaml").spawn().unwrap();
            let kubectl = desk.path().join("id");
            let child = wait_for(|| std::fs::read_to_string(&kubectl).ok()?.trim().parse().ok());
            let child = Pid::from_raw(child).unwrap();
            test_kill_process(child).unwrap();
            kill_process(Pid::from_raw(program.id() as i32).unwrap(), signal).unwrap();
            let status = program.wait().unwrap();
            use std::os::unix::process::ExitStatusExt;
            assert_eq!(status.signal(), Some(signal.as_raw()));
            // A process that nothing waits for stays a zombie where process 1 is no init.
            let stat = format!("/proc/{}/stat", child.as_raw_nonzero());
            let is_zombie = || std::fs::read_to_string(&stat).is_ok_and(|stat| stat.contains(") Z "));
            wait_for(|| (test_kill_process(child).is_err() || is_zombie()).then_some(()));
            assert!(is_empty(&desk.path().join("tmp")));
        }
    }

    /// Waits for what a process does soon.
    fn wait_for<T>(mut look: impl FnMut() -> Option<T>) -> T {
        let end = std::time::Instant::now() + std::time::Duration::from_secs(20);
        loop {
            if let Some(found) = look() {
                return found;
            }
            assert!(std::time::Instant::now() < end, "it does not happen");
            std::thread::sleep(std::time::Duration::from_millis(5));
        }
    }

    #[test]
    fn what_cannot_be_asked_says_so() {
        let cases = [
            (None, "live.yaml patch.yaml", "kubectl not found in PATH"),
            (None, "live.yaml patch.yaml --server", "kubectl not found in PATH"),
            (
                None,
                "live.yaml patch.yaml --server --kubectl /no/kubectl",
                "/no/kubectl: no such file\nhelp: check the path of --kubectl",
            ),
            (
                Some("sleep 1000"),
                "live.yaml patch.yaml --timeout 1",
                "timed out after 1 s",
            ),
            (
                Some("sleep 1000 & exec cat"),
                "live.yaml patch.yaml --timeout 1",
                "timed out after 1 s",
            ),
            (
                Some("echo '{'"),
                "live.yaml patch.yaml",
                "cannot parse the output of kubectl",
            ),
            (
                Some("echo no >&2; exit 1"),
                "live.yaml patch.yaml --server",
                "cannot read the live object from the server: no",
            ),
            (
                Some(
                    "cat > /dev/null; echo 'The connection to the server 127.0.0.1:1 was refused - did you specify the right host or port?' >&2; exit 1",
                ),
                "live.yaml patch.yaml --server",
                "The connection to the server 127.0.0.1:1 was refused - did you specify the right host or port?",
            ),
            (
                Some(
                    "cat > /dev/null; echo 'Error from server (NotFound): deployments.apps \"nope\" not found' >&2; exit 1",
                ),
                "live.yaml patch.yaml --server",
                "deployments.apps \"nope\" not found",
            ),
            (
                Some("exit 1"),
                "live.yaml patch.yaml patch.yaml --server",
                "only one patch",
            ),
        ];
        for (kubectl, arguments, want) in cases {
            let (output, _desk) = verify(kubectl, arguments);
            assert_eq!(output.status.code(), Some(2), "{arguments}");
            let err = text(&output.stderr);
            assert!(err.contains(want), "{err}");
            assert!(err.matches("help: ").count() <= 1, "{err}");
            assert!(output.stdout.is_empty(), "nothing is said about agreement");
        }
    }

    #[test]
    fn what_a_server_says_about_a_secret_is_hidden() {
        let live = r#"{"apiVersion": "v1", "kind": "Secret", "data": {"a": "b2xk"}}"#;
        let get = format!("cat > /dev/null; case \"$1\" in get) echo '{live}'; exit;; esac; ");
        let forbidden = "(Forbidden) User cannot patch resource \"LEAK\" LEAK";
        for (kubectl, want) in [
            (
                "echo 'error: bad LEAK' >&2; exit 1".to_owned(),
                "from the server: (hidden",
            ),
            (
                "echo 'The connection to the server LEAK' >&2; exit 1".to_owned(),
                "from the server: The connection to the server … (hidden",
            ),
            (
                format!("{get}echo '{forbidden}' >&2; exit 1"),
                "(Forbidden) … (hidden: may contain Secret values)\nhelp: a dry run, too, needs the permission to patch: the verb `patch` on `secrets`",
            ),
        ] {
            let arguments = "secret.yaml secret-patch.yaml --server";
            let (hidden, _desk) = verify(Some(&kubectl), arguments);
            let err = text(&hidden.stderr);
            assert_eq!(hidden.status.code(), Some(2), "{err}");
            assert!(err.contains(want) && !err.contains("LEAK"), "{err}");
            let (shown, _desk) = verify(Some(&kubectl), &format!("{arguments} --show-secrets"));
            assert!(text(&shown.stderr).contains("LEAK"), "{kubectl}");
        }
    }

    #[test]
    fn kubectl_is_told_which_server_to_ask() {
        let kubectl = format!(
            "echo \"$@\" >> said; {}",
            answering(RIGHT).replace("echo \"$@\" > said;", "")
        );
        let (_, desk) = verify(
            Some(&kubectl),
            "live.yaml patch.yaml --server -n shop --context lab --kubeconfig lab.conf",
        );
        let said = std::fs::read_to_string(desk.path().join("said")).unwrap();
        assert_eq!(said.lines().count(), 2, "{said}");
        for line in said.lines() {
            assert!(
                line.contains("--namespace shop --context lab --kubeconfig lab.conf"),
                "{line}"
            );
        }
    }
}
