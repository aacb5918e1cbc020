//! How `capstan serve` answers HTTP on this machine.

pub(crate) mod disk_assets;
mod pieces;
mod request_log;

use std::convert::Infallible;
use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::pin::pin;
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

use catalog::Ports;
use contract::{caller::Caller, limits};
use futures_util::future::{Either, select};
use gateway::rules::rules;
use gateway::site::{self, Site, SiteConfig, Visit, live::Body};
use http::{Request, Response, StatusCode};
use http_body_util::{BodyExt, LengthLimitError, Limited};
use hyper::{body::Incoming, server::conn::http1, service::service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use projections::{access::Access, problem::Refusal, request::body_too_large};
use tokio::{
    net::{TcpListener, TcpStream},
    sync::{Semaphore, watch},
    task::LocalSet,
    time::timeout,
};

use crate::engine::Engine;
use disk_assets::DiskAssets;
use pieces::{Pieces, pieces};
use request_log::StderrLog;

/// Connections that are open at once; the next one waits.
const CONNECTIONS_MAX: usize = 512;
/// Header fields that are read at all: above the site's own bound, so that the site refuses them in
/// its words.
const HEADERS_READ_MAX: usize = limits::HEADERS_MAX * 4;
/// How long a client may take for the head of a request, the next one on the same connection too.
const HEAD_TIMEOUT: Duration = Duration::from_secs(60);
/// How long a client may take for the body of a request.
const BODY_TIMEOUT: Duration = Duration::from_secs(30);
/// How long open requests may take once the process is told to end.
const ENDING_TIMEOUT: Duration = Duration::from_secs(5);

/// A site that is served by this process.
pub struct Server {
    engine: Engine,
    site: Site<Ports>,
    assets: Rc<DiskAssets>,
    log: Rc<StderrLog>,
}

impl Server {
    /// Serves an opened site with the files in `assets`.
    pub fn new(engine: Engine, assets: PathBuf) -> Server {
        let config =
            SiteConfig { access: Access { local_only: true, trusted_origins: Vec::new() } };
        let site = Site::new(Rc::clone(engine.registry()), rules(), &config);
        #[cfg(not(feature = "no-mcp"))]
        let site = site.with_library(gateway::library::of_visit);
        Server { engine, site, assets: Rc::new(DiskAssets::new(assets)), log: Rc::new(StderrLog) }
    }

    /// Answers on a port of the loopback address until the process is told to end. `ready` is told
    /// the address, which matters where the port was 0.
    ///
    /// # Errors
    /// Where the port cannot be had.
    pub async fn run(self, port: u16, ready: impl FnOnce(SocketAddr)) -> io::Result<()> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port)).await?;
        ready(listener.local_addr()?);
        let server = Rc::new(self);
        let places = Arc::new(Semaphore::new(CONNECTIONS_MAX));
        let connections = LocalSet::new();
        let (end, is_ending) = watch::channel(false);
        // Both futures end with the statement: a place that still waits for a client is given back.
        connections
            .run_until(select(pin!(accept(&listener, &server, &places, &is_ending)), pin!(ended())))
            .await;
        end.send_replace(true);
        drop(listener);
        // What is still open after the timeout is cut off; nothing it does outlives the process.
        let _ = timeout(ENDING_TIMEOUT, async {
            let all = u32::try_from(CONNECTIONS_MAX).unwrap_or(u32::MAX);
            connections.run_until(async { places.acquire_many(all).await.is_ok() }).await
        })
        .await;
        Ok(())
    }

    async fn answer(&self, request: Request<Incoming>) -> Response<Pieces> {
        let request_id = self.engine.next_request_id();
        let (head, body) = request.into_parts();
        let body = match timeout(BODY_TIMEOUT, Limited::new(body, limits::BODY_BYTES_MAX).collect())
            .await
        {
            Ok(Ok(body)) => body.to_bytes().to_vec(),
            Ok(Err(error)) if error.is::<LengthLimitError>() => {
                return refused(&body_too_large(), &request_id);
            }
            Ok(Err(_)) => {
                let message = "the body broke off: send it whole";
                let refusal = Refusal::new(StatusCode::BAD_REQUEST, "BodyBrokeOff", message);
                return refused(&refusal, &request_id);
            }
            Err(_) => {
                let seconds = BODY_TIMEOUT.as_secs();
                let message = format!("the body took longer than {seconds} s: send it faster");
                let refusal = Refusal::new(StatusCode::REQUEST_TIMEOUT, "BodyTooSlow", message);
                return refused(&refusal, &request_id);
            }
        };
        let visit = Visit {
            caller: Caller::anonymous(),
            ports: Rc::clone(self.engine.ports()),
            assets: Rc::<DiskAssets>::clone(&self.assets),
            clock: Rc::clone(self.engine.clock()),
            request_id,
            log: Rc::<StderrLog>::clone(&self.log),
        };
        self.site.answer_live(Request::from_parts(head, body), visit).await.map(pieces)
    }
}

async fn accept(
    listener: &TcpListener,
    server: &Rc<Server>,
    places: &Arc<Semaphore>,
    is_ending: &watch::Receiver<bool>,
) {
    loop {
        let Ok(place) = Arc::clone(places).acquire_owned().await else { return };
        match listener.accept().await {
            Ok((stream, _)) => {
                let server = Rc::clone(server);
                let is_ending = is_ending.clone();
                tokio::task::spawn_local(async move {
                    converse(stream, server, is_ending).await;
                    drop(place);
                });
            }
            // Out of file handles, say: others end, and then there is room again.
            Err(_) => tokio::task::yield_now().await,
        }
    }
}

async fn converse(stream: TcpStream, server: Rc<Server>, mut is_ending: watch::Receiver<bool>) {
    let service = service_fn(move |request| {
        let server = Rc::clone(&server);
        async move { Ok::<_, Infallible>(server.answer(request).await) }
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEAD_TIMEOUT)
        .max_headers(HEADERS_READ_MAX)
        .serve_connection(TokioIo::new(stream), service);
    let told = async move {
        // An error says that the server is gone, which is an end as well.
        let _ = is_ending.wait_for(|it| *it).await;
    };
    // A client that goes away is no error of ours. One that only waits is not waited for: what it
    // asked already is answered, and then the connection closes.
    if let Either::Right(((), mut open)) = select(pin!(connection), pin!(told)).await {
        open.as_mut().graceful_shutdown();
        let _ = open.await;
    }
}

fn refused(refusal: &Refusal, request_id: &str) -> Response<Pieces> {
    site::refused(refusal, request_id).map(Body::Whole).map(pieces)
}

/// Waits until the process is told to end.
async fn ended() {
    use tokio::signal::unix::{SignalKind, signal};
    let (Ok(mut interrupt), Ok(mut terminate)) =
        (signal(SignalKind::interrupt()), signal(SignalKind::terminate()))
    else {
        return std::future::pending().await;
    };
    select(pin!(interrupt.recv()), pin!(terminate.recv())).await;
}
