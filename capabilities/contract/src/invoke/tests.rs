//! The order of the steps, and that no way in skips one.

use std::{
    cell::{Cell, RefCell},
    future::Future,
    pin::pin,
    task::{Context, Poll, Waker},
};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::*;
use crate::{
    LocalFuture,
    address::Name,
    approval::DenyAll,
    authorized::Authorized,
    capability::{Capability, Example},
    effects::Effects,
    failure::{Failure, FailureKind},
    invoke_error::ErrorKind,
    policy::{Pattern, Verdict},
    progress::Step,
    reply::Fault,
};

/// What the handlers saw, in order.
#[derive(Default)]
struct Ports {
    ran: RefCell<Vec<String>>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Order {
    #[schemars(length(min = 1, max = 4))]
    item: String,
    #[schemars(range(min = 1, max = 9))]
    count: u32,
}

#[derive(Serialize, JsonSchema)]
struct Receipt {
    total: u32,
}

#[derive(Debug, thiserror::Error, Serialize, JsonSchema)]
#[serde(tag = "tag", rename_all_fields = "camelCase")]
enum OrderFailure {
    #[error("there is no `{item_name}`")]
    NoSuchItem { item_name: String },
}

impl Failure for OrderFailure {
    const KINDS: &'static [(&'static str, FailureKind)] = &[("NoSuchItem", FailureKind::NotFound)];
}

struct Buy;

impl Capability<Ports> for Buy {
    const NAME: Name = Name::new("shop.buy");
    const TITLE: &'static str = "Buy";
    const DESCRIPTION: &'static str = "Buys things.";
    const EFFECTS: Effects = Effects::DESTRUCTIVE;
    const APPROVAL: Approval = Approval::Required;
    const NEXT: &'static [Name] = &[Look::NAME];
    type Input = Order;
    type Output = Receipt;
    type Failure = OrderFailure;

    fn examples() -> Vec<Example> {
        vec![Example { input: json!({"item": "pen", "count": 2}), output: json!({"total": 4}) }]
    }

    async fn run(
        call: Authorized<'_, Self, Ports>,
        order: Order,
    ) -> Result<Reply<Receipt>, Fault<OrderFailure>> {
        call.ports().ran.borrow_mut().push(order.item.clone());
        let look = NextAction::new(Look::NAME, &json!({"item": "pen", "count": 1}), "look first");
        match order.item.as_str() {
            "gone" => {
                Err(Fault::from(OrderFailure::NoSuchItem { item_name: order.item }).next(look))
            }
            "fire" => Err(Fault::internal(std::fmt::Error)),
            _ => Ok(Reply::from(Receipt { total: order.count * 2 })
                .next(look)
                .next(NextAction::new(Look::NAME, &json!({"item": ""}), "does not fit"))
                .next(NextAction::new(Buy::NAME, &json!({"item": "x", "count": 1}), "not named"))),
        }
    }
}

struct Look;

impl Capability<Ports> for Look {
    const NAME: Name = Name::new("shop.look");
    const TITLE: &'static str = "Look";
    const DESCRIPTION: &'static str = "Looks at things.";
    const EFFECTS: Effects = Effects::READ_ONLY;
    type Input = Order;
    type Output = Receipt;
    type Failure = OrderFailure;

    fn examples() -> Vec<Example> {
        Buy::examples()
    }

    async fn run(
        call: Authorized<'_, Self, Ports>,
        order: Order,
    ) -> Result<Reply<Receipt>, Fault<OrderFailure>> {
        call.ports().ran.borrow_mut().push(format!("look at {}", order.item));
        let message = Some(format!("looking at {}", order.item));
        call.report(Step { done: 1.0, total: Some(2.0), message });
        Ok(Receipt { total: 0 }.into())
    }
}

/// Approves or not, and remembers what it was asked.
struct Person {
    says_yes: bool,
    asked: Cell<u32>,
}

impl Approver for Person {
    fn approve<'a>(&'a self, _: ApprovalRequest<'a>) -> LocalFuture<'a, ApprovalAnswer> {
        self.asked.set(self.asked.get() + 1);
        let answer = match self.says_yes {
            true => ApprovalAnswer::Granted,
            false => ApprovalAnswer::Denied { reason: "not today".to_owned() },
        };
        Box::pin(std::future::ready(answer))
    }
}

