//! Start at login: an entry of the user in the system, which a user can also change there.

use std::path::PathBuf;

use tauri::AppHandle;

/// The argument of a start at login. With an icon in the tray, the window then stays hidden.
pub const ARGUMENT: &str = "--hidden";

/// Returns the file that starts the app. An AppImage runs from a folder that exists only meanwhile.
pub fn program(app: &AppHandle) -> std::io::Result<PathBuf> {
    #[cfg(target_os = "linux")]
    if let Some(image) = tauri::Manager::env(app).appimage {
        return Ok(PathBuf::from(image));
    }
    #[cfg(not(target_os = "linux"))]
    let _ = app;
    std::env::current_exe()
}

/// Whether the app starts at login.
#[cfg(not(target_os = "linux"))]
pub fn is_on(app: &AppHandle) -> bool {
    use tauri_plugin_autostart::ManagerExt;
    app.autolaunch().is_enabled().unwrap_or(false)
}

/// Adds or removes the entry.
#[cfg(not(target_os = "linux"))]
pub fn set(app: &AppHandle, is_on: bool) -> Result<(), String> {
    use tauri_plugin_autostart::ManagerExt;
    let login = app.autolaunch();
    if is_on { login.enable() } else { login.disable() }.map_err(|error| error.to_string())
}

#[cfg(target_os = "linux")]
pub use linux::{is_on, set};

/// The library that serves other systems writes no quotes around the path here, and ignores `XDG_CONFIG_HOME`.
#[cfg(target_os = "linux")]
mod linux {
    use std::path::{Path, PathBuf};

    use tauri::Manager;

    use super::{ARGUMENT, AppHandle};
    use crate::save;

    fn file(app: &AppHandle) -> Result<PathBuf, String> {
        let folder = app.path().config_dir().map_err(|error| error.to_string())?;
        Ok(folder.join("autostart").join(format!("{}.desktop", app.config().identifier)))
    }

    /// Whether there is an entry that the user has not disabled in the system.
    pub fn is_on(app: &AppHandle) -> bool {
        file(app).is_ok_and(|file| std::fs::read_to_string(file).is_ok_and(|text| is_enabled(&text)))
    }

    pub fn set(app: &AppHandle, is_on: bool) -> Result<(), String> {
        let file = file(app)?;
        if !is_on {
            return match std::fs::remove_file(file) {
                Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(error.to_string()),
                _ => Ok(()),
            };
        }
        let program = super::program(app).map_err(|error| error.to_string())?;
        let name = app.config().product_name.clone().unwrap_or_default();
        let entry = entry(&name, &program).ok_or("The path of the app cannot be written as text.")?;
        std::fs::create_dir_all(file.parent().unwrap_or(&file))
            .and_then(|()| save::write(&file, entry.as_bytes()))
            .map_err(|error| error.to_string())
    }

    fn is_enabled(entry: &str) -> bool {
        let is_off = |line: &str| matches!(line.trim(), "Hidden=true" | "X-GNOME-Autostart-enabled=false");
        !entry.lines().any(is_off)
    }

    /// Returns the entry, as the Desktop Entry Specification defines it:
    /// https://specifications.freedesktop.org/desktop-entry/latest/exec-variables.html
    fn entry(name: &str, program: &Path) -> Option<String> {
        let path = program.to_str().filter(|path| !path.chars().any(char::is_control))?;
        // Once for the quotes of the command, and once more for those of the file.
        let quoted: String = path
            .chars()
            .flat_map(|letter| match letter {
                '"' | '`' | '$' => vec!['\\', '\\', letter],
                '\\' => vec!['\\'; 4],
                '%' => vec!['%', '%'],
                _ => vec![letter],
            })
            .collect();
        let name: String = name.chars().filter(|letter| !letter.is_control() && *letter != '\\').collect();
        Some(format!("[Desktop Entry]\nType=Application\nName={name}\nExec=\"{quoted}\" {ARGUMENT}\nTerminal=false\n"))
    }

    #[cfg(test)]
    mod tests {
        use super::*;

        #[test]
        fn quotes_the_path_of_the_app() {
            for (path, command) in [
                ("/usr/bin/parley-desktop", r#""/usr/bin/parley-desktop" --hidden"#),
                ("/home/a b/Parley", r#""/home/a b/Parley" --hidden"#),
                (r#"/x/"$100%`\"#, r#""/x/\\"\\$100%%\\`\\\\" --hidden"#),
            ] {
                let text = entry("Parley", Path::new(path)).expect("an entry");
                assert_eq!(text.lines().nth(3), Some(format!("Exec={command}").as_str()));
            }
            assert_eq!(entry("Parley", Path::new("/a\nExec=evil")), None);
        }

        #[test]
        fn counts_an_entry_that_was_disabled_in_the_system_as_off() {
            assert!(is_enabled("[Desktop Entry]\nHidden=false\n"));
            assert!(!is_enabled("[Desktop Entry]\nHidden=true\n"));
            assert!(!is_enabled("[Desktop Entry]\nX-GNOME-Autostart-enabled=false\n"));
        }
    }
}
