//! Puts the parts of the shell together.

use std::path::{Path, PathBuf};

use tauri::{AppHandle, Manager};
use tauri_plugin_window_state::StateFlags;

use crate::{
    folders, http, keychain, links, login, menu, nextchat, notify, opened, pending, programs, save, settings, shortcut,
    sign_in, system, tray, updates, window, zoom,
};

/// Runs the app until its window is closed.
pub fn run() -> tauri::Result<()> {
    // Another provider may be installed already, by a library; then that one is used.
    let _ = rustls::crypto::ring::default_provider().install_default();
    let mut context = tauri::generate_context!();
    updates::prepare(context.config_mut());
    tauri::Builder::default()
        // First, so that a second start ends before it opens anything.
        .plugin(tauri_plugin_single_instance::init(|app, arguments, folder| {
            let handle = app.clone();
            // The main thread gets to it after the setup: before, neither the window nor the states exist.
            let queued = app.run_on_main_thread(move || start_again(&handle, &arguments, &folder));
            if let Err(error) = queued {
                eprintln!("A second start could not be handled: {error}");
            }
        }))
        .plugin(tauri_plugin_window_state::Builder::default().with_state_flags(remembered()).build())
        .plugin(tauri_plugin_opener::Builder::new().open_js_links_on_click(false).build())
        .plugin(tauri_plugin_dialog::init())
        .setup(|app| {
            if updates::is_configured(app.config()) {
                app.handle().plugin(tauri_plugin_updater::Builder::new().build())?;
            }
            app.manage(http::Exchanges::new()?);
            app.manage(programs::Programs::new(programs::approval::file_in(&app.path().app_config_dir()?)));
            app.manage(settings::Store::open(&app.path().app_config_dir()?));
            app.manage(folders::chosen::Chosen::open(&app.path().app_config_dir()?));
            app.manage(tray::Ending::default());
            app.manage(pending::Pending::default());
            app.manage(menu::Shown::default());
            app.manage(sign_in::SignIn::default());
            app.on_menu_event(|app, event| menu::choose(app, event.id().as_ref()));
            let opened = opened::Opened::default();
            opened.add(opened::find(std::env::args(), &std::env::current_dir().unwrap_or_default()));
            app.manage(opened);
            nextchat::remove_copies(app.handle());
            add_system_plugins(app.handle())?;
            let is_new_chat = std::env::args().any(|argument| argument == system::NEW_CHAT);
            if is_new_chat {
                app.state::<pending::Pending>().set(pending::Action::NewChat);
            }
            let is_hidden = !is_new_chat && system::is_hidden(app.handle(), std::env::args());
            system::start(app.handle());
            window::open(app.handle(), links::find(app.handle(), std::env::args()), !is_hidden)?;
            if is_hidden {
                tray::show_without_host(app.handle());
            }
            Ok(())
        })
        .invoke_handler(tauri::generate_handler![
            http::commands::http_send,
            http::commands::http_read,
            http::commands::http_cancel,
            keychain::keychain_key,
            nextchat::commands::nextchat_find,
            nextchat::commands::nextchat_read,
            menu::menu_texts,
            menu::menu_toggle,
            notify::notify,
            opened::opened_files,
            opened::opened_read,
            pending::take_action,
            save::save_file,
            folders::commands::folder_choose,
            folders::commands::folder_open,
            folders::commands::folder_list,
            folders::commands::folder_read,
            folders::commands::folder_write,
            folders::commands::folder_remove,
            sign_in::sign_in_start,
            sign_in::sign_in_finish,
            sign_in::sign_in_cancel,
            system::system_state,
            system::system_change,
            zoom::zoom,
            updates::update_check,
            updates::update_install,
            updates::update_installed,
            programs::commands::program_start,
            programs::commands::program_write,
            programs::commands::program_read,
            programs::commands::program_stop,
        ])
        .build(context)?
        .run(|app, event| match event {
            tauri::RunEvent::Exit => app.state::<programs::Programs>().stop_all(),
            // A click on the icon in the Dock, also while the window is hidden.
            #[cfg(target_os = "macos")]
            tauri::RunEvent::Reopen { .. } => window::show(app),
            // macOS names links and files this way, and not as arguments of a second start.
            #[cfg(target_os = "macos")]
            tauri::RunEvent::Opened { urls } => open_urls(app, urls.into_iter().map(String::from)),
            _ => {}
        });
    Ok(())
}

/// Handles a second start of the app: it shows the window, with a link, files or a new chat if its arguments name them.
fn start_again(app: &AppHandle, arguments: &[String], folder: &str) {
    let has = |name: &str| arguments.iter().any(|argument| argument == name);
    if has(login::ARGUMENT) {
        return;
    }
    if has(system::NEW_CHAT) {
        return window::start_chat(app);
    }
    window::show(app);
    links::open(app, arguments.iter().cloned());
    open_files(app, opened::find(arguments.iter().cloned(), Path::new(folder)));
}

/// Opens links to the app and files that macOS passes to it.
#[cfg(target_os = "macos")]
fn open_urls(app: &AppHandle, urls: impl IntoIterator<Item = String>) {
    let urls: Vec<String> = urls.into_iter().collect();
    links::open(app, urls.iter().cloned());
    // Where arguments begin with the program.
    let arguments = std::iter::once(String::new()).chain(urls);
    open_files(app, opened::find(arguments, Path::new("/")));
}

/// Passes files to the page, which a page that is still loading takes later.
fn open_files(app: &AppHandle, files: Vec<PathBuf>) {
    if app.state::<opened::Opened>().add(files) {
        window::notify_page(app);
    }
}

/// The remembered state of the window. An app that ended with a hidden window must not start with one.
fn remembered() -> StateFlags {
    StateFlags::all() & !StateFlags::VISIBLE
}

fn add_system_plugins(app: &AppHandle) -> tauri::Result<()> {
    #[cfg(not(target_os = "linux"))]
    app.plugin(tauri_plugin_autostart::Builder::new().arg(login::ARGUMENT).build())?;
    if shortcut::is_supported() {
        app.plugin(tauri_plugin_global_shortcut::Builder::new().build())?;
    }
    Ok(())
}
