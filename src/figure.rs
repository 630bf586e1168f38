//! Figures as printed: `(1,234.5)`, `66 1/8`, `--`, `N/M`.

use rust_decimal::Decimal;

/// What a printed figure says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Figure {
    /// The number, with its sign but not scaled; `None` for `N/M`, and for misprints whose digits
    /// do not say one number.
    pub value: Option<Decimal>,
    /// How many digits are printed after the decimal point.
    pub fraction_digits: u32,
    /// The sign beside the digits.
    pub mark: Mark,
    /// Whether it is misprinted, with a doubled point or a comma out of place.
    pub misprint: bool,
}

/// The sign beside the digits of a figure.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mark {
    /// No sign.
    None,
    /// A currency sign.
    Currency,
    /// A percent sign.
    Percent,
    /// A times sign, `5.95x`, or what it is a multiple of, `5.95:1`, `5.95 to 1`.
    Times,
}

/// An `i128` can hold any number with this many digits; a [`Decimal`] has room for fewer.
const MOST_DIGITS: usize = 38;

/// The digits of a figure and the signs beside them, one by one.
#[derive(Default)]
struct Signs {
    number: i128,
    digits: usize,
    fraction_digits: u32,
    points: usize,
    comma_behind_point: bool,
    percent: bool,
    dollar: bool,
    dash: bool,
    slash: bool,
    opens: bool,
    closes: bool,
    letters: bool,
    less: bool,
    greater: bool,
}

impl Signs {
    fn of(raw: &str) -> Self {
        let mut out = Self::default();
        // `Ps. 1,200`, `U.S.$ 1,200`
        let mut abbreviates = false;
        for b in raw.bytes() {
            match b {
                b'0'..=b'9' => {
                    out.number = out.number.wrapping_mul(10).wrapping_add((b - b'0').into());
                    out.digits += 1;
                    out.fraction_digits += u32::from(out.points > 0);
                }
                b'.' => out.points += usize::from(!abbreviates),
                b',' => out.comma_behind_point |= out.fraction_digits > 0,
                b'%' => out.percent = true,
                b'$' => out.dollar = true,
                b'-' | b'_' => out.dash = true,
                b'/' => out.slash = true,
                b'(' => out.opens = true,
                b')' => out.closes = true,
                b'<' => out.less = true,
                b'>' => out.greater = true,
                _ => {}
            }
            abbreviates = b.is_ascii_alphabetic();
            out.letters |= abbreviates;
        }
        out
    }
}

/// Reads a printed figure. Blanks within it do not matter; footnote marks must be cut off before.
///
/// ```
/// use ex99::figure::{Mark, parse};
///
/// let figure = parse("$ (1,234.5)");
/// assert_eq!(figure.value.unwrap().to_string(), "-1234.5");
/// assert_eq!((figure.mark, figure.fraction_digits), (Mark::Currency, 1));
/// assert_eq!(parse("66 1/8").value.unwrap().to_string(), "66.125");
/// assert_eq!(parse("N/M").value, None);
/// ```
pub fn parse(raw: &str) -> Figure {
    let times = to_one(raw);
    let raw = times.unwrap_or(raw);
    let signs = Signs::of(raw);
    let mark = match () {
        () if signs.percent => Mark::Percent,
        () if signs.digits > 0 && (times.is_some() || is_multiple(raw)) => Mark::Times,
        () if signs.dollar => Mark::Currency,
        () => Mark::None,
    };
    let (value, fraction_digits, misprint) = value(raw, &signs);
    Figure { value, fraction_digits, mark, misprint }
}

/// The number that digits and signs say, how many digits are after its point, and whether it is
/// misprinted.
fn value(raw: &str, signs: &Signs) -> (Option<Decimal>, u32, bool) {
    if signs.digits == 0 {
        let is_nil = signs.dash && raw.bytes().all(|b| b"-_$%() ".contains(&b));
        return (is_nil.then_some(Decimal::ZERO), 0, false);
    }
    if signs.letters && raw.split(' ').any(|word| may_be_misread(word.as_bytes())) {
        return (None, 0, true);
    }
    if signs.slash {
        let Some(fraction) = vulgar(raw) else { return (None, 0, true) };
        let value = if signs.opens { -fraction } else { fraction }.normalize();
        return (Some(value), value.scale(), false);
    }
    // `14½`, of which the sign is a count of quarters in the face of a line.
    if let [whole @ .., quarters @ b'\x01'..=b'\x03'] = raw.as_bytes() {
        let is_part = |b: &u8| b.is_ascii_digit() || matches!(b, b'$' | b' ');
        let is_readable = signs.digits < MOST_DIGITS && whole.iter().all(is_part);
        let number = Decimal::try_from_i128_with_scale(signs.number, 0).ok();
        let fraction = Decimal::from(*quarters) / Decimal::from(4);
        let value = number.filter(|_| is_readable).and_then(|n| n.checked_add(fraction));
        return (value, value.map_or(0, |v| v.scale()), value.is_none());
    }
    if signs.points > 1 || signs.comma_behind_point || signs.digits > MOST_DIGITS {
        return (None, 0, true);
    }
    // `<1%`
    if signs.less && !signs.greater {
        return (None, 0, false);
    }
    // `(+25)%`
    let is_negative =
        (signs.opens || signs.closes || signs.less || signs.dash) && !raw.starts_with("(+");
    let number = if is_negative { -signs.number } else { signs.number };
    let value = Decimal::try_from_i128_with_scale(number, signs.fraction_digits).ok();
    let misprint = value.is_none() || signs.opens != signs.closes || !well_grouped(raw.as_bytes());
    (value, signs.fraction_digits, misprint)
}

