//! The global shortcut, which opens a new chat from any other app.

use serde::Serialize;
use tauri::AppHandle;
use tauri_plugin_global_shortcut::{Code, Error, GlobalShortcutExt, Modifiers, Shortcut, ShortcutState};

use crate::window;

/// The reason why keys are refused.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Refusal {
    /// Not a combination, or one that typing, other apps or the system need.
    Invalid,
    /// Another program has them.
    Taken,
    Failed {
        reason: String,
    },
}

/// Whether the system lets an app have a global shortcut. Wayland does not.
pub fn is_supported() -> bool {
    let has = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    !cfg!(target_os = "linux") || (has("DISPLAY") && !has("WAYLAND_DISPLAY"))
}

/// Replaces the shortcut; empty keys turn it off. Refused keys leave the old shortcut.
pub fn replace(app: &AppHandle, old: &str, new: &str) -> Result<(), Refusal> {
    if old == new || !is_supported() {
        return Ok(());
    }
    if !new.is_empty() {
        register(app, new)?;
    }
    if let Some(old) = parse(old) {
        // One that could not be registered is not there either.
        let _ = app.global_shortcut().unregister(old);
    }
    Ok(())
}

/// Registers the shortcut.
pub fn register(app: &AppHandle, keys: &str) -> Result<(), Refusal> {
    let shortcut = parse(keys).ok_or(Refusal::Invalid)?;
    let registered = app.global_shortcut().on_shortcut(shortcut, |app, _shortcut, event| {
        if event.state == ShortcutState::Pressed {
            window::start_chat(app);
        }
    });
    registered.map_err(|error| match error {
        Error::GlobalHotkey(text) if text.contains("already registered") => Refusal::Taken,
        other => Refusal::Failed { reason: other.to_string() },
    })
}

/// Returns a combination of keys, unless it would be taken away from typing, from most apps, or from the system.
fn parse(keys: &str) -> Option<Shortcut> {
    parse_on(keys, std::env::consts::OS)
}

fn parse_on(keys: &str, system: &str) -> Option<Shortcut> {
    keys.parse::<Shortcut>().ok().filter(|shortcut| !is_typed(shortcut, system) && !is_needed(shortcut, system))
}

/// Whether the combination can type a character.
fn is_typed(Shortcut { mods, key, .. }: &Shortcut, system: &str) -> bool {
    let held = *mods & !Modifiers::SHIFT;
    let types = !is_function_key(*key);
    match system {
        // Option types characters.
        "macos" => held.is_empty() || (types && held == Modifiers::ALT),
        // AltGr is Ctrl with Alt.
        "windows" => held.is_empty() || (types && *key != Code::Space && held == Modifiers::CONTROL | Modifiers::ALT),
        _ => held.is_empty(),
    }
}

/// Whether most apps or the system use the combination: Ctrl with one key, as to copy, and the keys that change the
/// window or close it.
fn is_needed(Shortcut { mods, key, .. }: &Shortcut, system: &str) -> bool {
    let command = if system == "macos" { Modifiers::SUPER } else { Modifiers::CONTROL };
    let is_command = *mods == command && !is_function_key(*key);
    let held = *mods & !Modifiers::SHIFT;
    let changes_window = matches!(key, Code::Tab | Code::Escape | Code::Backquote) && held.bits().count_ones() == 1;
    is_command || changes_window || (*key == Code::F4 && held == Modifiers::ALT)
}

fn is_function_key(key: Code) -> bool {
    let name = key.to_string();
    name.strip_prefix('F').is_some_and(|number| number.parse::<u8>().is_ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    const SYSTEMS: [&str; 3] = ["linux", "windows", "macos"];

    // @D12.14
    #[test]
    fn takes_no_key_that_is_typed() {
        for system in SYSTEMS {
            for keys in ["Control+Shift+Space", "Super+Shift+Digit1", "Control+F12", "Control+Alt+Shift+Super+KeyA"] {
                assert!(parse_on(keys, system).is_some(), "{keys} on {system}");
            }
            for keys in ["", "KeyA", "Shift+KeyA", "Space", "F5", "Control", "Control+", "Control+Nothing"] {
                assert!(parse_on(keys, system).is_none(), "{keys} on {system}");
            }
            assert!(parse_on("Control+KeyA+KeyB", system).is_none());
        }
        for (keys, expected) in [
            ("Alt+KeyN", [true, true, false]),
            ("Alt+Shift+KeyN", [true, true, false]),
            ("Control+Alt+KeyQ", [true, false, true]),
            ("Control+Alt+Shift+Digit7", [true, false, true]),
            ("Control+Alt+Space", [true, true, true]),
        ] {
            assert_eq!(SYSTEMS.map(|system| parse_on(keys, system).is_some()), expected, "{keys}");
        }
    }

    // @D12.14
    #[test]
    fn takes_no_keys_that_most_apps_or_the_system_need() {
        for system in ["linux", "windows"] {
            for keys in ["Control+KeyC", "Control+KeyV", "Control+Tab", "Control+Shift+Tab", "Control+Digit0"] {
                assert!(parse_on(keys, system).is_none(), "{keys} on {system}");
            }
        }
        for system in SYSTEMS {
            for keys in ["Alt+Tab", "Alt+Shift+Tab", "Super+Tab", "Alt+Escape", "Alt+F4", "Super+Backquote"] {
                assert!(parse_on(keys, system).is_none(), "{keys} on {system}");
            }
        }
        assert!(parse_on("Super+KeyC", "macos").is_none());
    }
}
