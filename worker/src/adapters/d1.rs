//! The SQL port over D1.

use catalog::ports::sql::{Sql, SqlError, SqlRow, SqlValue, Statement};
use contract::LocalFuture;
use js_sys::{Array, ArrayBuffer, Object, Uint8Array};
use wasm_bindgen::{JsCast, JsValue};
use worker::wasm_bindgen_futures::JsFuture;

use crate::bindings::{D1Answer, D1Database, said};

/// A site's database on Cloudflare.
pub(crate) struct D1Sql(D1Database);

impl D1Sql {
    /// Takes the binding.
    pub(crate) fn new(database: D1Database) -> D1Sql {
        D1Sql(database)
    }

    async fn run(&self, statements: &[Statement]) -> Result<Vec<Vec<SqlRow>>, JsValue> {
        let bound = Array::new();
        for statement in statements {
            let parameters: Array = statement.parameters().iter().map(sent).collect();
            bound.push(&self.0.prepare(statement.text())?.bind(&parameters)?.into());
        }
        let answers = JsFuture::from(self.0.batch(&bound)?).await?;
        let answers = answers.dyn_into::<Array>()?;
        Ok(answers.iter().map(|answer| rows(&answer.unchecked_into())).collect())
    }
}

/// D1 refused, in its own words.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
struct D1Error(String);

impl Sql for D1Sql {
    fn batch(
        &self,
        statements: Vec<Statement>,
    ) -> LocalFuture<'_, Result<Vec<Vec<SqlRow>>, SqlError>> {
        Box::pin(async move {
            let rows = self.run(&statements).await;
            rows.map_err(|thrown| SqlError::Refused(Box::new(D1Error(said(&thrown)))))
        })
    }
}

fn sent(value: &SqlValue) -> JsValue {
    match value {
        SqlValue::Null => JsValue::NULL,
        #[expect(clippy::cast_precision_loss, reason = "D1 takes no number above 2^53")]
        SqlValue::Integer(number) => JsValue::from_f64(*number as f64),
        SqlValue::Real(number) => JsValue::from_f64(*number),
        SqlValue::Text(text) => JsValue::from_str(text),
        SqlValue::Blob(bytes) => Uint8Array::from(bytes.as_slice()).buffer().into(),
    }
}

fn rows(answer: &D1Answer) -> Vec<SqlRow> {
    let rows = answer.results().unwrap_or_default();
    let values = |row: JsValue| Object::values(row.unchecked_ref()).iter().map(received).collect();
    rows.iter().map(values).collect()
}

fn received(value: JsValue) -> SqlValue {
    if let Some(text) = value.as_string() {
        return SqlValue::Text(text);
    }
    if let Some(number) = value.as_f64() {
        return SqlValue::Real(number);
    }
    // A blob comes as an array of its bytes, or as a buffer.
    if value.is_instance_of::<ArrayBuffer>() || Array::is_array(&value) {
        return SqlValue::Blob(Uint8Array::new(&value).to_vec());
    }
    SqlValue::Null
}
