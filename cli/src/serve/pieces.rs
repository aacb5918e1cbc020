//! How an answer goes over a connection, whole or piece by piece.

use std::convert::Infallible;

use futures_util::stream::LocalBoxStream;
use gateway::site::live::Body;
use http_body_util::{Either, Full, StreamBody};
use hyper::body::{Bytes, Frame};

/// The body of an answer, for the connection that it goes to. When the client goes away, the
/// connection drops it, and with it the work.
pub(super) type Pieces = Either<Full<Bytes>, StreamBody<LocalBoxStream<'static, Piece>>>;

type Piece = Result<Frame<Bytes>, Infallible>;

/// The body, as the connection takes it.
pub(super) fn pieces(body: Body) -> Pieces {
    match body {
        Body::Whole(bytes) => Either::Left(Full::new(Bytes::from(bytes))),
        #[cfg(not(feature = "no-mcp"))]
        Body::Live(events) => {
            let all = futures_util::stream::unfold(events, |mut events| async move {
                let piece = events.next().await?;
                Some((Ok(Frame::data(Bytes::from(piece))), events))
            });
            Either::Right(StreamBody::new(Box::pin(all)))
        }
    }
}
