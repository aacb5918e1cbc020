//! Lines in, lines out: bounds, order, cancelling and the end.

use std::{
    cell::{Cell, RefCell},
    future::{pending, poll_fn, ready},
    io,
    pin::Pin,
    rc::Rc,
    task::{Context, Poll},
};

use projections::mcp::{Conversation, Received};
use tokio::io::{AsyncRead, BufReader, ReadBuf};

use super::converse;

/// Gives its pieces one at a time, and lets others run in between.
struct Pieces {
    pieces: Vec<Vec<u8>>,
    waits: bool,
}

impl AsyncRead for Pieces {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        self.waits = !self.waits;
        if self.waits {
            context.waker().wake_by_ref();
            return Poll::Pending;
        }
        if !self.pieces.is_empty() {
            let piece = self.pieces.remove(0);
            buffer.put_slice(&piece);
        }
        Poll::Ready(Ok(()))
    }
}

fn run(pieces: &[&[u8]], receive: impl Fn(&[u8]) -> Received) -> Vec<String> {
    let pieces = pieces.iter().map(|it| it.to_vec()).collect();
    let input = BufReader::with_capacity(4 << 20, Pieces { pieces, waits: false });
    let mut output = Vec::new();
    let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
    runtime.block_on(converse(input, &mut output, receive)).unwrap();
    let output = String::from_utf8(output).unwrap();
    assert!(output.is_empty() || output.ends_with('\n'));
    output.lines().map(str::to_owned).collect()
}

fn echo(line: &[u8]) -> Received {
    let text = String::from_utf8_lossy(line).into_owned();
    let id = text.clone();
    Received::Request { id, conversation: Conversation::answering(ready(format!("<{text}>"))) }
}

#[test]
fn each_line_is_answered_however_the_input_is_cut() {
    assert_eq!(run(&[b"a\nb\n"], echo), ["<a>", "<b>"]);
    assert_eq!(run(&[b"a", b"b", b"\nc", b"\n"], echo), ["<ab>", "<c>"]);
    assert_eq!(run(&[b"a\r\nb"], echo), ["<a>", "<b>"]);
    assert_eq!(run(&[b"\n\n  \n\r\na\n"], echo), ["<a>"]);
    assert!(run(&[], echo).is_empty());
}

#[test]
fn a_line_that_is_too_long_is_refused_and_the_next_is_read() {
    let long = vec![b'x'; 3 << 20];
    let answers = run(&[&long[..1 << 20], &long[..2 << 20], b"\na\n"], echo);
    assert_eq!(answers.len(), 2);
    assert!(answers[0].contains("-32600") && !answers[0].contains("\"id\""));
    assert_eq!(answers[1], "<a>");
    let at_the_end = run(&[&long[..1 << 20], &long[..2 << 20]], echo);
    assert_eq!(at_the_end.len(), 1);
}

#[test]
fn a_slow_request_does_not_hold_up_the_next() {
    let turns = Rc::new(Cell::new(0));
    let receive = |line: &[u8]| {
        if line != b"slow" {
            return echo(line);
        }
        let turns = Rc::clone(&turns);
        let answer = poll_fn(move |context| {
            turns.set(turns.get() + 1);
            context.waker().wake_by_ref();
            if turns.get() < 20 { Poll::Pending } else { Poll::Ready("<slow>".to_owned()) }
        });
        Received::Request { id: "slow".to_owned(), conversation: Conversation::answering(answer) }
    };
    assert_eq!(run(&[b"slow\n", b"quick\n"], receive), ["<quick>", "<slow>"]);
}

/// Says that it was dropped.
struct Bell(Rc<RefCell<Vec<&'static str>>>);

impl Drop for Bell {
    fn drop(&mut self) {
        self.0.borrow_mut().push("stopped");
    }
}

#[test]
fn a_cancelled_request_stops_and_is_not_answered() {
    let heard = Rc::new(RefCell::new(Vec::new()));
    let receive = |line: &[u8]| match line {
        b"stop" => Received::Cancel { id: "1".to_owned() },
        b"endless" => {
            let bell = Bell(Rc::clone(&heard));
            let answer = async move {
                let _bell = bell;
                pending().await
            };
            Received::Request { id: "1".to_owned(), conversation: Conversation::answering(answer) }
        }
        other => echo(other),
    };
    let answers = run(&[b"endless\n", b"a\n", b"stop\n", b"b\n"], receive);
    assert_eq!(answers, ["<a>", "<b>"]);
    assert_eq!(*heard.borrow(), ["stopped"]);
}

#[test]
fn everything_asked_before_the_end_is_answered() {
    let many: Vec<String> = (0..200).map(|it| it.to_string()).collect();
    let answers = run(&[many.join("\n").as_bytes()], echo);
    assert_eq!(answers.len(), 200);
}
