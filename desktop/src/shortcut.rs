//! The global shortcut, which opens a new chat from any other app.

use serde::Serialize;
use tauri::AppHandle;
use tauri_plugin_global_shortcut::{Error, GlobalShortcutExt, Modifiers, Shortcut, ShortcutState};

use crate::window;

/// The reason why keys are refused.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Refusal {
    /// Not a combination, or one that would take keys away from typing.
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

/// Returns a combination of keys. It needs Ctrl, Alt or the system's key: a letter alone would be taken away from every
/// text field of the system.
fn parse(keys: &str) -> Option<Shortcut> {
    let needed = Modifiers::CONTROL | Modifiers::ALT | Modifiers::SUPER;
    keys.parse::<Shortcut>().ok().filter(|shortcut| shortcut.mods.intersects(needed))
}

#[cfg(test)]
mod tests {
    use super::*;

    // @D12.14
    #[test]
    fn takes_no_key_that_is_typed() {
        for keys in ["Control+Alt+Space", "Alt+KeyN", "Super+Shift+Digit1", "Control+F12"] {
            assert!(parse(keys).is_some(), "{keys}");
        }
        for keys in ["", "KeyA", "Shift+KeyA", "Space", "Control", "Control+", "Control+Nothing", "Control+KeyA+KeyB"] {
            assert!(parse(keys).is_none(), "{keys}");
        }
    }
}
