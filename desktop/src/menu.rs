//! The menu bar, with the app's shortcuts. Its texts and keys come from the page, so both exist once only. macOS always
//! shows it; elsewhere it is hidden until the user asks for it.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use serde::Deserialize;
use tauri::menu::{AboutMetadata, IsMenuItem, Menu, MenuItem, PredefinedMenuItem, Submenu};
use tauri::{AppHandle, Manager, WebviewWindow};

use crate::pending::Action;
use crate::settings::Store;
use crate::{tray, window, zoom};

/// An entry of a menu, with the id of its text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Entry {
    /// A shortcut of the app, which the page runs.
    Page(&'static str),
    /// Zooms by a number of steps; 0 is back to 100 %.
    Zoom(&'static str, i8),
    /// An action of the system on what has the focus, or on the window.
    System(&'static str),
    Separator,
}

/// A menu, with the id of its text. The first menu of a Mac has the name of the app instead.
type Column = (&'static str, Vec<Entry>);

/// Returns the menu bar of a system.
fn columns(is_mac: bool) -> Vec<Column> {
    use Entry::{Page, Separator, System, Zoom};
    let app = vec![
        System("about"),
        Separator,
        Page("settings"),
        Separator,
        System("services"),
        Separator,
        System("hide"),
        System("hideOthers"),
        System("showAll"),
        Separator,
        System("quit"),
    ];
    let mut file = vec![Page("newChat"), Page("exportChat"), Separator];
    if is_mac {
        file.push(System("close"));
    } else {
        file.extend([Page("settings"), Separator, System("quit")]);
    }
    let edit = vec![
        System("undo"),
        System("redo"),
        Separator,
        System("cut"),
        System("copy"),
        System("paste"),
        System("selectAll"),
        Separator,
        Page("copyReply"),
        Page("copyCode"),
    ];
    let mut view = vec![
        Page("palette"),
        Page("fullWidth"),
        Separator,
        Zoom("zoomIn", 1),
        Zoom("zoomOut", -1),
        Zoom("zoomReset", 0),
        Separator,
    ];
    view.push(System(if is_mac { "fullScreen" } else { "hideMenu" }));
    let chat = vec![
        Page("previousChat"),
        Page("nextChat"),
        Page("questions"),
        Separator,
        Page("focusMessageBox"),
        Page("chooseModel"),
        Page("clearContext"),
    ];
    let mut all = vec![("file", file), ("edit", edit), ("view", view), ("chat", chat)];
    if is_mac {
        all.insert(0, ("app", app));
        all.push(("window", vec![System("minimize"), System("maximize")]));
    }
    all.push(("help", vec![Page("listShortcuts")]));
    all
}

/// The texts of the entries and the keys of the shortcuts, by their ids.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
pub struct Texts {
    texts: HashMap<String, String>,
    keys: HashMap<String, String>,
}

impl Texts {
    /// Returns the text of an entry, at most 100 characters of it.
    fn text(&self, id: &str) -> String {
        let text: String = self.texts.get(id).map_or(id, String::as_str).chars().take(100).collect();
        // An ampersand would underline the next letter.
        text.replace('&', "&&")
    }

    fn accelerator(&self, id: &str) -> Option<String> {
        self.keys.get(id).map(|keys| accelerator(keys))
    }
}

/// Returns the keys as menus spell them. The app spells them as it shows them, such as `Mod Shift ⌫`.
fn accelerator(keys: &str) -> String {
    let spelled = keys.split(' ').map(|key| match key {
        "Mod" => "CmdOrCtrl",
        "Esc" => "Escape",
        "↑" => "ArrowUp",
        "↓" => "ArrowDown",
        "⌫" => "Backspace",
        "+" => "=",
        other => other,
    });
    spelled.collect::<Vec<_>>().join("+")
}

/// The texts that the page has sent.
#[derive(Default)]
pub struct Shown(Mutex<Texts>);

/// Takes the texts, and shows the menu in their language.
#[tauri::command]
pub async fn menu_texts(app: AppHandle, shown: tauri::State<'_, Shown>, texts: Texts) -> Result<(), String> {
    *shown.0.lock().unwrap_or_else(PoisonError::into_inner) = texts;
    refresh(&app).map_err(|error| error.to_string())
}

/// Shows the menu bar, or hides it, and remembers that. A Mac always shows it.
#[tauri::command]
pub async fn menu_toggle(app: AppHandle) -> Result<(), String> {
    app.state::<Store>().note(|settings| settings.menu = !settings.menu);
    refresh(&app).map_err(|error| error.to_string())
}

/// Runs the choice of an entry. Other ids are those of the tray's menu.
pub fn choose(app: &AppHandle, id: &str) {
    let entries = columns(cfg!(target_os = "macos")).into_iter().flat_map(|(_, entries)| entries);
    for entry in entries {
        match entry {
            Entry::Page(page) if page == id => return window::run(app, Action::Shortcut(page)),
            Entry::Zoom(name, steps) if name == id => return zoom_by(app, steps),
            Entry::System(name) if name == id => return run_system(app, name),
            _ => {}
        }
    }
}

fn zoom_by(app: &AppHandle, steps: i8) {
    let Some(window) = window::find(app) else { return };
    tauri::async_runtime::spawn(async move {
        if let Err(error) = zoom::zoom(window, (steps != 0).then_some(steps)).await {
            eprintln!("The window could not be zoomed: {error}");
        }
    });
}

/// Runs what the menus of the system leave to the app.
fn run_system(app: &AppHandle, name: &'static str) {
    match name {
        "quit" => tray::quit(app),
        "hideMenu" => {
            let app = app.clone();
            tauri::async_runtime::spawn(async move { menu_toggle(app).await });
        }
        _ => {
            if let Some(window) = window::find(app)
                && let Err(error) = edit(&window, name)
            {
                eprintln!("{name}: {error}");
            }
        }
    }
}

/// Edits what has the focus in the page. GTK's menus have no such entries.
#[cfg(target_os = "linux")]
fn edit(window: &WebviewWindow, name: &'static str) -> tauri::Result<()> {
    use webkit2gtk::WebViewExt;
    let command = match name {
        "undo" => "Undo",
        "redo" => "Redo",
        "cut" => "Cut",
        "copy" => "Copy",
        "paste" => "Paste",
        "selectAll" => "SelectAll",
        _ => return Ok(()),
    };
    window.with_webview(move |webview| webview.inner().execute_editing_command(command))
}

#[cfg(not(target_os = "linux"))]
#[allow(clippy::unnecessary_wraps)]
fn edit(_window: &WebviewWindow, _name: &'static str) -> tauri::Result<()> {
    Ok(())
}

/// Builds the menu bar anew, or removes it. Without texts, a Mac keeps the standard menu, and other systems show none.
fn refresh(app: &AppHandle) -> tauri::Result<()> {
    let texts = app.state::<Shown>().0.lock().unwrap_or_else(PoisonError::into_inner).clone();
    if texts == Texts::default() {
        return Ok(());
    }
    #[cfg(target_os = "macos")]
    build(app, &texts).and_then(|menu| app.set_menu(menu))?;
    #[cfg(not(target_os = "macos"))]
    if let Some(window) = window::find(app) {
        if app.state::<Store>().get().menu {
            window.set_menu(build(app, &texts)?)?;
        } else {
            window.remove_menu()?;
        }
    }
    Ok(())
}

fn build(app: &AppHandle, texts: &Texts) -> tauri::Result<Menu<tauri::Wry>> {
    let menu = Menu::new(app)?;
    for (id, entries) in columns(cfg!(target_os = "macos")) {
        let name = if id == "app" { app.package_info().name.clone() } else { texts.text(id) };
        let column = Submenu::new(app, name, true)?;
        for entry in entries {
            if let Some(item) = item(app, texts, entry)? {
                column.append(item.as_ref())?;
            }
        }
        menu.append(&column)?;
    }
    Ok(menu)
}

type Item = Box<dyn IsMenuItem<tauri::Wry>>;

/// Returns the item of an entry; none if the system does not have it.
fn item(app: &AppHandle, texts: &Texts, entry: Entry) -> tauri::Result<Option<Item>> {
    let named = |id: &str, keys: Option<String>| -> tauri::Result<Option<Item>> {
        Ok(Some(Box::new(MenuItem::with_id(app, id, texts.text(id), true, keys)?)))
    };
    match entry {
        Entry::Separator => Ok(Some(Box::new(PredefinedMenuItem::separator(app)?))),
        Entry::Page(id) | Entry::Zoom(id, _) => named(id, texts.accelerator(id)),
        // The app ends as by closing its window without a tray.
        Entry::System("quit") if !cfg!(target_os = "macos") => named("quit", None),
        Entry::System("hideMenu") => named("hideMenu", None),
        Entry::System(id) if cfg!(target_os = "linux") => named(id, None),
        // Windows can neither undo nor redo by a menu.
        Entry::System("undo" | "redo") if cfg!(windows) => Ok(None),
        Entry::System(id) => Ok(predefined(app, id, &texts.text(id))?.map(|item| Box::new(item) as Item)),
    }
}

/// Returns an item of the system, which works by itself.
fn predefined(app: &AppHandle, id: &str, text: &str) -> tauri::Result<Option<PredefinedMenuItem<tauri::Wry>>> {
    let text = Some(text);
    let found = match id {
        "about" => PredefinedMenuItem::about(app, text, Some(about(app))),
        "services" => PredefinedMenuItem::services(app, text),
        "hide" => PredefinedMenuItem::hide(app, text),
        "hideOthers" => PredefinedMenuItem::hide_others(app, text),
        "showAll" => PredefinedMenuItem::show_all(app, text),
        "quit" => PredefinedMenuItem::quit(app, text),
        "close" => PredefinedMenuItem::close_window(app, text),
        "undo" => PredefinedMenuItem::undo(app, text),
        "redo" => PredefinedMenuItem::redo(app, text),
        "cut" => PredefinedMenuItem::cut(app, text),
        "copy" => PredefinedMenuItem::copy(app, text),
        "paste" => PredefinedMenuItem::paste(app, text),
        "selectAll" => PredefinedMenuItem::select_all(app, text),
        "fullScreen" => PredefinedMenuItem::fullscreen(app, text),
        "minimize" => PredefinedMenuItem::minimize(app, text),
        "maximize" => PredefinedMenuItem::maximize(app, text),
        _ => return Ok(None),
    };
    found.map(Some)
}

fn about(app: &AppHandle) -> AboutMetadata<'static> {
    let package = app.package_info();
    AboutMetadata { name: Some(package.name.clone()), version: Some(package.version.to_string()), ..Default::default() }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SHORTCUTS: &str = include_str!("../../lib/chat/shortcuts.ts");

    /// Returns the ids of the app's shortcuts with their keys, as the page declares them.
    fn shortcuts() -> Vec<(&'static str, &'static str)> {
        SHORTCUTS
            .split("id: \"")
            .skip(1)
            .map(|rest| {
                let (id, rest) = rest.split_once('"').expect("an id");
                let (_, rest) = rest.split_once("keys: \"").expect("keys");
                (id, rest.split_once('"').expect("an end").0)
            })
            .collect()
    }

    fn ids(is_mac: bool) -> Vec<&'static str> {
        let entries = columns(is_mac).into_iter().flat_map(|(_, entries)| entries);
        entries
            .filter_map(|entry| match entry {
                Entry::Page(id) | Entry::Zoom(id, _) | Entry::System(id) => Some(id),
                Entry::Separator => None,
            })
            .collect()
    }

    #[test]
    fn has_every_shortcut_of_the_app_once() {
        assert_eq!(shortcuts().len(), 14);
        for is_mac in [true, false] {
            for (id, _) in shortcuts() {
                assert_eq!(ids(is_mac).iter().filter(|each| **each == id).count(), 1, "{id}");
            }
        }
    }

    #[test]
    fn a_mac_has_the_menus_without_which_its_keys_do_not_work() {
        let names: Vec<_> = columns(true).into_iter().map(|(name, _)| name).collect();
        assert_eq!(names, ["app", "file", "edit", "view", "chat", "window", "help"]);
        for id in ["undo", "redo", "cut", "copy", "paste", "selectAll", "hide", "quit", "close", "minimize"] {
            assert!(ids(true).contains(&id), "{id}");
        }
        // Elsewhere, the window has them itself, and the bar must have a way to hide it again.
        assert!(ids(false).contains(&"hideMenu"));
        for id in ["services", "hide", "minimize", "close"] {
            assert!(!ids(false).contains(&id), "{id}");
        }
    }

    #[test]
    fn the_page_has_a_text_for_every_menu_and_entry() {
        let texts = include_str!("../../locales/en/rest.ts");
        let (_, texts) = texts.split_once("  shortcuts: {").expect("the shortcuts");
        let (texts, _) = texts.split_once("  damaged: {").expect("an end");
        for is_mac in [true, false] {
            let menus = columns(is_mac).into_iter().map(|(name, _)| name).filter(|name| *name != "app");
            // The page has other names for shortcuts, and a type that demands all of them.
            let is_shortcut = |id: &str| shortcuts().iter().any(|(each, _)| *each == id);
            for id in ids(is_mac).into_iter().chain(menus).filter(|id| !is_shortcut(id)) {
                assert!(texts.contains(&format!("\n    {id}: ")), "{id}");
            }
        }
    }

    #[test]
    fn menus_understand_the_keys_of_every_shortcut() {
        for (id, keys) in
            shortcuts().into_iter().chain([("zoomIn", "Mod +"), ("zoomOut", "Mod -"), ("zoomReset", "Mod 0")])
        {
            let spelled = accelerator(keys);
            assert!(spelled.parse::<muda::accelerator::Accelerator>().is_ok(), "{id}: {spelled}");
        }
        assert_eq!(accelerator("Mod Shift ⌫"), "CmdOrCtrl+Shift+Backspace");
        assert_eq!(accelerator("Alt ↑"), "Alt+ArrowUp");
    }

    #[test]
    fn a_text_of_the_page_is_shown_as_it_is() {
        let texts = Texts { texts: HashMap::from([("edit".to_owned(), "Ä & B".repeat(50))]), keys: HashMap::new() };
        assert!(texts.text("edit").starts_with("Ä && B"));
        assert!(texts.text("edit").chars().count() <= 200);
        assert_eq!(texts.text("missing"), "missing");
    }
}