#[derive(Default)]
struct Diary(RefCell<Vec<String>>);

impl Watch for Diary {
    fn call_ended(&self, record: &CallRecord<'_>) {
        let line = format!("{} {:?} {}", record.capability, record.outcome, record.duration_ms);
        self.0.borrow_mut().push(line);
    }

    fn next_action_dropped(&self, capability: &Address, next: &Address, why: &str) {
        self.0.borrow_mut().push(format!("{capability} dropped {next}: {why}"));
    }
}

/// Each look at it is five milliseconds later.
struct Ticking(Cell<u64>);

impl Clock for Ticking {
    fn now_ms(&self) -> u64 {
        self.0.set(self.0.get() + 5);
        self.0.get()
    }
}

struct Stage {
    ports: Rc<Ports>,
    person: Rc<Person>,
    diary: Rc<Diary>,
    invoker: Invoker<Ports>,
}

fn stage(rules: &[(&str, Verdict)], says_yes: bool) -> Stage {
    let registry =
        Registry::new(vec![Entry::typed::<Buy>().unwrap(), Entry::typed::<Look>().unwrap()]);
    let rules: Vec<Rule> = rules
        .iter()
        .map(|(pattern, verdict)| Rule::new(Pattern::parse(pattern).unwrap(), *verdict))
        .collect();
    let ports = Rc::new(Ports::default());
    let person = Rc::new(Person { says_yes, asked: Cell::new(0) });
    let diary = Rc::new(Diary::default());
    let situation = Situation {
        caller: Caller::anonymous(),
        rules: rules.into(),
        approver: Rc::<Person>::clone(&person),
        watch: Rc::<Diary>::clone(&diary),
        clock: Rc::new(Ticking(Cell::new(0))),
        request_id: "r-1".to_owned(),
    };
    let invoker = Invoker::new(Rc::new(registry.ok().unwrap()), Rc::clone(&ports), situation);
    Stage { ports, person, diary, invoker }
}

const ALLOW: &[(&str, Verdict)] = &[("*", Verdict::Allow)];

/// Everything here is ready at once, so one poll is enough.
fn now<T>(future: impl Future<Output = T>) -> T {
    match pin!(future).poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(value) => value,
        Poll::Pending => panic!("it waits for something"),
    }
}

impl Stage {
    fn call(&self, name: &str, input: Value) -> Result<Outcome, InvokeError> {
        now(self.invoker.invoke(name, input))
    }

    fn ran(&self) -> Vec<String> {
        self.ports.ran.borrow().clone()
    }
}

fn order(item: &str) -> Value {
    json!({"item": item, "count": 2})
}

#[test]
fn an_approved_call_runs_and_offers_what_is_next() {
    let stage = stage(ALLOW, true);
    let outcome = stage.call("shop.buy", order("pen")).unwrap();
    assert_eq!(outcome.output, json!({"total": 4}));
    let next: Vec<&str> = outcome.next.iter().map(|it| it.reason.as_str()).collect();
    assert_eq!(next, ["look first"]);
    assert_eq!(
        *stage.diary.0.borrow(),
        [
            "shop.buy dropped shop.look: its input does not fit",
            "shop.buy dropped shop.buy: the contract does not name it as next",
            "shop.buy Succeeded 5",
        ]
    );
}

#[test]
fn a_refused_capability_looks_like_one_that_does_not_exist() {
    let rules = [("*", Verdict::Allow), ("shop.buy", Verdict::Deny)];
    let stage = stage(&rules, true);
    let refused = stage.call("shop.buy", json!("not even an object")).unwrap_err();
    let absent = stage.call("shop.bui", json!({})).unwrap_err();
    assert_eq!(refused.kind(), ErrorKind::UnknownCapability);
    assert_eq!(refused.to_json()["nearest"], absent.to_json()["nearest"]);
    assert_eq!(stage.ran(), [""; 0]);
    assert_eq!(stage.person.asked.get(), 0);
    let listed: Vec<&str> = stage.invoker.listed().map(|it| it.address.as_str()).collect();
    assert_eq!(listed, ["shop.look"]);
    assert!(stage.invoker.contract_by_flat_name("shop_buy").is_none());
    assert_eq!(*stage.diary.0.borrow(), ["shop.buy Refused 5", "shop.bui Unknown 5"]);
}

