//! What is said about a request before its answer, and the answer at the end.

use std::{
    cell::{Cell, RefCell},
    collections::VecDeque,
    future::poll_fn,
    rc::Rc,
    task::Poll,
};

use contract::{
    LocalFuture,
    progress::{Progress, Step},
};
use http::StatusCode;
use serde_json::{Value, json};

/// Messages that wait to be sent.
#[derive(Clone, Default)]
pub(super) struct Outbox(Rc<RefCell<VecDeque<String>>>);

impl Outbox {
    /// Sends a notification.
    pub(super) fn notify(&self, method: &str, params: Value) {
        let message = json!({"jsonrpc": "2.0", "method": method, "params": params});
        self.0.borrow_mut().push_back(message.to_string());
    }

    fn take(&self) -> Option<String> {
        self.0.borrow_mut().pop_front()
    }
}

/// The messages about one request, the answer last. Dropping it stops the work.
pub struct Conversation {
    outbox: Outbox,
    answer: Option<LocalFuture<'static, Answer>>,
    /// The answer, while something still waits to be said before it.
    held: Option<Answer>,
}

/// The answer to a request.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answer {
    /// What HTTP says of it.
    pub status: StatusCode,
    /// The message, on one line.
    pub text: String,
}

/// One message of a conversation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Said {
    /// Something about the request; more follows.
    Before(String),
    /// The answer; nothing follows.
    Answer(Answer),
}

impl Conversation {
    pub(super) fn new(outbox: Outbox, answer: LocalFuture<'static, Answer>) -> Conversation {
        Conversation { outbox, answer: Some(answer), held: None }
    }

    /// A conversation that is only an answer.
    pub fn answering(text: impl Future<Output = String> + 'static) -> Conversation {
        let answer = async move { Answer { status: StatusCode::OK, text: text.await } };
        Conversation::new(Outbox::default(), Box::pin(answer))
    }

    /// The next message, `None` after the answer.
    pub async fn next(&mut self) -> Option<Said> {
        poll_fn(|context| {
            if let Some(message) = self.outbox.take() {
                return Poll::Ready(Some(Said::Before(message)));
            }
            if let Some(answer) = self.held.take() {
                return Poll::Ready(Some(Said::Answer(answer)));
            }
            let Some(answer) = &mut self.answer else { return Poll::Ready(None) };
            let polled = answer.as_mut().poll(context);
            if let Poll::Ready(text) = polled {
                self.answer = None;
                self.held = Some(text);
            }
            match self.outbox.take() {
                Some(message) => Poll::Ready(Some(Said::Before(message))),
                None => match self.held.take() {
                    Some(answer) => Poll::Ready(Some(Said::Answer(answer))),
                    None => Poll::Pending,
                },
            }
        })
        .await
    }
}

/// Reports of one call, under the token that its caller chose.
pub(super) struct Reports {
    outbox: Outbox,
    token: Value,
    last: Cell<f64>,
}

impl Reports {
    /// Reports where the request asks for them: its token is a string or a whole number.
    pub(super) fn wanted(outbox: &Outbox, params: &super::envelope::Params) -> Option<Reports> {
        let token = params.get("_meta")?.get("progressToken")?;
        let usable = token.is_string() || token.is_i64() || token.is_u64();
        let (outbox, token) = (outbox.clone(), token.clone());
        usable.then(|| Reports { outbox, token, last: Cell::new(f64::NEG_INFINITY) })
    }
}

impl Progress for Reports {
    fn stepped(&self, step: Step) {
        let Step { done, total, message } = step;
        // A client may take a report that does not advance for a fault of ours.
        if !done.is_finite() || done <= self.last.get() {
            return;
        }
        self.last.set(done);
        let mut params = json!({"progressToken": self.token, "progress": number(done)});
        if let Some(members) = params.as_object_mut() {
            if let Some(total) = total.filter(|it| it.is_finite()) {
                members.insert("total".to_owned(), number(total));
            }
            if let Some(message) = message {
                members.insert("message".to_owned(), json!(message));
            }
        }
        self.outbox.notify("notifications/progress", params);
    }
}

/// A whole number is written as one.
fn number(value: f64) -> Value {
    const EXACT_MAX: f64 = 9_007_199_254_740_992.0;
    if value.fract() == 0.0 && value.abs() <= EXACT_MAX {
        #[expect(
            clippy::cast_possible_truncation,
            reason = "the value is whole and within the range of exact integers"
        )]
        let whole = value as i64;
        return json!(whole);
    }
    json!(value)
}
