//! How a Rust type becomes a schema that says exactly what its decoder accepts.

use schemars::{JsonSchema, generate::SchemaSettings, transform::transform_subschemas};
use serde_json::{Value, json};

pub(super) fn read<T: JsonSchema>() -> Value {
    published(settings().for_deserialize().into_generator().into_root_schema_for::<T>())
}

pub(super) fn written<T: JsonSchema>() -> Value {
    published(settings().for_serialize().into_generator().into_root_schema_for::<T>())
}

fn settings() -> SchemaSettings {
    SchemaSettings::draft2020_12().with(|it| {
        it.meta_schema = None;
        it.inline_subschemas = true;
    })
}

fn published(mut schema: schemars::Schema) -> Value {
    schema.remove("title");
    spell_out_integers(&mut schema);
    schema.to_value()
}

/// Rust's integer widths are formats that validators ignore, so they become bounds.
fn spell_out_integers(schema: &mut schemars::Schema) {
    let bounds = match schema.get("format").and_then(Value::as_str) {
        Some("uint8") => Some((json!(0), json!(u8::MAX))),
        Some("uint16") => Some((json!(0), json!(u16::MAX))),
        Some("uint32") => Some((json!(0), json!(u32::MAX))),
        Some("uint64" | "uint") => Some((json!(0), json!(u64::MAX))),
        Some("int8") => Some((json!(i8::MIN), json!(i8::MAX))),
        Some("int16") => Some((json!(i16::MIN), json!(i16::MAX))),
        Some("int32") => Some((json!(i32::MIN), json!(i32::MAX))),
        Some("int64" | "int") => Some((json!(i64::MIN), json!(i64::MAX))),
        Some("float" | "double") => {
            schema.remove("format");
            None
        }
        Some(_) | None => None,
    };
    if let Some((least, most)) = bounds {
        schema.remove("format");
        for (keyword, bound) in [("minimum", least), ("maximum", most)] {
            if schema.get(keyword).is_none() {
                schema.insert(keyword.to_owned(), bound);
            }
        }
    }
    transform_subschemas(&mut spell_out_integers, schema);
}
