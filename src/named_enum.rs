//! Generates an enum from a table of its values and their names.

/// Defines an enum whose values have names: a row is `Value = "name",`. The enum gets `ALL`, with its values in order, and
/// the function `name`, or another one that is given as in `enum Group(title)`.
macro_rules! named_enum {
    ($(#[$attribute:meta])* pub enum $enum:ident { $($rows:tt)* }) => {
        named_enum! { $(#[$attribute])* pub enum $enum(name) { $($rows)* } }
    };
    ($(#[$attribute:meta])* pub enum $enum:ident($function:ident) {
        $($(#[$value_attribute:meta])* $value:ident = $name:literal,)*
    }) => {
        $(#[$attribute])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum $enum {
            $($(#[$value_attribute])* $value,)*
        }

        impl $enum {
            /// All values, in order.
            pub const ALL: [Self; [$(Self::$value),*].len()] = [$(Self::$value),*];

            /// Returns the name in output.
            pub const fn $function(self) -> &'static str {
                match self {
                    $(Self::$value => $name,)*
                }
            }
        }
    };
}
