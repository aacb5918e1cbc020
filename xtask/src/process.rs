//! How is another program run, and stopped with everything it started?

use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::process::{Child, Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crate::project::Project;
use crate::trouble::{Outcome, Trouble};

/// A program in the project's folder, with no terminal to read from.
pub(crate) fn program(project: &Project, name: impl AsRef<OsStr>) -> Command {
    let mut command = Command::new(name);
    command.current_dir(project.root()).stdin(Stdio::null());
    // What cargo says of this program is not true of the next, and some build scripts run again
    // where it differs.
    let told = std::env::vars_os().map(|(name, _)| name).filter(|name| {
        let name = name.to_string_lossy();
        name.starts_with("CARGO_PKG_") || name.starts_with("CARGO_MANIFEST_")
    });
    for name in told {
        command.env_remove(name);
    }
    command
}

/// Wrangler, quiet about itself.
pub(crate) fn wrangler(project: &Project) -> Command {
    let mut command = program(project, project.node());
    command
        .arg("--no-warnings")
        .arg(project.wrangler())
        .env("WRANGLER_SEND_METRICS", "false")
        .env("WRANGLER_HIDE_BANNER", "true")
        .env("CLOUDFLARE_CF_FETCH_ENABLED", "false")
        .env("CI", "true");
    let bin = project.path("node_modules/.bin");
    let path = std::env::var_os("PATH").unwrap_or_default();
    let path =
        std::env::join_paths(std::iter::once(bin.clone()).chain(std::env::split_paths(&path)));
    command.env("PATH", path.unwrap_or_else(|_| bin.into_os_string()));
    command
}

/// Runs a step to its end with its output shown.
pub(crate) fn run(command: &mut Command, what: &str) -> Outcome<()> {
    let status = command.status().map_err(|error| absent(command, &error))?;
    if status.success() {
        return Ok(());
    }
    Err(Trouble::new(format!("{what} failed ({status}); what it printed above says why")))
}

/// Runs a step to its end, and shows its output only where it fails.
pub(crate) fn run_quietly(command: &mut Command, what: &str) -> Outcome<String> {
    let output = command.output().map_err(|error| absent(command, &error))?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    if output.status.success() {
        return Ok(text);
    }
    let errors = String::from_utf8_lossy(&output.stderr);
    Err(Trouble::new(format!("{what} failed ({}):\n{}{}", output.status, text, errors)))
}

fn absent(command: &Command, error: &std::io::Error) -> Trouble {
    let name = command.get_program().to_string_lossy();
    if error.kind() == std::io::ErrorKind::NotFound {
        Trouble::new(format!("`{name}` is not installed, or not on PATH: install it and try again"))
    } else {
        Trouble::new(format!("`{name}` does not start: {error}"))
    }
}

/// Says how long a step took, where that is worth saying.
pub(crate) fn timed<T>(what: &str, step: impl FnOnce() -> Outcome<T>) -> Outcome<T> {
    let start = Instant::now();
    println!("{what} …");
    let done = step()?;
    let took = start.elapsed();
    if took > Duration::from_secs(1) {
        println!("{what}: {:.1} s", took.as_secs_f32());
    }
    Ok(done)
}

/// The groups that run now.
static GROUPS: Mutex<BTreeSet<u32>> = Mutex::new(BTreeSet::new());

/// Whether this program was told to end, and is at it.
static ENDING: AtomicBool = AtomicBool::new(false);

/// Waits for the end, where this program was told to end: what fails meanwhile is no news.
pub(crate) fn await_end() {
    while ENDING.load(Ordering::SeqCst) {
        std::thread::park();
    }
}

/// Ends every group where this program is told to end.
pub(crate) fn end_groups_with_us() -> Outcome<()> {
    let handler = || {
        ENDING.store(true, Ordering::SeqCst);
        let groups = GROUPS.lock().map(|it| it.clone()).unwrap_or_default();
        groups.iter().for_each(|number| signal(*number, "TERM"));
        let ended = || groups.iter().all(|number| !signal_reaches(*number));
        if !within(PATIENCE, ended) {
            groups.iter().for_each(|number| signal(*number, "KILL"));
        }
        #[expect(clippy::exit, reason = "the program was told to end, and nothing is left to do")]
        std::process::exit(130);
    };
    ctrlc::set_handler(handler)
        .map_err(|error| Trouble::new(format!("Ctrl-C cannot be handled: {error}")))
}

/// A program that leads a process group of its own, ended with this value.
#[derive(Debug)]
pub(crate) struct Group(Child);

impl Group {
    pub(crate) fn start(command: &mut Command) -> Outcome<Group> {
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(command, 0);
        let child = command.spawn().map_err(|error| absent(command, &error))?;
        if let Ok(mut groups) = GROUPS.lock() {
            groups.insert(child.id());
        }
        Ok(Group(child))
    }

    /// How the program ended, where it has.
    pub(crate) fn ended(&mut self) -> Option<String> {
        self.0.try_wait().ok().flatten().map(|status| status.to_string())
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        let number = self.0.id();
        signal(number, "TERM");
        if !within(PATIENCE, || self.ended().is_some()) {
            signal(number, "KILL");
        }
        // Whether it could be waited for or not, it is no longer there.
        drop(self.0.wait());
        if let Ok(mut groups) = GROUPS.lock() {
            groups.remove(&number);
        }
    }
}

/// How long a group may take to end when asked.
const PATIENCE: Duration = Duration::from_secs(5);

fn within(patience: Duration, mut done: impl FnMut() -> bool) -> bool {
    let start = Instant::now();
    while start.elapsed() < patience {
        if done() {
            return true;
        }
        std::thread::sleep(Duration::from_millis(50));
    }
    false
}

/// Sends a signal to every process of a group that may be gone.
fn signal(number: u32, name: &str) {
    drop(kill(number, name));
}

fn signal_reaches(number: u32) -> bool {
    kill(number, "0").is_ok_and(|it| it.success())
}

fn kill(number: u32, signal: &str) -> std::io::Result<std::process::ExitStatus> {
    let script = format!("kill -s {signal} -- -{number} 2>/dev/null");
    Command::new("sh").args(["-c", &script]).stdin(Stdio::null()).status()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_group_ends_with_everything_it_started() {
        let mut command = Command::new("sh");
        let group = Group::start(command.args(["-c", "sleep 1000 & sleep 1000"])).unwrap();
        let number = group.0.id();
        assert!(signal_reaches(number));
        drop(group);
        assert!(within(PATIENCE, || !signal_reaches(number)));
    }
}
