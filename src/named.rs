//! Enums whose members have names: those of output formats, and those in the files of `knowledge`.

/// Defines an enum whose members have names, with `ALL` members, the `name` of each, and the member
/// `named` so.
macro_rules! named {
    ($(#[$meta:meta])* $vis:vis enum $type:ident { $($(#[$doc:meta])* $member:ident = $name:literal,)+ }) => {
        $(#[$meta])*
        $vis enum $type {
            $($(#[$doc])* $member,)+
        }

        impl $type {
            /// Every member, in order.
            pub const ALL: [Self; [$($name),+].len()] = [$(Self::$member),+];

            /// The member's name.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$member => $name,)+
                }
            }

            /// The member of a name.
            pub fn named(name: &str) -> Option<Self> {
                Self::ALL.into_iter().find(|member| member.name() == name)
            }
        }
    };
}

pub(crate) use named;