#[test]
fn nobody_is_asked_about_an_invalid_input() {
    let stage = stage(ALLOW, true);
    let says = |input: Value| {
        let error = stage.call("shop.buy", input).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::InvalidInput);
        Value::Object(error.to_json())
    };
    assert_eq!(
        says(json!({"item": "pen", "count": "2"})),
        json!({
            "tag": "InvalidInput",
            "message": "`/count` does not fit: expected an integer from 1 to 9",
            "pointer": "/count",
            "expected": "an integer from 1 to 9",
            "example": 2,
        })
    );
    assert_eq!(
        says(json!({"count": 2})),
        json!({
            "tag": "InvalidInput",
            "message": "`/item` is missing: expected a string of 1 to 4 characters",
            "pointer": "/item",
            "expected": "a string of 1 to 4 characters",
            "example": "pen",
        })
    );
    assert_eq!(says(json!({"item": "pen", "count": 2, "gift": 1}))["example"], order("pen"));
    assert_eq!(says(json!([]))["pointer"], "");
    assert_eq!(stage.ran(), [""; 0]);
    assert_eq!(stage.person.asked.get(), 0);
}

#[test]
fn no_sent_value_is_repeated_in_a_refusal() {
    let stage = stage(ALLOW, true);
    for input in
        [json!({"item": "hunter2-secret", "count": 2}), json!({"item": ["hunter2-secret"]})]
    {
        let error = stage.call("shop.buy", input).unwrap_err();
        let text = format!("{} {}", error.message(), Value::Object(error.to_json()));
        assert!(!text.contains("hunter2"), "{text}");
    }
}

#[test]
fn an_input_nested_too_deep_is_refused_before_anything_looks_into_it() {
    let nested = |levels: usize| (1..levels).fold(json!([]), |inner, _| json!([inner]));
    let order = |levels: usize| json!({"item": "pen", "count": 2, "gift": nested(levels)});
    let stage = stage(ALLOW, true);
    let problem = |levels: usize| {
        let error = stage.call("shop.look", order(levels)).unwrap_err();
        let InvokeError::InvalidInput(invalid) = error else { panic!("{error:?}") };
        invalid.problem
    };
    assert_eq!(problem(limits::JSON_DEPTH_MAX - 1), MismatchKind::Unknown);
    assert_eq!(problem(limits::JSON_DEPTH_MAX + 2), MismatchKind::TooDeep);
}

#[test]
fn a_denied_approval_stops_the_call() {
    let stage = stage(ALLOW, false);
    let error = stage.call("shop.buy", order("pen")).unwrap_err();
    assert_eq!(
        Value::Object(error.to_json()),
        json!({
            "tag": "ApprovalDenied",
            "message": "`shop.buy` was not approved: not today",
            "capability": "shop.buy",
            "reason": "not today",
        })
    );
    assert_eq!((stage.ran(), stage.person.asked.get()), (Vec::new(), 1));
}

#[test]
fn policy_can_ask_for_more_and_never_for_less() {
    let asked = |rules: &[(&str, Verdict)], name: &str| {
        let stage = stage(rules, true);
        stage.call(name, order("pen")).unwrap();
        stage.person.asked.get()
    };
    let ask = [("*", Verdict::Allow), ("shop.look", Verdict::Ask)];
    assert_eq!(asked(ALLOW, "shop.look"), 0);
    assert_eq!(asked(&ask, "shop.look"), 1);
    assert_eq!(asked(&[("shop.buy", Verdict::Allow)], "shop.buy"), 1);
}

#[test]
fn without_a_rule_nothing_exists() {
    let stage = stage(&[], true);
    let error = stage.call("shop.look", order("pen")).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::UnknownCapability);
    assert_eq!(stage.invoker.listed().count(), 0);
}

