//! The commands of the page for programs.

use serde::Serialize;
use tauri::{AppHandle, State};

use super::command_line::CommandLine;
use super::running::Programs;

/// The result of a start.
#[derive(Debug, Serialize)]
#[serde(tag = "state", rename_all = "lowercase")]
pub enum Started {
    Running {
        id: u32,
    },
    /// The user has not allowed the command.
    Refused,
    Failed {
        reason: String,
    },
}

/// Starts a program. The first start of each command line asks the user.
#[tauri::command]
pub async fn program_start(
    app: AppHandle,
    programs: State<'_, Programs>,
    line: CommandLine,
    language: String,
) -> Result<Started, ()> {
    if !line.is_valid() {
        return Ok(Started::Failed { reason: "The command is invalid.".to_owned() });
    }
    if !programs.approvals.ask(&app, &line, &language).await {
        return Ok(Started::Refused);
    }
    Ok(match programs.start(&line) {
        Ok(id) => Started::Running { id },
        Err(reason) => Started::Failed { reason },
    })
}

/// Sends a line to a program.
#[tauri::command]
pub async fn program_write(programs: State<'_, Programs>, id: u32, line: String) -> Result<(), String> {
    programs.write(id, &line).await
}

/// Waits for the next line of a program.
#[tauri::command]
pub async fn program_read(programs: State<'_, Programs>, id: u32) -> Result<String, String> {
    programs.read(id).await
}

/// Ends a program.
#[tauri::command]
pub fn program_stop(programs: State<'_, Programs>, id: u32) {
    programs.stop(id);
}
