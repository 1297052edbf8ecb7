//! Declares the commands of the shell, so that each needs a permission (capabilities/main.toml).

const COMMANDS: &[&str] = &[
    "http_send",
    "http_read",
    "http_cancel",
    "keychain_key",
    "nextchat_find",
    "nextchat_read",
    "menu_texts",
    "menu_toggle",
    "notify",
    "opened_files",
    "opened_read",
    "take_action",
    "save_file",
    "folder_choose",
    "folder_open",
    "folder_list",
    "folder_read",
    "folder_write",
    "folder_remove",
    "sign_in_start",
    "sign_in_finish",
    "sign_in_cancel",
    "system_state",
    "system_change",
    "zoom",
    "update_check",
    "update_install",
    "update_installed",
    "program_start",
    "program_write",
    "program_read",
    "program_stop",
];

fn main() {
    let manifest = tauri_build::AppManifest::new().commands(COMMANDS);
    let attributes = tauri_build::Attributes::new().app_manifest(manifest);
    if let Err(error) = tauri_build::try_build(attributes) {
        eprintln!("{error:#}");
        std::process::exit(1);
    }
}
