//! How is wrangler started, and when does it answer?

use std::io::{ErrorKind, Read, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::process::{Group, wrangler};
use crate::project::Project;
use crate::trouble::{Outcome, Trouble};

/// How long wrangler may take to its first answer.
const PATIENCE: Duration = Duration::from_secs(60);

/// `wrangler dev`, answering on a loopback port.
#[derive(Debug)]
pub(crate) struct Server {
    group: Group,
    port: u16,
}

/// Which Worker, over which files and which state.
#[derive(Debug)]
pub(crate) struct Served {
    /// `None` for those that `wrangler.toml` names.
    pub(crate) instead: Option<Instead>,
    pub(crate) port: u16,
}

/// Another Worker than the product's.
#[derive(Debug)]
pub(crate) struct Instead {
    pub(crate) entry: PathBuf,
    pub(crate) assets: PathBuf,
    pub(crate) state: PathBuf,
    /// Where its output goes.
    pub(crate) log: PathBuf,
}

impl Server {
    pub(crate) fn start(project: &Project, served: &Served) -> Outcome<Server> {
        free(served.port)?;
        let mut command = wrangler(project);
        command.arg("dev");
        if let Some(instead) = &served.instead {
            command.arg(&instead.entry).arg("--assets").arg(&instead.assets);
            command.arg("--persist-to").arg(&instead.state);
            log_to(&mut command, &instead.log)?;
        }
        command.args(["--local", "--ip", "127.0.0.1", "--port", &served.port.to_string()]).args([
            "--inspector-port",
            "0",
            "--show-interactive-dev-session=false",
        ]);
        let mut server = Server { group: Group::start(&mut command)?, port: served.port };
        server.wait(served)?;
        Ok(server)
    }

    pub(crate) fn url(&self) -> String {
        format!("http://127.0.0.1:{}", self.port)
    }

    /// Fails where wrangler has ended by itself.
    pub(crate) fn check(&mut self) -> Outcome<()> {
        self.group.ended().map_or(Ok(()), |status| {
            Err(Trouble::new(format!("wrangler ended by itself ({status})")))
        })
    }

    fn wait(&mut self, served: &Served) -> Outcome<()> {
        let start = Instant::now();
        while start.elapsed() < PATIENCE {
            if answers(self.port) {
                return Ok(());
            }
            self.check().map_err(|trouble| {
                let log = served.instead.as_ref().map(|it| it.log.display().to_string());
                let place = log.map_or_else(|| "above".to_owned(), |it| format!("in `{it}`"));
                Trouble::new(format!("{trouble} before it answered: its reason stands {place}"))
            })?;
            std::thread::sleep(Duration::from_millis(50));
        }
        Err(Trouble::new(format!(
            "wrangler does not answer on port {} within {} s",
            self.port,
            PATIENCE.as_secs()
        )))
    }
}

fn log_to(command: &mut Command, log: &std::path::Path) -> Outcome<()> {
    let file = std::fs::File::create(log).map_err(Trouble::file("create", log))?;
    let copy = file.try_clone().map_err(Trouble::file("open", log))?;
    command.stdout(Stdio::from(file)).stderr(Stdio::from(copy));
    Ok(())
}

fn address(port: u16) -> SocketAddr {
    SocketAddr::from((Ipv4Addr::LOCALHOST, port))
}

/// Fails where another program listens on the port.
pub(crate) fn free(port: u16) -> Outcome<()> {
    match TcpListener::bind(address(port)) {
        Ok(_) => Ok(()),
        Err(error) if error.kind() == ErrorKind::AddrInUse => Err(Trouble::new(format!(
            "port {port} is in use by another program: stop it, or pass `--port N`"
        ))),
        Err(error) => Err(Trouble::new(format!("port {port} cannot be used: {error}"))),
    }
}

/// A port that nothing listens on now.
pub(crate) fn any_free() -> Outcome<u16> {
    TcpListener::bind(address(0))
        .and_then(|listener| listener.local_addr())
        .map(|address| address.port())
        .map_err(|error| Trouble::new(format!("no port is free on the loopback address: {error}")))
}

/// Whether a request to the port gets an answer of any kind.
fn answers(port: u16) -> bool {
    let exchange = || -> std::io::Result<bool> {
        let mut stream = TcpStream::connect_timeout(&address(port), Duration::from_secs(1))?;
        stream.set_read_timeout(Some(Duration::from_secs(10)))?;
        write!(stream, "HEAD / HTTP/1.1\r\nhost: 127.0.0.1:{port}\r\nconnection: close\r\n\r\n")?;
        let mut start = [0; 5];
        stream.read_exact(&mut start)?;
        Ok(&start == b"HTTP/")
    };
    exchange().unwrap_or(false)
}
