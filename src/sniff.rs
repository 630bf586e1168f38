//! Tells plain text from everything else that a folder of filings may hold.

use memchr::memmem;

/// How many bytes of a file are looked at.
const HEAD: usize = 8 * 1024;

/// The first bytes of formats that are not plain text, and the names of these formats.
const SIGNATURES: &[(&[u8], &str)] = &[
    (b"%PDF-", "PDF"),
    (b"%!PS", "PostScript"),
    (b"{\\rtf", "RTF"),
    (b"\x89PNG\r\n", "PNG image"),
    (b"\xff\xd8\xff", "JPEG image"),
    (b"GIF87a", "GIF image"),
    (b"GIF89a", "GIF image"),
    (b"II*\0", "TIFF image"),
    (b"MM\0*", "TIFF image"),
    (b"PK\x03\x04", "ZIP archive"),
    (b"PK\x05\x06", "ZIP archive"),
    (b"\x1f\x8b", "gzip data"),
    (b"BZh", "bzip2 data"),
    (b"\xfd7zXZ", "xz data"),
    (b"\xd0\xcf\x11\xe0", "Office document"),
    (b"\x7fELF", "executable"),
    (b"\xff\xfe", "UTF-16 text"),
    (b"\xfe\xff", "UTF-16 text"),
];

/// How documents in markup begin.
const MARKUP: &[(&[u8], &str)] =
    &[(b"<!doctype html", "HTML"), (b"<html", "HTML"), (b"<?xml", "XML")];

/// HTML tags that no plain-text filing uses; these do use `<TABLE>`, `<S>`, `<C>` and `<P>`.
const HTML_TAGS: &[&[u8]] =
    &[b"<td", b"<tr", b"<font", b"<div", b"<span", b"<br", b"<head", b"<body"];

/// What these bytes are if they are not plain text; `None` if they may be.
///
/// Text may have stray control characters and NULs; only a beginning full of them is binary. A
/// submission is text whatever its documents are, since each of them is examined by itself.
///
/// ```
/// use ex99::sniff::not_text;
///
/// assert_eq!(not_text(b"%PDF-1.4"), Some("PDF"));
/// assert_eq!(not_text(b"Net sales   $ 52,818"), None);
/// ```
pub fn not_text(bytes: &[u8]) -> Option<&'static str> {
    let head = &bytes[..bytes.len().min(HEAD)];
    if let Some((_, reason)) = SIGNATURES.iter().find(|(sign, _)| head.starts_with(sign)) {
        return Some(reason);
    }
    if is_binary(head) {
        return Some("binary data");
    }
    let head = head.strip_prefix(b"\xef\xbb\xbf").unwrap_or(head).trim_ascii_start();
    let lower = head.to_ascii_lowercase();
    if let Some((_, reason)) = MARKUP.iter().find(|(sign, _)| lower.starts_with(sign)) {
        return Some(reason);
    }
    (!is_submission(&lower) && tags(&lower) >= 2).then_some("HTML")
}

fn is_submission(lower: &[u8]) -> bool {
    [&b"<sec-document>"[..], b"<ims-document>", b"<document>", b"-----begin privacy-enhanced"]
        .iter()
        .any(|mark| memmem::find(lower, mark).is_some())
}

fn tags(lower: &[u8]) -> usize {
    memchr::memchr_iter(b'<', lower)
        .filter(|&at| {
            let rest = &lower[at..];
            HTML_TAGS.iter().any(|tag| {
                rest.strip_prefix(*tag)
                    .and_then(|tail| tail.first())
                    .is_some_and(|next| matches!(next, b' ' | b'>' | b'/'))
            })
        })
        .count()
}

fn is_binary(head: &[u8]) -> bool {
    let nuls = memchr::memchr_iter(0, head).count();
    let controls = head.iter().filter(|byte| is_control(**byte)).count();
    nuls * 5 > head.len() * 2 || controls * 20 > head.len() - nuls
}

/// Whether a byte is a control character that does not occur in text, as tabs, line ends, form
/// feeds and Ctrl-Z do.
fn is_control(byte: u8) -> bool {
    byte < b' ' && !matches!(byte, 0 | b'\t' | b'\n' | 0x0c | b'\r' | 0x1a) || byte == 0x7f
}

#[cfg(test)]
mod tests {
    use super::not_text;

    #[test]
    fn text_is_text() {
        for text in [
            &b""[..],
            b"ACME CORP\n\n  Revenues   $ 1,234\n",
            b"<SEC-DOCUMENT>x\n<DOCUMENT>\n<TYPE>EX-99\n<TEXT>\n<HTML><body><div><br>\n",
            b"<PAGE>\n<TABLE>\n<CAPTION>\n<S>  <C>\n<P>\nSales  1\n</TABLE>\n",
            b"Sales\0\0 1,234\x1a\n\x0c more text",
            b"\xef\xbb\xbfCaf\xc3\xa9 Soci\xe9t\xe9\n",
        ] {
            assert_eq!(not_text(text), None, "{}", String::from_utf8_lossy(text));
        }
    }

    #[test]
    fn other_things_are_named() {
        let binary: Vec<u8> = (0..=255).cycle().take(4096).collect();
        for (bytes, reason) in [
            (&b"%PDF-1.4\n"[..], "PDF"),
            (b"\x89PNG\r\n\x1a\n", "PNG image"),
            (b"\n <!DOCTYPE HTML PUBLIC>", "HTML"),
            (b"<HTML>", "HTML"),
            (b"release\n<TR><TD align=left>Sales</TD>", "HTML"),
            (b"<?xml version=\"1.0\"?>", "XML"),
            (b"\xff\xfeA\0C\0", "UTF-16 text"),
            (b"A\0C\0M\0E\0 \0", "binary data"),
            (&binary, "binary data"),
        ] {
            assert_eq!(not_text(bytes), Some(reason), "{}", String::from_utf8_lossy(bytes));
        }
    }
}
