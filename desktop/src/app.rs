//! Puts the parts of the shell together.

use tauri::Manager;

use crate::{http, keychain, programs, window};

/// Runs the app until its window is closed.
pub fn run() -> tauri::Result<()> {
    // Another provider may be installed already, by a library; then that one is used.
    let _ = rustls::crypto::ring::default_provider().install_default();
    tauri::Builder::default()
        // First, so that a second start ends before it opens anything.
        .plugin(tauri_plugin_single_instance::init(|app, _arguments, _folder| window::show(app)))
        .plugin(tauri_plugin_window_state::Builder::default().build())
        .plugin(tauri_plugin_opener::Builder::new().open_js_links_on_click(false).build())
        .plugin(tauri_plugin_dialog::init())
        .setup(|app| {
            app.manage(http::Exchanges::new()?);
            app.manage(programs::Programs::new(programs::approval::file_in(&app.path().app_config_dir()?)));
            window::open(app.handle())?;
            Ok(())
        })
        .invoke_handler(tauri::generate_handler![
            http::commands::http_send,
            http::commands::http_read,
            http::commands::http_cancel,
            keychain::keychain_key,
            programs::commands::program_start,
            programs::commands::program_write,
            programs::commands::program_read,
            programs::commands::program_stop,
        ])
        .build(tauri::generate_context!())?
        .run(|app, event| {
            if let tauri::RunEvent::Exit = event {
                app.state::<programs::Programs>().stop_all();
            }
        });
    Ok(())
}