#[test]
fn declared_and_internal_errors_stay_apart() {
    let stage = stage(ALLOW, true);
    let declared = stage.call("shop.buy", order("gone")).unwrap_err();
    assert_eq!(declared.kind(), ErrorKind::Declared(FailureKind::NotFound));
    assert_eq!(
        Value::Object(declared.to_json()),
        json!({"tag": "NoSuchItem", "message": "there is no `gone`", "itemName": "gone"})
    );
    assert_eq!(declared.next().len(), 1);
    let internal = stage.call("shop.buy", order("fire")).unwrap_err();
    assert_eq!(internal, InvokeError::Internal { request_id: "r-1".to_owned() });
    let diary = stage.diary.0.borrow();
    assert!(diary.iter().any(|it| it.starts_with("shop.buy Internal { causes: [\"an error")));
}

#[test]
fn one_and_one_point_nought_are_the_same_number() {
    let stage = stage(ALLOW, true);
    let outcome = stage.call("shop.look", json!({"item": "pen", "count": 2.0}));
    assert!(outcome.is_ok(), "{outcome:?}");
}

#[test]
fn nobody_is_there_unless_a_composition_root_says_so() {
    let caller = Caller::local();
    let address = Buy::NAME.address();
    let request =
        ApprovalRequest { capability: &address, title: "Buy", input: &json!({}), caller: &caller };
    assert!(matches!(now(DenyAll.approve(request)), ApprovalAnswer::Denied { .. }));
}

#[test]
fn the_published_failure_includes_the_denied_approval_where_it_can_happen() {
    let tags = |contract: &Contract| {
        let names = contract.failure_variants().into_iter().map(|(tag, _, _)| tag);
        names.collect::<Vec<_>>()
    };
    assert_eq!(tags(&Contract::of::<Buy, _>().unwrap()), ["NoSuchItem", "ApprovalDenied"]);
    assert_eq!(tags(&Contract::of::<Look, _>().unwrap()), ["NoSuchItem"]);
}

#[test]
fn a_flat_name_leads_to_its_capability_and_an_address_is_no_flat_name() {
    let stage = stage(&[("shop.look", Verdict::Allow), ("shop.buy", Verdict::Deny)], true);
    let flat = |name: &str| now(stage.invoker.invoke_flat(name, order("pen"))).map(|_| ());
    assert_eq!(flat("shop_look"), Ok(()));
    assert_eq!(flat("shop.look").unwrap_err().kind(), ErrorKind::UnknownCapability);
    assert_eq!(flat("shop_buy").unwrap_err().kind(), ErrorKind::UnknownCapability);
    assert_eq!(stage.ran(), ["look at pen"]);
    assert_eq!(
        *stage.diary.0.borrow(),
        ["shop.look Succeeded 5", "shop.look Unknown 5", "shop.buy Refused 5"]
    );
}

#[test]
fn an_output_reads_as_its_capability_says_or_as_json() {
    let stage = stage(ALLOW, true);
    let mut contract = stage.invoker.contract("shop.look").unwrap().clone();
    assert_eq!(contract.presented(&json!({"total": 4})), r#"{"total":4}"#);
    contract.present = Some(|output| format!("total: **{}**", output["total"]));
    assert_eq!(contract.presented(&json!({"total": 4})), "total: **4**");
}

#[derive(Default)]
struct Waiting(RefCell<Vec<Step>>);

impl Progress for Waiting {
    fn stepped(&self, step: Step) {
        self.0.borrow_mut().push(step);
    }
}

#[test]
fn whoever_waits_learns_how_far_a_call_has_come() {
    let stage = stage(ALLOW, true);
    let waiting = Rc::new(Waiting::default());
    let invoker = stage.invoker.clone().reporting_to(Rc::<Waiting>::clone(&waiting));
    now(invoker.invoke("shop.look", order("pen"))).unwrap();
    let message = Some("looking at pen".to_owned());
    assert_eq!(*waiting.0.borrow(), [Step { done: 1.0, total: Some(2.0), message }]);
    stage.call("shop.look", order("pen")).unwrap();
    assert_eq!(waiting.0.borrow().len(), 1, "another invoker reports to nobody");
}