/// Letters that may stand for a one or a zero anywhere in a number.
const ROUND: [u8; 4] = *b"lIOo";

/// Letters that may stand for a five or an eight, but only in numbers with commas.
const CURVED: [u8; 2] = *b"SB";

/// Whether a letter may stand for a digit, misread by a scanner or mistyped.
pub fn passes_for_digit(letter: u8) -> bool {
    ROUND.contains(&letter) || CURVED.contains(&letter)
}

/// Whether a word has letters in the place of digits and is otherwise printed as only a number is,
/// with commas or cents: `22,9l0`, `S4,935`, `.O4`.
pub fn is_misread(word: &[u8]) -> bool {
    const CENTS: usize = 2;
    let cents = || {
        let digits = word.rsplit(|b| *b == b'.').next().unwrap_or_default();
        digits.iter().filter(|b| b.is_ascii_alphanumeric()).count()
    };
    may_be_misread(word) && (word.contains(&b',') || word.contains(&b'.') && cents() >= CENTS)
}

/// Whether a word has letters in the place of digits, if it is a number at all: `l50`.
pub fn may_be_misread(word: &[u8]) -> bool {
    if !word.iter().any(u8::is_ascii_alphabetic) {
        return false;
    }
    let is_sign = |b: &u8| matches!(b, b'$' | b'(' | b')' | b'-' | b'%');
    let is_round = |b: &u8| ROUND.contains(b);
    let of_number = |b: &u8| b.is_ascii_digit() || passes_for_digit(*b) || matches!(b, b',' | b'.');
    if !word.iter().all(|b| of_number(b) || is_sign(b)) {
        return false;
    }
    // `S173,663`, `S.14`, not `S-3`
    let signed = word.strip_prefix(b"S").filter(|number| !number.starts_with(b"-"));
    let number: Vec<u8> = signed.unwrap_or(word).iter().copied().filter(|b| !is_sign(b)).collect();
    let has = |f: fn(&u8) -> bool| number.iter().any(f);
    let letters = || number.iter().filter(|b| b.is_ascii_alphabetic());
    let as_digits: Vec<u8> =
        number.iter().map(|b| if b.is_ascii_alphabetic() { b'1' } else { *b }).collect();
    has(u8::is_ascii_digit)
        && number.iter().filter(|b| **b == b'.').nth(1).is_none()
        && (number.contains(&b',') || letters().all(is_round))
        && well_grouped(&as_digits)
}

/// Whether a figure, in the face of its line, is printed with a common fraction: `14 1/2`, `14½`,
/// and is no day, `2/1/95`.
pub fn has_fraction(face: &str) -> bool {
    let has_one_bar = |word: &str| word.matches('/').count() == 1;
    face.split([' ', '-']).any(has_one_bar) || face.bytes().any(|b| matches!(b, b'\x01'..=b'\x03'))
}

/// The scale that a figure itself names: a million for `$138 million`.
pub fn own_scale(raw: &str) -> Option<u32> {
    // Asked of every figure: both names end so.
    if !raw.ends_with(['n', 'N']) {
        return None;
    }
    let (_, scale) = raw.rsplit_once(' ')?;
    [("million", 1_000_000), ("billion", 1_000_000_000)]
        .into_iter()
        .find_map(|(name, one)| scale.eq_ignore_ascii_case(name).then_some(one))
}

/// How many digits are after the decimal point.
pub fn decimals(face: &str) -> usize {
    let point = face.bytes().position(|b| b == b'.').unwrap_or(face.len());
    face.bytes().skip(point + 1).take_while(u8::is_ascii_digit).count()
}

