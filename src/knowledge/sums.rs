//! What a label says of itself in its first word: that it is a total, a net amount or a balance.

/// What a total sums up, in any case: `current assets` of `total current assets`.
pub fn whole_of_total(label: &str) -> Option<&str> {
    behind(label, "total ")
}

/// Whether a label, in any case, says what it is the total of: `Total current liabilities`.
pub fn names_total(label: &str) -> bool {
    whole_of_total(label).is_some()
}

questions! {
    /// Whether a label, in any case, says no more than that it is a total, if of all: `Total`,
    /// `Grand total`.
    pub fn is_bare_total = Words::has("bare_total" in "words.csv");
}

/// Whether a label, in any case, begins by saying that it is a total, whatever it tells of it.
pub fn is_total(label: &str) -> bool {
    behind(label, "total").is_some()
}

/// Whether a label, in plain form or as a key, is the sum of the side of the assets.
pub fn sums_up_assets(label: &str) -> bool {
    label == "total assets"
}

/// What a label, in plain form or as a key, calls net: `cost` of `net cost`.
pub fn net_of(label: &str) -> Option<&str> {
    label.strip_prefix("net ")
}

/// Whether a label, in any case, begins by saying that it is a balance, or several.
pub fn begins_as_balance(label: &str) -> bool {
    behind(label, "balance").is_some()
}

/// What stands behind the first letters of a label, in any case.
fn behind<'t>(label: &'t str, first: &str) -> Option<&'t str> {
    let (letters, rest) = label.split_at_checked(first.len())?;
    letters.eq_ignore_ascii_case(first).then_some(rest)
}
