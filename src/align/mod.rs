pub mod header;
pub mod rows;
