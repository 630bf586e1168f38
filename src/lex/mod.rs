//! Lines to blocks: which lines of a document are tables of figures, and which are prose.
//!
//! In goes the text of a submission; out come its [lines](mod@line), each with its class, and the
//! [blocks](block) of a document, each a table with what stands above it. [`token`] reads the
//! figures at the end of a line. [`line`](mod@line) classes each line by them and by its own print, then
//! once more by its neighbours. [`block`] groups the rows that belong together, and looks above
//! the first of them for the head of their table and below the last for its foot.

pub mod block;
pub mod line;
pub mod token;
