//! The product's capabilities in this process, behind one invoker.

use std::{
    cell::RefCell,
    future::Future,
    pin::pin,
    rc::Rc,
    task::{Context, Poll, Waker},
};

use catalog::{
    Ports,
    ports::sql::{Sql, SqlError, SqlRow, Statement},
};
use contract::{
    LocalFuture,
    address::Address,
    approval::{Approver, DenyAll},
    caller::Caller,
    invoke::{Invoker, Outcome, Situation},
    invoke_error::InvokeError,
    policy::{Pattern, Rule, Verdict},
    registry::Registry,
    watch::{CallRecord, Clock, Watch},
};
use serde_json::Value;

/// The request id that every answer quotes.
pub(crate) const REQUEST_ID: &str = "r-1";

/// One registry, one caller, one set of rules.
pub(crate) struct Stage {
    pub(crate) invoker: Invoker<Ports>,
    #[cfg_attr(not(feature = "fixtures"), expect(dead_code, reason = "only fixtures need it"))]
    pub(crate) diary: Rc<Diary>,
}

impl Stage {
    /// Everything is allowed, and nobody approves.
    #[cfg_attr(not(feature = "fixtures"), expect(dead_code, reason = "only fixtures need it"))]
    pub(crate) fn open() -> Stage {
        Stage::new(&[("*", Verdict::Allow)], Rc::new(DenyAll))
    }

    pub(crate) fn new(rules: &[(&str, Verdict)], approver: Rc<dyn Approver>) -> Stage {
        let rules: Vec<Rule> = rules
            .iter()
            .map(|(pattern, verdict)| Rule::new(Pattern::parse(pattern).unwrap(), *verdict))
            .collect();
        let diary = Rc::new(Diary::default());
        let situation = Situation {
            caller: Caller::anonymous(),
            rules: rules.into(),
            approver,
            watch: Rc::<Diary>::clone(&diary),
            clock: Rc::new(Stopped),
            request_id: REQUEST_ID.to_owned(),
        };
        let invoker = Invoker::new(Rc::new(all()), Rc::new(no_ports()), situation);
        Stage { invoker, diary }
    }

    pub(crate) fn call(&self, name: &str, input: Value) -> Result<Outcome, InvokeError> {
        now(self.invoker.invoke(name, input))
    }
}

/// Everything that this build can do.
pub(crate) fn all() -> Registry<Ports> {
    match catalog::capabilities() {
        Ok(registry) => registry,
        Err(error) => panic!("the registry refuses the product's own list: {error}"),
    }
}

/// Every future here is ready at once, so one poll is enough.
pub(crate) fn now<T>(future: impl Future<Output = T>) -> T {
    match pin!(future).poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(value) => value,
        Poll::Pending => panic!("it waits for something"),
    }
}

fn no_ports() -> Ports {
    Ports::over(Rc::new(NoDatabase))
}

struct NoDatabase;

impl Sql for NoDatabase {
    fn batch(&self, _: Vec<Statement>) -> LocalFuture<'_, Result<Vec<Vec<SqlRow>>, SqlError>> {
        let refused = SqlError::Refused("there is no database in this test".into());
        Box::pin(std::future::ready(Err(refused)))
    }
}

struct Stopped;

impl Clock for Stopped {
    fn now_ms(&self) -> u64 {
        0
    }
}

/// What the watch hook saw, a line for each event.
#[derive(Default)]
pub(crate) struct Diary(pub(crate) RefCell<Vec<String>>);

impl Watch for Diary {
    fn call_ended(&self, record: &CallRecord<'_>) {
        self.0.borrow_mut().push(format!("{} {:?}", record.capability, record.outcome));
    }

    fn next_action_dropped(&self, capability: &Address, next: &Address, why: &str) {
        self.0.borrow_mut().push(format!("{capability} dropped {next}: {why}"));
    }
}
