//! Where the native binary joins capabilities, ports, rules and the situation of a call.

use std::cell::Cell;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use catalog::Ports;
use contract::{
    approval::Approver,
    caller::Caller,
    invoke::{Invoker, Situation},
    policy::Rule,
    registry::{Registry, RegistryError},
    watch::{Clock, Watch},
};

use crate::sqlite::SqliteSql;

/// Where a built site lies, below the folder it was built in.
const SITE_FOLDER: &str = ".capstan/site";
/// The database of a built site.
const DATABASE: &str = "site.db";

/// A built site's folder.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SiteFolder(PathBuf);

/// There is no site to open.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NoSite {
    /// The folder that was named holds none.
    #[error(
        "`{}` is not a built site, for it holds no `{DATABASE}`; build one there with \
         `capstan build DIR --out {}`",
        folder.display(),
        folder.display()
    )]
    NotThere {
        /// The folder.
        folder: PathBuf,
    },
    /// None was named, and none is near.
    #[error(
        "there is no `{SITE_FOLDER}` in `{}` or above it; build one with `capstan build DIR`, or \
         name one with `--site` or CAPSTAN_SITE",
        start.display()
    )]
    NotFound {
        /// Where the search began.
        start: PathBuf,
    },
}

impl SiteFolder {
    /// Takes the folder that is named, else the nearest `.capstan/site` in or above `start`.
    ///
    /// # Errors
    /// Where there is no built site.
    pub fn find(named: Option<&Path>, start: &Path) -> Result<SiteFolder, NoSite> {
        if let Some(folder) = named {
            return SiteFolder::holding(folder.to_owned())
                .ok_or_else(|| NoSite::NotThere { folder: folder.to_owned() });
        }
        let near = start.ancestors().map(|it| it.join(SITE_FOLDER));
        near.filter_map(SiteFolder::holding)
            .next()
            .ok_or_else(|| NoSite::NotFound { start: start.to_owned() })
    }

    /// The site of this process: the one that is named, else `CAPSTAN_SITE`, else the nearest.
    ///
    /// # Errors
    /// Where there is no built site.
    pub fn of_process(named: Option<&Path>) -> Result<SiteFolder, NoSite> {
        let variable = std::env::var_os("CAPSTAN_SITE").filter(|it| !it.is_empty());
        let start = std::env::current_dir().unwrap_or_else(|_| PathBuf::from("."));
        SiteFolder::find(named.or(variable.as_ref().map(Path::new)), &start)
    }

    fn holding(folder: PathBuf) -> Option<SiteFolder> {
        folder.join(DATABASE).is_file().then_some(SiteFolder(folder))
    }

    /// The folder.
    pub fn path(&self) -> &Path {
        &self.0
    }

    /// The database.
    pub fn database(&self) -> PathBuf {
        self.0.join(DATABASE)
    }
}

/// Why a site does not open.
#[derive(Debug, thiserror::Error)]
pub enum EngineError {
    /// The capabilities contradict each other.
    #[error("the capabilities contradict each other: {0}")]
    Registry(#[from] RegistryError),
    /// There is no site.
    #[error(transparent)]
    NoSite(#[from] NoSite),
    /// The database does not open.
    #[error("`{}` does not open as a site's database: {source}", file.display())]
    Database {
        /// The file.
        file: PathBuf,
        /// Why not.
        #[source]
        source: rusqlite::Error,
    },
}

/// The engine of this process: one registry, one set of ports.
pub struct Engine {
    registry: Rc<Registry<Ports>>,
    ports: Rc<Ports>,
    rules: Rc<[Rule]>,
    clock: Rc<dyn Clock>,
    requests: Cell<u64>,
}

/// Who calls, approves and watches, for one request.
pub struct Call {
    /// Who calls.
    pub caller: Caller,
    /// Who says yes.
    pub approver: Rc<dyn Approver>,
    /// Who sees every call.
    pub watch: Rc<dyn Watch>,
}

impl Engine {
    /// Opens the site of this process: the one that is named, else `CAPSTAN_SITE`, else the nearest.
    ///
    /// # Errors
    /// Where there is none, or it does not open.
    pub fn of_process(named: Option<&Path>) -> Result<Engine, EngineError> {
        Engine::open(&SiteFolder::of_process(named)?)
    }

    /// Opens a built site.
    ///
    /// # Errors
    /// Where its database does not open.
    pub fn open(site: &SiteFolder) -> Result<Engine, EngineError> {
        let file = site.database();
        let sql = SqliteSql::open(&file)
            .map_err(|source| EngineError::Database { file: file.clone(), source })?;
        Ok(Engine {
            registry: Rc::new(catalog::capabilities()?),
            ports: Rc::new(Ports::over(Rc::new(sql))),
            rules: gateway::rules::rules(),
            clock: Rc::new(SystemClock),
            requests: Cell::new(0),
        })
    }

    /// The capabilities.
    pub fn registry(&self) -> &Rc<Registry<Ports>> {
        &self.registry
    }

    /// What handlers reach.
    pub fn ports(&self) -> &Rc<Ports> {
        &self.ports
    }

    /// The machine's clock.
    pub fn clock(&self) -> &Rc<dyn Clock> {
        &self.clock
    }

    /// What names the next request: the process and a number.
    pub fn next_request_id(&self) -> String {
        let number = self.requests.get() + 1;
        self.requests.set(number);
        format!("{}-{number}", std::process::id())
    }

    /// The only way to run a call in this process.
    pub fn invoker(&self, call: Call) -> Invoker<Ports> {
        let request_id = self.next_request_id();
        let situation = Situation {
            caller: call.caller,
            rules: Rc::clone(&self.rules),
            approver: call.approver,
            watch: call.watch,
            clock: Rc::clone(&self.clock),
            request_id,
        };
        Invoker::new(Rc::clone(&self.registry), Rc::clone(&self.ports), situation)
    }
}

/// The machine's clock.
#[derive(Clone, Copy, Debug)]
pub struct SystemClock;

impl Clock for SystemClock {
    fn now_ms(&self) -> u64 {
        #[expect(clippy::disallowed_methods, reason = "this is the adapter behind the Clock port")]
        let now = std::time::SystemTime::now();
        let since = now.duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
        u64::try_from(since.as_millis()).unwrap_or(u64::MAX)
    }
}
