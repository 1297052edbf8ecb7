//! Folders that the user has chosen for backups and for sync. The page reads and writes its own files in them, and
//! nothing else.

pub mod chosen;
pub mod commands;
pub mod files;

use std::io;

use serde::Serialize;

/// The reason why a folder or a file cannot be used.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Problem {
    /// The user has not chosen this folder, or the name is not one of the app's own files.
    Closed,
    /// The folder or the file is not there.
    Missing,
    Full,
    Locked,
    Failed,
}

impl From<io::Error> for Problem {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::NotFound => Self::Missing,
            io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => Self::Full,
            io::ErrorKind::PermissionDenied
            | io::ErrorKind::ReadOnlyFilesystem
            | io::ErrorKind::ResourceBusy
            | io::ErrorKind::ExecutableFileBusy => Self::Locked,
            _ => Self::Failed,
        }
    }
}
