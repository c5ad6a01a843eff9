//! Every manner of saving reaches the channel, with real directories and the system's own events.

use std::fs;
use std::path::Path;

use mergescope::terminal::watch::{FileError, Watcher};

use crate::workspace::{Workspace, delete_and_recreate, save_by_rename, save_like_vim, truncate_and_write};

#[test]
fn every_manner_of_saving_is_told_once_and_again() {
    let manners: [fn(&Path, &str); 3] = [save_by_rename, save_like_vim, delete_and_recreate];
    for save in manners {
        let desk = Workspace::new();
        desk.write("live.yaml", "one");
        desk.watch("live.yaml");
        for text in ["two", "three", "four"] {
            save(&desk.path("live.yaml"), text);
            desk.expect("live.yaml", Ok(text));
        }
    }
}

#[test]
fn a_save_in_many_small_writes_is_told_whole_in_the_end() {
    let desk = Workspace::new();
    desk.write("live.yaml", "one");
    desk.watch("live.yaml");
    for text in ["two", "three", "four"] {
        truncate_and_write(&desk.path("live.yaml"), text);
        desk.expect_in_the_end("live.yaml", text);
    }
}

#[test]
fn the_same_bytes_and_other_files_are_not_told() {
    let desk = Workspace::new();
    desk.write("live.yaml", "one");
    desk.watch("live.yaml");
    save_by_rename(&desk.path("live.yaml"), "one");
    desk.write("other.yaml", "x");
    fs::read(desk.path("live.yaml")).unwrap();
    desk.expect_nothing_before("live.yaml", "two");
}

#[test]
fn a_file_that_goes_is_told_and_so_is_its_return() {
    let desk = Workspace::new();
    let path = desk.write("live.yaml", "one");
    desk.watch("live.yaml");
    fs::remove_file(&path).unwrap();
    desk.expect("live.yaml", Err(FileError::Gone));
    desk.write("live.yaml", "one");
    desk.expect("live.yaml", Ok("one"));
    fs::write(&path, "").unwrap();
    desk.expect("live.yaml", Ok(""));
}

#[test]
fn a_directory_that_goes_or_is_swapped_is_watched_again() {
    let desk = Workspace::new();
    desk.write("a/b/live.yaml", "one");
    desk.watch("a/b/live.yaml");
    fs::remove_dir_all(desk.path("a")).unwrap();
    desk.expect("a/b/live.yaml", Err(FileError::Gone));
    desk.write("a/b/live.yaml", "two");
    desk.expect("a/b/live.yaml", Ok("two"));
    desk.write("a/b/live.yaml", "three");
    desk.expect("a/b/live.yaml", Ok("three"));

    desk.write("a/new/live.yaml", "four");
    fs::rename(desk.path("a/b"), desk.path("a/old")).unwrap();
    fs::rename(desk.path("a/new"), desk.path("a/b")).unwrap();
    desk.expect("a/b/live.yaml", Ok("four"));
    desk.write("a/b/live.yaml", "five");
    desk.expect("a/b/live.yaml", Ok("five"));
}

#[test]
fn what_is_no_file_is_said_and_never_waited_for() {
    let desk = Workspace::new();
    let path = desk.write("live.yaml", "one");
    desk.watch("live.yaml");
    fs::remove_file(&path).unwrap();
    fs::create_dir(&path).unwrap();
    desk.expect(
        "live.yaml",
        Err(FileError::Unreadable("not a regular file".into())),
    );
}

#[test]
fn the_files_can_be_replaced_while_watching() {
    let desk = Workspace::new();
    desk.write("one/live.yaml", "one");
    desk.write("two/live.yaml", "two");
    desk.watch("one/live.yaml");
    desk.watch("two/live.yaml");
    desk.write("one/live.yaml", "unwatched");
    desk.expect_nothing_before("two/live.yaml", "watched");
}

#[cfg(unix)]
mod links {
    use super::*;
    use std::os::unix::fs::symlink;

    #[test]
    fn a_swapped_link_is_told_as_a_config_map_mount_does_it() {
        let desk = Workspace::new();
        desk.write("..2026_1/live.yaml", "one");
        symlink("..2026_1", desk.path("..data")).unwrap();
        symlink("..data/live.yaml", desk.path("live.yaml")).unwrap();
        desk.watch("live.yaml");
        for (version, text) in [("..2026_2", "two"), ("..2026_3", "three")] {
            desk.write(&format!("{version}/live.yaml"), text);
            symlink(version, desk.path("..data_tmp")).unwrap();
            fs::rename(desk.path("..data_tmp"), desk.path("..data")).unwrap();
            desk.expect("live.yaml", Ok(text));
        }
        // The new target is watched too.
        desk.write("..2026_3/live.yaml", "in place");
        desk.expect("live.yaml", Ok("in place"));
    }

    #[test]
    fn a_save_behind_a_link_is_told() {
        let desk = Workspace::new();
        desk.write("real/manifest.yaml", "one");
        symlink(desk.path("real/manifest.yaml"), desk.path("live.yaml")).unwrap();
        desk.watch("live.yaml");
        save_by_rename(&desk.path("real/manifest.yaml"), "two");
        desk.expect("live.yaml", Ok("two"));
    }
}

#[test]
fn files_are_polled_where_the_system_reports_nothing() {
    let desk = Workspace::with(Watcher::start_polling);
    desk.write("live.yaml", "one");
    let path = desk.path("live.yaml");
    desk.watcher.watch([(path.as_path(), b"one".as_slice())]);
    let polled = desk.next();
    assert!(
        matches!(&polled.content, Err(FileError::NotWatched(_))),
        "{polled:?}"
    );
    for text in ["two", "six"] {
        save_by_rename(&path, text);
        desk.expect("live.yaml", Ok(text));
    }
    // The program itself can know that something happened.
    std::fs::write(&path, "ten").unwrap();
    desk.watcher.look();
    desk.expect("live.yaml", Ok("ten"));
}
