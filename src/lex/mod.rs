//! From lines to blocks: which lines of a document are tables of figures, and which are prose.
//!
//! The text of a submission comes in; its [lines](mod@line), each with its class, and the
//! [blocks](block) of a document, each a table with what stands above it, come out. [`token`] reads
//! the figures at the end of a line. [`line`](mod@line) classifies each line by its own print, and
//! then again by its neighbours. [`block`] groups the rows that belong together, and looks above
//! the first of them for the head of their table and below the last for its foot.

pub mod block;
pub mod line;
pub mod token;
