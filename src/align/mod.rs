//! Geometry to a table: columns with the words over them, rows with their labels and headings.
//!
//! In go a block and its grid; out come the head of the table and its body. [`header`] is read
//! first: it tells the caption from the lines that head columns, binds the words of these to the
//! columns, and says where the body begins. [`rows`] then cuts each line of the body into label
//! and figures, joins the labels that take several lines, and gives each row its headings.

pub mod header;
mod label;
pub mod rows;
