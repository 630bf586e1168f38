//! How kinds of statements, units and durations are spelled in the output, and read back from it.

use std::fmt;
use std::str::FromStr;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::record::{Currency, Duration, Kind, Unit};

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Kind {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Self::named(text).ok_or_else(|| format!("`{text}` is not a kind of statement"))
    }
}

impl fmt::Display for Unit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Money(currency) => f.write_str(currency.code()),
            Self::PerShare(currency) => write!(f, "{}/share", currency.code()),
            Self::Shares => f.write_str("shares"),
            Self::Percent => f.write_str("percent"),
            Self::Ratio => f.write_str("ratio"),
            Self::Pure => f.write_str("pure"),
        }
    }
}

impl FromStr for Unit {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Ok(match text {
            "shares" => Self::Shares,
            "percent" => Self::Percent,
            "ratio" => Self::Ratio,
            "pure" => Self::Pure,
            _ => {
                let (code, per_share) = match text.strip_suffix("/share") {
                    Some(code) => (code, true),
                    None => (text, false),
                };
                let currency =
                    Currency::new(code).ok_or_else(|| format!("`{text}` is not a unit"))?;
                if per_share { Self::PerShare(currency) } else { Self::Money(currency) }
            }
        })
    }
}

impl fmt::Display for Duration {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Months(n) => write!(f, "P{n}M"),
            Self::Weeks(n) => write!(f, "P{n}W"),
        }
    }
}

impl FromStr for Duration {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let fail = || format!("`{text}` is not a duration such as P3M or P13W");
        let body = text.strip_prefix('P').ok_or_else(fail)?;
        let (digits, make): (&str, fn(u16) -> Self) = if let Some(n) = body.strip_suffix('M') {
            (n, Self::Months)
        } else if let Some(n) = body.strip_suffix('W') {
            (n, Self::Weeks)
        } else {
            return Err(fail());
        };
        digits.parse().map(make).map_err(|_| fail())
    }
}

/// Serialises a type as one string, by its `Display`, and reads it back by its `FromStr`.
macro_rules! wire_string {
    ($type:ty, $pattern:literal) => {
        impl Serialize for $type {
            fn serialize<S: serde::Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
                out.collect_str(self)
            }
        }

        impl<'de> Deserialize<'de> for $type {
            fn deserialize<D: serde::Deserializer<'de>>(input: D) -> Result<Self, D::Error> {
                let text = std::borrow::Cow::<'de, str>::deserialize(input)?;
                text.parse().map_err(serde::de::Error::custom)
            }
        }

        impl JsonSchema for $type {
            fn schema_name() -> std::borrow::Cow<'static, str> {
                stringify!($type).into()
            }

            fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
                schemars::json_schema!({ "type": "string", "pattern": $pattern })
            }
        }
    };
}

wire_string!(Unit, "^([A-Z]{3}(/share)?|shares|percent|ratio|pure)$");
wire_string!(Duration, "^P[0-9]+[MW]$");
