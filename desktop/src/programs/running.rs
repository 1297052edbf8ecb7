//! The programs that run.

use std::collections::{HashMap, VecDeque};
use std::path::PathBuf;
use std::process::Stdio;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::process::{ChildStderr, ChildStdin, ChildStdout, Command};
use tokio_util::sync::CancellationToken;

use super::approval::Approvals;
use super::command_line::CommandLine;

/// Longest line of a program, in bytes: no model could use a longer one.
const MAX_LINE: usize = 8 * 1024 * 1024;
const MAX_PROGRAMS: usize = 32;
/// Last bytes of the error output, which explain an early end.
const MAX_ERRORS: usize = 4096;
/// Time to wait for the rest of the error output of a program that has ended.
const ERRORS_PATIENCE: Duration = Duration::from_millis(500);

struct Program {
    stop: CancellationToken,
    input: tokio::sync::Mutex<ChildStdin>,
    output: tokio::sync::Mutex<BufReader<ChildStdout>>,
    errors: Arc<Mutex<VecDeque<u8>>>,
    /// Cancelled once the error output has been read to its end.
    errors_end: CancellationToken,
}

/// All programs that run, by number.
pub struct Programs {
    pub approvals: Approvals,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    last: u32,
    running: HashMap<u32, Arc<Program>>,
}

impl Programs {
    pub fn new(allowed: PathBuf) -> Self {
        Self { approvals: Approvals::new(allowed), state: Mutex::default() }
    }

    /// Starts a program below a supervisor; returns its number.
    pub fn start(&self, line: &CommandLine) -> Result<u32, String> {
        let mut state = self.lock();
        if state.running.len() >= MAX_PROGRAMS {
            return Err("Too many programs are running.".to_owned());
        }
        let itself = std::env::current_exe().map_err(|error| error.to_string())?;
        let mut child = Command::new(itself)
            .arg("--supervise")
            .arg(&line.command)
            .args(&line.args)
            .envs(&line.env)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .map_err(|error| error.to_string())?;
        let (Some(input), Some(output), Some(errors)) = (child.stdin.take(), child.stdout.take(), child.stderr.take())
        else {
            return Err("The program has no input and output.".to_owned());
        };
        // Waits for its end, so that no dead process is left.
        tokio::spawn(async move { child.wait().await });
        let kept = Arc::default();
        let errors_end = CancellationToken::new();
        let end = errors_end.clone().drop_guard();
        let errors_kept = Arc::clone(&kept);
        tokio::spawn(async move {
            keep_errors(errors, errors_kept).await;
            drop(end);
        });
        state.last += 1;
        let id = state.last;
        let program = Program {
            stop: CancellationToken::new(),
            input: tokio::sync::Mutex::new(input),
            output: tokio::sync::Mutex::new(BufReader::new(output)),
            errors: kept,
            errors_end,
        };
        state.running.insert(id, Arc::new(program));
        Ok(id)
    }

    /// Writes a line to a program. A program that does not read makes the caller wait.
    pub async fn write(&self, id: u32, line: &str) -> Result<(), String> {
        let program = self.find(id)?;
        let mut input = program.input.lock().await;
        let mut bytes = line.replace(['\r', '\n'], " ").into_bytes();
        bytes.push(b'\n');
        tokio::select! {
            () = program.stop.cancelled() => Err(ended()),
            written = input.write_all(&bytes) => written.map_err(|error| error.to_string()),
        }
    }

    /// Waits for the next line of a program. A program that has ended is an error: the end of its error output.
    pub async fn read(&self, id: u32) -> Result<String, String> {
        let program = self.find(id)?;
        let line = tokio::select! {
            () = program.stop.cancelled() => Err(ended()),
            line = async { read_line(&mut *program.output.lock().await).await } => line,
        };
        if line.is_err() {
            self.stop(id);
            // The output and the error output end apart; a child of the program may leave the latter open.
            let _ = tokio::time::timeout(ERRORS_PATIENCE, program.errors_end.cancelled()).await;
        }
        line.map_err(|reason| {
            let errors = program.errors.lock().unwrap_or_else(PoisonError::into_inner);
            let said = String::from_utf8_lossy(&errors.iter().copied().collect::<Vec<_>>()).trim().to_owned();
            match said.as_str() {
                "" => reason,
                _ if reason == ended() => said,
                _ => format!("{reason}\n{said}"),
            }
        })
    }

    /// Ends a program: once nothing waits for it, its input closes, which its supervisor sees.
    pub fn stop(&self, id: u32) {
        if let Some(program) = self.lock().running.remove(&id) {
            program.stop.cancel();
        }
    }

    /// Ends all programs.
    pub fn stop_all(&self) {
        for (_, program) in self.lock().running.drain() {
            program.stop.cancel();
        }
    }

    fn find(&self, id: u32) -> Result<Arc<Program>, String> {
        self.lock().running.get(&id).cloned().ok_or_else(ended)
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn ended() -> String {
    "The program has ended.".to_owned()
}

async fn read_line(output: &mut (impl AsyncRead + Unpin)) -> Result<String, String> {
    let mut line = Vec::new();
    loop {
        let byte = output.read_u8().await.map_err(|_| ended())?;
        if byte == b'\n' {
            return String::from_utf8(line).map_err(|_| "The program has sent bytes that are no text.".to_owned());
        }
        if line.len() >= MAX_LINE {
            return Err("The program has sent a line that is too long.".to_owned());
        }
        line.push(byte);
    }
}

/// Reads the error output, so that the program is not held up, and keeps its end.
async fn keep_errors(mut errors: ChildStderr, kept: Arc<Mutex<VecDeque<u8>>>) {
    let mut bytes = [0; 1024];
    while let Ok(count @ 1..) = errors.read(&mut bytes).await {
        let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.extend(&bytes[..count]);
        let excess = kept.len().saturating_sub(MAX_ERRORS);
        kept.drain(..excess);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn reads_lines_and_refuses_endless_ones() {
        let mut lines = b"one\n\ntwo".as_slice();
        assert_eq!(read_line(&mut lines).await, Ok("one".to_owned()));
        assert_eq!(read_line(&mut lines).await, Ok(String::new()));
        assert_eq!(read_line(&mut lines).await, Err(ended()));
        let flood = vec![b'x'; MAX_LINE + 2];
        assert!(read_line(&mut flood.as_slice()).await.expect_err("too long").contains("too long"));
        assert!(read_line(&mut b"\xff\n".as_slice()).await.is_err());
    }
}
