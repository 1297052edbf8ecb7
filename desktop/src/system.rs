//! The app outside its window: start at login, the tray, and the global shortcut. All of it is off by default.

use serde::{Deserialize, Serialize};
use tauri::{AppHandle, Manager};

use crate::settings::Store;
use crate::shortcut::Refusal;
use crate::{login, shortcut, tray};

/// The current state.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct System {
    starts_at_login: bool,
    has_tray: bool,
    /// Whether the desktop shows icons in a tray.
    is_tray_available: bool,
    /// The keys; empty without a shortcut.
    shortcut: String,
    is_shortcut_supported: bool,
    /// The command that opens a new chat in the running app, for the shortcuts of the system.
    command: String,
}

/// A change that the user has chosen in the settings.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Change {
    Login(bool),
    Tray(bool),
    Shortcut(String),
}

/// Returns the state. The language is remembered for the tray; without that, the rest still works.
#[tauri::command]
pub async fn system_state(app: AppHandle, language: String) -> Result<System, Refusal> {
    let store = app.state::<Store>();
    if store.get().language != language {
        store.note(|settings| settings.language.clone_from(&language));
        if store.get().tray
            && let Err(error) = on_main(&app, tray::show).await
        {
            eprintln!("The menu of the tray could not be translated: {error:?}");
        }
    }
    Ok(state(&app))
}

/// Changes one thing, and remembers it for the next start.
#[tauri::command]
pub async fn system_change(app: AppHandle, change: Change) -> Result<System, Refusal> {
    match change {
        Change::Login(is_on) => login::set(&app, is_on).map_err(|reason| Refusal::Failed { reason })?,
        Change::Tray(is_on) => set_tray(&app, is_on).await?,
        Change::Shortcut(keys) => {
            let store = app.state::<Store>();
            let former = store.get().shortcut;
            shortcut::replace(&app, &former, &keys)?;
            let stored = store.change(|settings| settings.shortcut.clone_from(&keys)).map_err(failed);
            if stored.is_err()
                && let Err(error) = shortcut::replace(&app, &keys, &former)
            {
                eprintln!("The former shortcut could not be registered again: {error:?}");
            }
            stored?;
        }
    }
    Ok(state(&app))
}

/// Sets up what the user has chosen before. A failure leaves the app without it.
pub fn start(app: &AppHandle) {
    let settings = app.state::<Store>().get();
    if settings.tray
        && tray::has_library()
        && let Err(error) = tray::show(app)
    {
        eprintln!("The icon in the tray could not be added: {error}");
    }
    if !settings.shortcut.is_empty()
        && shortcut::is_supported()
        && let Err(error) = shortcut::register(app, &settings.shortcut)
    {
        eprintln!("The global shortcut could not be registered: {error:?}");
    }
}

/// Whether a start at login leaves the window hidden.
pub fn is_hidden(app: &AppHandle, mut arguments: impl Iterator<Item = String>) -> bool {
    app.state::<Store>().get().tray && tray::has_library() && arguments.any(|argument| argument == login::ARGUMENT)
}

fn state(app: &AppHandle) -> System {
    let settings = app.state::<Store>().get();
    System {
        starts_at_login: login::is_on(app),
        has_tray: settings.tray,
        is_tray_available: tray::is_available(),
        shortcut: settings.shortcut,
        is_shortcut_supported: shortcut::is_supported(),
        command: format!("{} {NEW_CHAT}", quoted(&login::program(app).unwrap_or_default().to_string_lossy())),
    }
}

/// Returns a path for a command line, in quotes unless all its letters are plain.
fn quoted(path: &str) -> String {
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || "/._-".contains(letter);
    if path.chars().all(is_plain) { path.to_owned() } else { format!("'{}'", path.replace('\'', r"'\''")) }
}

/// The argument of a start that opens a new chat, in the running app if there is one.
pub const NEW_CHAT: &str = "--new-chat";

async fn set_tray(app: &AppHandle, is_on: bool) -> Result<(), Refusal> {
    if is_on && !tray::is_available() {
        return Err(Refusal::Failed { reason: "The desktop has no tray.".to_owned() });
    }
    if is_on {
        on_main(app, tray::show).await?;
    }
    let stored = app.state::<Store>().change(|settings| settings.tray = is_on).map_err(failed);
    // Without the icon that it does not have after the next start either.
    if !is_on || stored.is_err() {
        on_main(app, tray::remove).await?;
    }
    stored
}

/// Runs work on the thread that owns the windows, on which menus must be made.
async fn on_main(
    app: &AppHandle,
    work: impl FnOnce(&AppHandle) -> tauri::Result<()> + Send + 'static,
) -> Result<(), Refusal> {
    let (send, receive) = tokio::sync::oneshot::channel();
    let for_work = app.clone();
    app.run_on_main_thread(move || {
        // The command that waits may be gone with its page.
        let _ = send.send(work(&for_work));
    })
    .map_err(failed)?;
    receive.await.map_err(failed)?.map_err(failed)
}

fn failed(error: impl ToString) -> Refusal {
    Refusal::Failed { reason: error.to_string() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotes_the_path_of_the_command() {
        for (path, command) in [
            ("/usr/bin/parley-desktop", "/usr/bin/parley-desktop"),
            ("/home/a b/Parley.AppImage", "'/home/a b/Parley.AppImage'"),
            ("/home/o'neill/$x", r"'/home/o'\''neill/$x'"),
        ] {
            assert_eq!(quoted(path), command);
        }
    }
}
