//! The reference: one file for each topic. `mergescope help TOPIC` prints it, `mergescope man` writes it as a
//! man page, and it is the documentation of the modules below.
//!
//! To add a topic, write `src/help/NAME.md` and its line in the list at the end of this file.

mod roff;
mod text;

pub use roff::roff;
pub use text::text;

/// A topic of the reference.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Topic {
    /// The argument of `mergescope help`.
    pub name: &'static str,
    /// The text in Markdown. The first line is the title.
    pub markdown: &'static str,
}

impl Topic {
    /// Returns the topic with this name.
    pub fn named(name: &str) -> Option<Self> {
        TOPICS.iter().copied().find(|topic| topic.name == name)
    }

    /// Returns the title.
    pub fn title(self) -> &'static str {
        self.markdown
            .lines()
            .next()
            .unwrap_or_default()
            .trim_start_matches("# ")
    }
}

/// Defines for each topic a module with the text as its documentation, and the list of all topics.
macro_rules! topics {
    ($($module:ident $name:literal,)*) => {
        $(
            #[doc = include_str!(concat!($name, ".md"))]
            pub mod $module {}
        )*

        /// All topics, in the order in which `mergescope help` lists them.
        pub const TOPICS: &[Topic] = &[
            $(Topic { name: $name, markdown: include_str!(concat!($name, ".md")) },)*
        ];
    };
}

topics! {
    keys "keys",
    semantics "semantics",
    input "input",
    streams "streams",
    lint "lint",
    exit_codes "exit-codes",
    secrets "secrets",
    custom_resources "custom-resources",
    apply "apply",
    server_side_apply "server-side-apply",
    create "create",
    policies "policies",
    export "export",
    saving "saving",
    config "config",
    json "json",
}
