//! The desktop app: one window around the static export, with what a page cannot do by itself.
#![cfg_attr(not(debug_assertions), windows_subsystem = "windows")]
#![forbid(unsafe_code)]

mod app;
mod folders;
#[cfg(target_os = "linux")]
mod graphics;
mod http;
mod keychain;
mod links;
mod login;
mod menu;
mod navigation;
mod nextchat;
mod notify;
mod opened;
mod pending;
mod programs;
mod question;
mod save;
mod settings;
mod shortcut;
mod sign_in;
mod system;
mod tray;
mod updates;
mod window;
mod words;
mod zoom;

fn main() {
    // A program that serves tools runs below a second process of this same file, which ends it with the app.
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if let Some(("--supervise", command)) = arguments.split_first().map(|(first, rest)| (first.as_str(), rest)) {
        std::process::exit(programs::supervise::run(command));
    }
    #[cfg(target_os = "linux")]
    graphics::prepare();
    if let Err(error) = app::run() {
        eprintln!("The app could not be started: {error}");
        std::process::exit(1);
    }
}
