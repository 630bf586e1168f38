//! When two texts are printings of the same one, and how alike two are.

/// Only the letters and digits, in lower case: the same however a text is wrapped, hyphenated,
/// capitalised and punctuated. A text without letters and digits is its own key.
pub fn of(text: &str) -> String {
    let key: String =
        text.chars().filter(|char| char.is_alphanumeric()).flat_map(char::to_lowercase).collect();
    if key.is_empty() { text.trim().to_owned() } else { key }
}

/// Whether two texts read the same on paper, however they were wrapped.
pub fn reads_same(a: &str, b: &str) -> bool {
    let visible =
        |text: &'_ str| -> String { text.chars().filter(|char| !char.is_whitespace()).collect() };
    a == b || visible(a) == visible(b)
}

/// How alike two keys are, in percent: the share of pairs of neighbouring characters that they have
/// in common (the Dice coefficient of their bigrams).
pub fn likeness(a: &str, b: &str) -> u32 {
    if a == b {
        return 100;
    }
    let (a, b) = (bigrams(a), bigrams(b));
    let mut shared = 0;
    let (mut i, mut j) = (0, 0);
    while i < a.len() && j < b.len() {
        match a[i].cmp(&b[j]) {
            std::cmp::Ordering::Less => i += 1,
            std::cmp::Ordering::Greater => j += 1,
            std::cmp::Ordering::Equal => {
                shared += 1;
                i += 1;
                j += 1;
            }
        }
    }
    let all = a.len() + b.len();
    u32::try_from(200 * shared / all.max(1)).unwrap_or(0)
}

fn bigrams(key: &str) -> Vec<(char, char)> {
    let mut pairs: Vec<_> = key.chars().zip(key.chars().skip(1)).collect();
    pairs.sort_unstable();
    pairs
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wrapping_is_no_difference() {
        assert!(reads_same("non- cash items", "non-cash  items"));
        assert!(!reads_same("Net income (loss)", "Net income loss"));
        assert_eq!(of("Net income (loss)"), of("NET INCOME LOSS"));
        assert_eq!(of(" -- "), "--");
    }

    #[test]
    fn likeness_is_a_percentage() {
        assert_eq!(likeness("revenues", "revenues"), 100);
        assert!(likeness(&of("Revenues"), &of("Revenue")) > 80);
        assert!(likeness(&of("Total current assets"), &of("Goodwill")) < 30);
        assert_eq!(likeness("", "a"), 0);
    }
}
