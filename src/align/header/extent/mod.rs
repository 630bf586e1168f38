//! Which lines head the columns: from the bottom of the header up to the caption.
//!
//! - `above`: the lines in question, and which of them have words over the columns
//! - `foot`: the last line that heads columns, above the headings of the first rows
//! - `headings`: whether words in the middle of the page head rows and not columns
//! - `climb`: the way up from there, to the line at which the header begins
//! - `titles`: which lines above are those of a title or another part of the caption

mod above;
mod climb;
mod foot;
mod headings;
mod titles;

pub(super) use self::above::{Above, zone_left};
pub(super) use self::climb::climb;
