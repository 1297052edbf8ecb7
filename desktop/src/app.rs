//! Puts the parts of the shell together.

use tauri::Manager;

use crate::{http, keychain, links, notify, programs, save, updates, window};

/// Runs the app until its window is closed.
pub fn run() -> tauri::Result<()> {
    // Another provider may be installed already, by a library; then that one is used.
    let _ = rustls::crypto::ring::default_provider().install_default();
    tauri::Builder::default()
        // First, so that a second start ends before it opens anything.
        .plugin(tauri_plugin_single_instance::init(|app, arguments, _folder| {
            window::show(app);
            links::open(app, arguments);
        }))
        .plugin(tauri_plugin_window_state::Builder::default().build())
        .plugin(tauri_plugin_opener::Builder::new().open_js_links_on_click(false).build())
        .plugin(tauri_plugin_dialog::init())
        .setup(|app| {
            if updates::is_configured(app.config()) {
                app.handle().plugin(tauri_plugin_updater::Builder::new().build())?;
            }
            app.manage(http::Exchanges::new()?);
            app.manage(programs::Programs::new(programs::approval::file_in(&app.path().app_config_dir()?)));
            window::open(app.handle(), links::find(app.handle(), std::env::args()))?;
            Ok(())
        })
        .invoke_handler(tauri::generate_handler![
            http::commands::http_send,
            http::commands::http_read,
            http::commands::http_cancel,
            keychain::keychain_key,
            notify::notify,
            save::save_file,
            updates::update_check,
            updates::update_install,
            programs::commands::program_start,
            programs::commands::program_write,
            programs::commands::program_read,
            programs::commands::program_stop,
        ])
        .build(tauri::generate_context!())?
        .run(|app, event| match event {
            tauri::RunEvent::Exit => app.state::<programs::Programs>().stop_all(),
            // macOS names links this way, and not as arguments of a second start.
            #[cfg(target_os = "macos")]
            tauri::RunEvent::Opened { urls } => links::open(app, urls.into_iter().map(String::from)),
            _ => {}
        });
    Ok(())
}
