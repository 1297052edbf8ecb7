//! The process between the app and a program. It ends the program with all its children when its own input closes, which
//! the system does even if the app is killed.

use std::io::{self, Read, Write};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::Duration;

/// Time for a program to end by itself once its input has closed, and again once it was asked to.
const PATIENCE: Duration = Duration::from_secs(2);

/// Exit code of a command that cannot be started, as in shells.
const NOT_FOUND: i32 = 127;

/// Runs a command with the input and output of this process; returns its exit code.
pub fn run(command: &[String]) -> i32 {
    let Some((program, arguments)) = command.split_first() else { return NOT_FOUND };
    let mut starting = Command::new(program);
    starting.args(arguments).stdin(Stdio::piped());
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut starting, 0);
    let mut child = match starting.spawn() {
        Ok(child) => child,
        Err(error) => {
            eprintln!("{program}: {error}");
            return NOT_FOUND;
        }
    };
    let (tell, closed) = mpsc::channel();
    if let Some(mut input) = child.stdin.take() {
        std::thread::spawn(move || {
            // Ends when the app closes the input or ends itself, or when the program stops reading.
            let _ = copy(&mut io::stdin().lock(), &mut input);
            drop(input);
            let _ = tell.send(());
        });
    }
    wait(&mut child, &closed)
}

/// Copies each piece when it arrives. After an error of the program's input, the rest is read and dropped, because only
/// the end of our own input says that the app has ended.
fn copy(from: &mut impl Read, to: &mut impl Write) -> io::Result<()> {
    let mut bytes = [0; 16 * 1024];
    let mut is_open = true;
    loop {
        let count = from.read(&mut bytes)?;
        if count == 0 {
            return Ok(());
        }
        is_open = is_open && to.write_all(&bytes[..count]).and_then(|()| to.flush()).is_ok();
    }
}

/// Waits until the program has ended; once the app is gone, it is asked to end, then killed.
fn wait(child: &mut Child, closed: &mpsc::Receiver<()>) -> i32 {
    let mut is_closed = false;
    let mut waited = Duration::ZERO;
    let step = Duration::from_millis(50);
    loop {
        if let Ok(Some(status)) = child.try_wait() {
            end_group(child, true);
            return status.code().unwrap_or(1);
        }
        if is_closed {
            std::thread::sleep(step);
            waited += step;
            if waited >= PATIENCE {
                end_group(child, waited >= PATIENCE * 2);
            }
        } else {
            is_closed = !matches!(closed.recv_timeout(step), Err(RecvTimeoutError::Timeout));
        }
    }
}

/// Ends the program and its children, which are one group.
#[cfg(unix)]
fn end_group(child: &mut Child, by_force: bool) {
    use nix::sys::signal::{Signal, killpg};
    let signal = if by_force { Signal::SIGKILL } else { Signal::SIGTERM };
    if let Ok(id) = i32::try_from(child.id()) {
        // An error means that nobody of the group is left.
        let _ = killpg(nix::unistd::Pid::from_raw(id), signal);
    }
}

#[cfg(not(unix))]
fn end_group(child: &mut Child, _by_force: bool) {
    // An error means that the program has ended already.
    let _ = child.kill();
}
