//! How a conversation over standard input and output goes: one message a line, many at once.

use std::collections::BTreeMap;
use std::io;
use std::pin::pin;

use contract::{LocalFuture, limits};
use futures_util::{
    StreamExt,
    future::{AbortHandle, Abortable, Aborted, Either, select},
    stream::FuturesUnordered,
};
use projections::mcp::{Conversation, Received, Said, line_too_long};
use tokio::io::{AsyncBufRead, AsyncBufReadExt, AsyncWrite, AsyncWriteExt};

/// Requests that may run at once; the next line waits.
const RUNNING_MAX: usize = 64;

/// One line of input.
enum Line {
    Whole(Vec<u8>),
    /// It was longer than a message may be, and is thrown away.
    TooLong,
    End,
}

/// Converses until the input ends and everything asked is answered.
///
/// # Errors
/// Where the input cannot be read or the output cannot be written.
pub async fn converse(
    input: impl AsyncBufRead + Unpin,
    mut output: impl AsyncWrite + Unpin,
    receive: impl Fn(&[u8]) -> Received,
) -> io::Result<()> {
    let mut running = Running::default();
    let mut reading = pin!(next_line(input));
    loop {
        let line = if running.is_full() {
            Either::Right(running.next().await)
        } else if running.is_empty() {
            Either::Left(reading.as_mut().await)
        } else {
            match select(reading.as_mut(), pin!(running.next())).await {
                Either::Left((read, _)) => Either::Left(read),
                Either::Right((answer, _)) => Either::Right(answer),
            }
        };
        match line {
            Either::Right(Some(answer)) => write_line(&mut output, &answer).await?,
            Either::Right(None) => {}
            Either::Left(read) => {
                let (input, line) = read?;
                match line {
                    Line::End => break,
                    Line::TooLong => write_line(&mut output, &line_too_long()).await?,
                    Line::Whole(line) => match receive(&line) {
                        Received::Request { id, conversation } => running.start(id, conversation),
                        Received::Refused { answer } => write_line(&mut output, &answer).await?,
                        Received::Cancel { id } => running.cancel(&id),
                        Received::Nothing => {}
                    },
                }
                reading.set(next_line(input));
            }
        }
    }
    while !running.is_empty() {
        if let Some(answer) = running.next().await {
            write_line(&mut output, &answer).await?;
        }
    }
    output.shutdown().await
}

/// Requests that are not answered yet.
#[derive(Default)]
struct Running {
    talks: FuturesUnordered<LocalFuture<'static, Heard>>,
    /// By the number of their start, because a client may use an id twice.
    handles: BTreeMap<u64, (String, AbortHandle)>,
    started: u64,
}

/// What was said next, or that the request was cancelled.
type Heard = Result<(Talk, Option<Said>), Aborted>;

/// One request and what is said about it.
struct Talk {
    number: u64,
    conversation: Conversation,
}

impl Running {
    fn is_empty(&self) -> bool {
        self.talks.is_empty()
    }

    fn is_full(&self) -> bool {
        self.talks.len() >= RUNNING_MAX
    }

    fn start(&mut self, id: String, conversation: Conversation) {
        self.started += 1;
        self.listen(id, Talk { number: self.started, conversation });
    }

    /// Waits for the next thing that is said.
    fn listen(&mut self, id: String, mut talk: Talk) {
        let (handle, registration) = AbortHandle::new_pair();
        self.handles.insert(talk.number, (id, handle));
        let said = async move {
            let said = talk.conversation.next().await;
            (talk, said)
        };
        self.talks.push(Box::pin(Abortable::new(said, registration)));
    }

    /// Stops the work; nothing more is written for it.
    fn cancel(&mut self, id: &str) {
        self.handles.retain(|_, (own, handle)| {
            let is_meant = own == id;
            if is_meant {
                handle.abort();
            }
            !is_meant
        });
    }

    /// The next message that is ready; `None` where a request was cancelled.
    async fn next(&mut self) -> Option<String> {
        let (talk, said) = self.talks.next().await?.ok()?;
        let (id, _) = self.handles.remove(&talk.number)?;
        match said? {
            Said::Before(message) => {
                self.listen(id, talk);
                Some(message)
            }
            Said::Answer(answer) => Some(answer.text),
        }
    }
}

async fn write_line(output: &mut (impl AsyncWrite + Unpin), line: &str) -> io::Result<()> {
    output.write_all(line.as_bytes()).await?;
    output.write_all(b"\n").await?;
    output.flush().await
}

/// Reads to the end of a line that says something, and gives the input back for the next one.
async fn next_line<I: AsyncBufRead + Unpin>(mut input: I) -> io::Result<(I, Line)> {
    let mut line = Vec::new();
    let mut too_long = false;
    loop {
        let buffer = input.fill_buf().await?;
        if buffer.is_empty() {
            let line = match (too_long, line.is_empty()) {
                (true, _) => Line::TooLong,
                (false, true) => Line::End,
                (false, false) => Line::Whole(line),
            };
            return Ok((input, line));
        }
        let end = buffer.iter().position(|byte| *byte == b'\n');
        let part = &buffer[..end.unwrap_or(buffer.len())];
        too_long |= line.len() + part.len() > limits::BODY_BYTES_MAX;
        if too_long {
            line.clear();
        } else {
            line.extend_from_slice(part);
        }
        let used = end.map_or(buffer.len(), |it| it + 1);
        input.consume(used);
        if end.is_none() {
            continue;
        }
        if too_long {
            return Ok((input, Line::TooLong));
        }
        if line.last() == Some(&b'\r') {
            line.pop();
        }
        if !line.iter().all(u8::is_ascii_whitespace) {
            return Ok((input, Line::Whole(line)));
        }
        line.clear();
    }
}

#[cfg(test)]
mod tests;
