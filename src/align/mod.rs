//! From geometry to a table: columns with the words over them, rows with their labels and headings.
//!
//! A block and its grid come in; the head and the body of the table come out. [`header`] comes
//! first: it tells the caption from the lines that head columns, assigns the words of these to the
//! columns, and says where the body begins. [`rows`] then cuts each line of the body into label and
//! figures, joins labels that take several lines, and gives each row its headings.

pub mod header;
mod label;
pub mod rows;
