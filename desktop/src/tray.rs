//! The icon in the system's tray, and the window that it leads back to.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use tauri::menu::{Menu, MenuItem};
use tauri::tray::{MouseButton, MouseButtonState, TrayIconBuilder, TrayIconEvent};
use tauri::{AppHandle, Manager};

use crate::settings::Store;
use crate::{notify, window, words};

const ID: &str = "tray";

/// Time that the panel of a session has to start, after which a window that was to stay hidden is shown.
const PATIENCE: Duration = Duration::from_secs(15);

/// Whether the app is about to end, so that closing its window does not hide it.
#[derive(Default)]
pub struct Ending(AtomicBool);

/// Adds the icon, or replaces its menu after a change of the language.
pub fn show(app: &AppHandle) -> tauri::Result<()> {
    let words = words::of(&app.state::<Store>().get().language);
    let item = |id: &str, text: &str| MenuItem::with_id(app, id, text, true, None::<&str>);
    let (open, chat) = (item("tray-open", &words.open)?, item("tray-chat", &words.new_chat)?);
    let menu = Menu::with_items(app, &[&open, &chat, &item("tray-quit", &words.quit)?])?;
    if let Some(icon) = app.tray_by_id(ID) {
        icon.set_menu(Some(menu))?;
        return icon.set_visible(true);
    }
    let name = app.config().product_name.clone().unwrap_or_default();
    let mut icon = TrayIconBuilder::with_id(ID)
        .menu(&menu)
        .tooltip(name)
        // On Windows, a click opens the window, and the other button the menu.
        .show_menu_on_left_click(!cfg!(windows))
        .on_menu_event(|app, event| match event.id().as_ref() {
            "tray-open" => window::show(app),
            "tray-chat" => window::start_chat(app),
            "tray-quit" => quit(app),
            _ => {}
        })
        .on_tray_icon_event(|icon, event| {
            let left = MouseButton::Left;
            if let TrayIconEvent::Click { button, button_state: MouseButtonState::Up, .. } = event
                && cfg!(windows)
                && button == left
            {
                window::show(icon.app_handle());
            }
        });
    if let Some(image) = app.default_window_icon() {
        icon = icon.icon(image.clone());
    }
    icon.build(app).map(|_| ())
}

/// Hides the icon. A hidden window comes back, because nothing else would lead to it. The icon itself stays until the
/// app ends: the library on Linux cannot add a second one after it.
pub fn remove(app: &AppHandle) -> tauri::Result<()> {
    if let Some(icon) = app.tray_by_id(ID) {
        icon.set_visible(false)?;
    }
    window::show_hidden(app)
}

/// Hides the window instead of closing it, if an icon leads back to it. Returns whether it did.
pub fn hide(app: &AppHandle, window: &tauri::Window) -> bool {
    let is_ending = app.state::<Ending>().0.load(Ordering::Relaxed);
    let settings = app.state::<Store>().get();
    let has_icon = settings.tray && app.tray_by_id(ID).is_some();
    if is_ending || !has_icon || !is_available() || window.hide().is_err() {
        return false;
    }
    if settings.knows_tray {
        return true;
    }
    let app = app.clone();
    // The library waits for the system on the calling thread.
    std::thread::spawn(move || {
        let name = app.config().product_name.clone().unwrap_or_default();
        let text = words::of(&settings.language).still_running.replace("{app}", &name);
        let shown = notify::show(&app, &name, &text, None);
        match shown {
            Ok(()) => app.state::<Store>().note(|settings| settings.knows_tray = true),
            Err(error) => eprintln!("The user could not be told that the app still runs: {error}"),
        }
    });
    true
}

/// Closes the window as its button does without a tray, which ends the app.
pub fn quit(app: &AppHandle) {
    app.state::<Ending>().0.store(true, Ordering::Relaxed);
    window::close(app);
}

/// Shows a window that was hidden at its start, unless an icon leads to it. The panel may start after the app.
pub fn show_without_host(app: &AppHandle) {
    let app = app.clone();
    std::thread::spawn(move || {
        let end = std::time::Instant::now() + PATIENCE;
        while !is_available() {
            if std::time::Instant::now() > end {
                return window::show(&app);
            }
            std::thread::sleep(Duration::from_millis(500));
        }
    });
}

/// Whether the system shows icons in a tray.
#[cfg(not(target_os = "linux"))]
pub fn is_available() -> bool {
    true
}

/// Whether the desktop has a tray, and the library for it is installed: without it, the app would end.
#[cfg(target_os = "linux")]
pub fn is_available() -> bool {
    has_library() && has_host().unwrap_or(false)
}

#[cfg(target_os = "linux")]
pub fn has_library() -> bool {
    const NAMES: [&str; 2] = ["libayatana-appindicator3.so.1", "libappindicator3.so.1"];
    let arch = std::env::consts::ARCH;
    let listed = std::env::var_os("LD_LIBRARY_PATH").unwrap_or_default();
    let usual = ["/usr/lib", "/usr/lib64", "/usr/local/lib"].map(Into::into);
    std::env::split_paths(&listed)
        .chain(usual)
        .chain(std::iter::once(format!("/usr/lib/{arch}-linux-gnu").into()))
        .any(|folder| NAMES.iter().any(|name| folder.join(name).exists()))
}

#[cfg(not(target_os = "linux"))]
pub fn has_library() -> bool {
    true
}

/// Asks the session's bus for a tray: https://www.freedesktop.org/wiki/Specifications/StatusNotifierItem/
#[cfg(target_os = "linux")]
fn has_host() -> zbus::Result<bool> {
    const WATCHER: &str = "org.kde.StatusNotifierWatcher";
    let bus = zbus::blocking::connection::Builder::session()?.method_timeout(Duration::from_secs(1)).build()?;
    zbus::blocking::Proxy::new(&bus, WATCHER, "/StatusNotifierWatcher", WATCHER)?
        .get_property("IsStatusNotifierHostRegistered")
}
