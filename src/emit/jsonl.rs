//! JSON Lines: a filing a line.

use crate::record::Filing;

pub(super) fn encode(filing: &Filing, out: &mut Vec<u8>) -> serde_json::Result<()> {
    super::json::encode(filing, out)?;
    out.push(b'\n');
    Ok(())
}