/// Whether a figure is printed as a multiple: `5.95x`, `2.1:1`, `2.1 to 1`.
pub fn is_multiple(raw: &str) -> bool {
    match raw.as_bytes() {
        [.., b'x' | b'X'] => true,
        [.., b'1'] => to_one(raw).is_some(),
        _ => false,
    }
}

/// What comes before the ratio's one: `2.1` of `2.1:1` or `2.1 to 1`.
fn to_one(raw: &str) -> Option<&str> {
    [":1", " to 1", " TO 1"].into_iter().find_map(|one| raw.strip_suffix(one))
}

/// Reads a whole number with a common fraction: `66 1/8`, `1/2`.
fn vulgar(raw: &str) -> Option<Decimal> {
    let (head, denominator) = raw.split_once('/')?;
    let denominator: u32 = denominator.trim_end_matches([')', '%', ' ']).parse().ok()?;
    if !matches!(denominator, 2 | 4 | 8 | 16 | 32 | 64) {
        return None;
    }
    let mut parts = head
        .trim_start_matches(|c: char| !c.is_ascii_digit())
        .rsplit([' ', '-'])
        .filter(|p| !p.is_empty());
    let numerator: u32 = parts.next()?.parse().ok()?;
    let whole: u32 = parts.next().map_or(Some(0), |w| w.parse().ok())?;
    parts
        .next()
        .is_none()
        .then(|| Decimal::from(whole) + Decimal::from(numerator) / Decimal::from(denominator))
}

/// Whether the commas of a number separate groups of three digits.
fn well_grouped(raw: &[u8]) -> bool {
    let of_number = |b: &u8| b.is_ascii_digit() || *b == b'.';
    let first = raw.iter().position(of_number).unwrap_or(0);
    let last = raw.iter().rposition(of_number).unwrap_or(0);
    let whole = raw[first..=last].split(|b| *b == b'.').next().unwrap_or_default();
    let mut groups = whole.split(|b| *b == b',');
    let first = groups.next().unwrap_or_default();
    let mut groups = groups.peekable();
    first.iter().all(u8::is_ascii_digit)
        && (groups.peek().is_none() || (1..=3).contains(&first.len()))
        && groups.all(|g| g.len() == 3 && g.iter().all(u8::is_ascii_digit))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(raw: &str, value: &str) {
        let want = (!value.is_empty()).then(|| Decimal::from_str_exact(value).expect("a number"));
        assert_eq!(parse(raw).value, want, "{raw}");
    }

    #[test]
    fn values() {
        check("$ 14\x02", "14.5");
        check("9 \x01", "9.25");
        check("$   13,582", "13582");
        check("(2,396)", "-2396");
        check("$ (2,396)", "-2396");
        check("($991)", "-991");
        check("$(40,724)", "-40724");
        check("( 0.38)", "-0.38");
        check("49,632)", "-49632");
        check(".04", "0.04");
        check("-", "0");
        check("$ --", "0");
        check("N/M", "");
        check("*", "");
        check("66 1/8", "66.125");
        check("24-1/2", "24.5");
        check("7-1/2%", "7.5");
        check("(8-1/4)%", "-8.25");
        check("2.1:1", "2.1");
        check("2.1 to 1", "2.1");
        check("1/2-3/4", "");
        check("12.5 %", "12.5");
        check("5.95x", "5.95");
        check("4,180 ,000", "4180000");
        check("52,,818,225", "52818225");
        check("1.028.3", "");
        check("333333333333333333333333333333\x01", "");
        check("2.000,807", "");
        check("22,9l0", "");
        check("$(4,O18)", "");
        check("S4,935", "");
        check(".O4", "");
        check("l50", "");
        check("<2,396>", "-2396");
        check("<1%", "");
        check("US$ 5,000", "5000");
        check("$12.5 million", "12.5");
        check("US$ 7 1/8", "7.125");
    }

    #[test]
    fn names_are_no_misread_numbers() {
        for name in
            ["10.1B", "B.1", "S1", "S-3", "1O", "10,000", "I.O.", "Sold", "l,l", "0l,234", "1,2O"]
        {
            assert_eq!(is_misread(name.as_bytes()), name == "0l,234", "{name}");
        }
    }

    #[test]
    fn misprints_are_told() {
        assert!(parse("1.028.3").misprint);
        assert!(parse("143,57").misprint);
        assert!(parse("4,180 ,000").misprint);
        assert!(parse("(2,396").misprint);
        assert!(parse("49,632)").misprint);
        assert!(parse("2.000,807").misprint);
        assert!(parse("22,9l0").misprint);
        assert!(!parse("$ (1,234.5)").misprint);
        assert!(!parse("1234").misprint);
    }
}
