//! Lines to blocks: which lines of a document are tables of figures, and which are prose.

pub mod block;
pub mod line;
pub mod token;
