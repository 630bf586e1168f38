//! Descriptions of the output formats for programs: JSON Schema and Frictionless Table Schema.

use serde_json::{Value, json};

use super::csv::FIELDS;
use super::json::Document;
use crate::record::{Kind, SCHEMA_VERSION};

/// JSON Schema (draft 2020-12) of the JSON document; a line of JSON Lines is its `$defs/Filing`.
pub fn json() -> Value {
    schemars::schema_for!(Document).to_value()
}

/// Frictionless Table Schema of the long CSV.
pub fn csv() -> Value {
    let fields: Vec<Value> = FIELDS
        .iter()
        .map(|field| {
            let mut entry = json!({
                "name": field.name,
                "type": field.kind.name(),
                "description": field.meaning,
            });
            if field.required {
                entry["constraints"]["required"] = true.into();
            }
            if field.name == "statement" {
                entry["constraints"]["enum"] = Kind::ALL.map(Kind::name).to_vec().into();
            }
            entry
        })
        .collect();
    json!({
        "$schema": "https://specs.frictionlessdata.io/schemas/table-schema.json",
        "title": format!("ex99 facts, version {SCHEMA_VERSION}"),
        "fields": fields,
        "missingValues": [""],
    })
}
