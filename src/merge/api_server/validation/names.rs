//! The formats of names, with the messages of the API server.

const NAME_PART: &str = "name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')";

const LABEL_VALUE: &str = "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')";

const DNS_LABEL: &str = "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?')";

const SUBDOMAIN: &str = "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')";

const WILDCARD: &str = "a wildcard DNS-1123 subdomain must start with '*.', followed by a valid DNS subdomain, which must consist of lower case alphanumeric characters, '-' or '.' and end with an alphanumeric character (e.g. '*.example.com', regex used for validation is '\\*\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')";

const HEADER: &str = "a valid HTTP header must consist of alphanumeric characters or '-' (e.g. 'X-Header-Name', regex used for validation is '[-A-Za-z0-9]+')";

const CONFIG_KEY: &str = "a valid config key must consist of alphanumeric characters, '-', '_' or '.' (e.g. 'key.name',  or 'KEY_NAME',  or 'key-name', regex used for validation is '[-._a-zA-Z0-9]+')";

/// Returns whether a text consists of letters, digits, `-`, `_` and `.`, with a letter or digit at both ends.
fn is_name_part(text: &str) -> bool {
    let bytes = text.as_bytes();
    let is_inner = |byte: &u8| byte.is_ascii_alphanumeric() || b"-_.".contains(byte);
    let ends = [bytes.first(), bytes.last()];
    bytes.iter().all(is_inner) && ends.iter().flatten().all(|byte| byte.is_ascii_alphanumeric())
}

fn is_dns_label(text: &str) -> bool {
    let bytes = text.as_bytes();
    let is_outer = |byte: &u8| byte.is_ascii_lowercase() || byte.is_ascii_digit();
    !bytes.is_empty()
        && bytes.iter().all(|byte| is_outer(byte) || *byte == b'-')
        && [bytes.first(), bytes.last()].into_iter().flatten().all(is_outer)
}

/// Returns the error in the name of a container, a volume or a port.
pub(crate) fn dns_label_error(text: &str) -> Option<String> {
    match text {
        text if text.len() > 63 => Some("must be no more than 63 bytes".to_owned()),
        text => (!is_dns_label(text)).then(|| DNS_LABEL.to_owned()),
    }
}

/// Returns the errors in the name of a port of a container, or in a reference to it.
pub(crate) fn port_name_errors(text: &str) -> Vec<&'static str> {
    let is_plain = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
    let checks = [
        (text.len() > 15, "must be no more than 15 bytes"),
        (
            text.is_empty() || !text.bytes().all(is_plain),
            "must contain only alpha-numeric characters (a-z, 0-9), and hyphens (-)",
        ),
        (
            !text.bytes().any(|byte| byte.is_ascii_lowercase()),
            "must contain at least one letter (a-z)",
        ),
        (text.contains("--"), "must not contain consecutive hyphens"),
        (
            text.starts_with('-') || text.ends_with('-'),
            "must not begin or end with a hyphen",
        ),
    ];
    checks
        .into_iter()
        .filter(|check| check.0)
        .map(|check| check.1)
        .collect()
}

/// Returns the error in the name of most objects.
pub(crate) fn subdomain_error(text: &str) -> Option<String> {
    match text {
        text if text.len() > 253 => Some("must be no more than 253 bytes".to_owned()),
        text => (!text.split('.').all(is_dns_label)).then(|| SUBDOMAIN.to_owned()),
    }
}

/// Returns the error in the host of an Ingress: a DNS name, or `*.` and a DNS name.
pub(crate) fn host_error(text: &str) -> Option<String> {
    if !text.contains('*') {
        return subdomain_error(text);
    }
    let is_valid = text
        .strip_prefix("*.")
        .is_some_and(|rest| subdomain_error(rest).is_none());
    (!is_valid).then(|| WILDCARD.to_owned())
}

/// Returns the error in the name of an HTTP header.
pub(crate) fn header_error(text: &str) -> Option<String> {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-';
    (text.is_empty() || !text.bytes().all(is_plain)).then(|| HEADER.to_owned())
}

/// Returns the error in the value of a label.
pub(crate) fn label_value_error(text: &str) -> Option<String> {
    match text {
        text if text.len() > 63 => Some("must be no more than 63 bytes".to_owned()),
        text => (!is_name_part(text)).then(|| LABEL_VALUE.to_owned()),
    }
}

/// Returns the errors in the key of a label or annotation, or in a finalizer: a name with an optional domain
/// before it.
pub(crate) fn qualified_name_errors(text: &str) -> Vec<String> {
    let (prefix, name) = match text.split_once('/') {
        Some((prefix, name)) => (Some(prefix), name),
        None => (None, text),
    };
    if name.contains('/') {
        return vec!["a valid label key must have at most one '/'".to_owned()];
    }
    let mut errors = Vec::new();
    match prefix {
        Some("") => errors.push("prefix part must be non-empty".to_owned()),
        Some(prefix) => errors.extend(subdomain_error(prefix).map(|why| format!("prefix part {why}"))),
        None => {}
    }
    match name {
        "" => errors.push("name part must be non-empty".to_owned()),
        name if name.len() > 63 => errors.push("name part must be no more than 63 bytes".to_owned()),
        _ => {}
    }
    if name.is_empty() || !is_name_part(name) {
        errors.push(NAME_PART.to_owned());
    }
    errors
}

/// Returns the error in a key of a ConfigMap or Secret.
pub(crate) fn config_key_error(text: &str) -> Option<String> {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte);
    if text.len() > 253 {
        return Some("must be no more than 253 bytes".to_owned());
    }
    match text {
        "." => Some("must not be '.'".to_owned()),
        ".." => Some("must not be '..'".to_owned()),
        text if text.starts_with("..") => Some("must not start with '..'".to_owned()),
        text => (text.is_empty() || !text.bytes().all(is_plain)).then(|| CONFIG_KEY.to_owned()),
    }
}

/// Returns the error in the name of an environment variable.
pub(crate) fn variable_name_error(text: &str) -> Option<String> {
    let is_valid = text
        .bytes()
        .all(|byte| (b' '..=b'~').contains(&byte) && byte != b'=');
    (!is_valid).then(|| {
        "a valid environment variable name must consist only of printable ASCII characters other than '='"
            .to_owned()
    })
}
