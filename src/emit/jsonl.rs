//! JSON Lines: one filing per line.

use std::io::{self, Write};

use crate::record::Filing;

pub(super) fn encode(filing: &Filing, out: &mut impl Write) -> io::Result<()> {
    super::json::encode(filing, out)?;
    out.write_all(b"\n")
}
