//! Geometry to a table: columns with the words over them, rows with their labels and headings.

pub mod header;
pub mod rows;
