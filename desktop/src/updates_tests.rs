use std::io::{Cursor, Read, Write};
use std::net::TcpListener;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use minisign::KeyPair;
use tauri::test::{MockRuntime, mock_builder, mock_context, noop_assets};

use super::*;

const PACKAGE: &[u8] = b"a newer app";

/// The operator's key, and what its server offers.
struct Server {
    keys: KeyPair,
    version: &'static str,
    signature: String,
    package: Vec<u8>,
}

impl Server {
    fn new(version: &'static str) -> Self {
        let keys = KeyPair::generate_unencrypted_keypair().expect("keys");
        let signature = signed(&keys, PACKAGE, version);
        Self { keys, version, signature, package: PACKAGE.to_vec() }
    }

    /// Starts the server and an app that asks it.
    fn app(self) -> tauri::App<MockRuntime> {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let address = format!("http://{}", listener.local_addr().expect("an address"));
        let public = STANDARD.encode(self.keys.pk.to_box().expect("a key").to_string());
        let release = serde_json::json!({
            "version": self.version,
            "url": format!("{address}/package"),
            "signature": self.signature,
        });
        std::thread::spawn(move || serve(&listener, &release.to_string(), &self.package));
        let mut context = mock_context(noop_assets());
        context.config_mut().version = Some("1.2.0".to_owned());
        context.package_info_mut().version = "1.2.0".parse().expect("a version");
        let updater = serde_json::json!({ "pubkey": public, "endpoints": [format!("{address}/release")] });
        context.config_mut().plugins.0.insert("updater".to_owned(), updater);
        prepare(context.config_mut());
        mock_builder().plugin(tauri_plugin_updater::Builder::new().build()).build(context).expect("an app")
    }
}

/// Signs a package as Tauri's tool does, with its version.
fn signed(keys: &KeyPair, package: &[u8], version: &str) -> String {
    let comment = format!("timestamp:1\tfile:app\tversion:{version}");
    let signature = minisign::sign(Some(&keys.pk), &keys.sk, Cursor::new(package), Some(&comment), None);
    STANDARD.encode(signature.expect("a signature").to_string())
}

fn serve(listener: &TcpListener, release: &str, package: &[u8]) {
    for stream in listener.incoming() {
        let Ok(mut stream) = stream else { return };
        let mut request = [0; 4096];
        let length = stream.read(&mut request).unwrap_or(0);
        let is_package = String::from_utf8_lossy(&request[..length]).contains("/package");
        let body = if is_package { package } else { release.as_bytes() };
        let head = format!("HTTP/1.1 200 OK\r\ncontent-length: {}\r\nconnection: close\r\n\r\n", body.len());
        let _ = stream.write_all(head.as_bytes()).and_then(|()| stream.write_all(body));
    }
}

fn check_in(app: &tauri::App<MockRuntime>) -> Updates {
    tauri::async_runtime::block_on(check(app.handle()))
}

fn download_in(app: &tauri::App<MockRuntime>) -> Result<Vec<u8>, String> {
    tauri::async_runtime::block_on(download(app.handle())).map(|(_, package)| package)
}

#[test]
fn a_newer_version_with_a_good_signature_is_downloaded() {
    let app = Server::new("1.3.0").app();
    assert_eq!(check_in(&app), Updates::Available { version: "1.3.0".to_owned() });
    assert_eq!(download_in(&app), Ok(PACKAGE.to_vec()));
}

// @D12.13
#[test]
fn a_forged_or_cut_off_package_is_refused() {
    let mut cut = Server::new("1.3.0");
    cut.package.pop();
    let mut other_key = Server::new("1.3.0");
    other_key.signature = signed(&KeyPair::generate_unencrypted_keypair().expect("keys"), PACKAGE, "1.3.0");
    let mut unsigned = Server::new("1.3.0");
    unsigned.signature = String::new();
    // An older package under a newer number.
    let mut renamed = Server::new("1.3.0");
    renamed.signature = signed(&renamed.keys, PACKAGE, "1.1.0");
    for (name, server) in [("cut", cut), ("other key", other_key), ("unsigned", unsigned), ("renamed", renamed)] {
        assert!(download_in(&server.app()).is_err(), "{name}");
    }
}

// @D12.13
#[test]
fn an_older_or_equal_version_is_no_update() {
    for version in ["1.1.9", "1.2.0"] {
        let app = Server::new(version).app();
        assert_eq!(check_in(&app), Updates::Latest, "{version}");
        assert_eq!(download_in(&app), Err("There is no newer version.".to_owned()), "{version}");
    }
}

#[test]
fn a_broken_answer_is_a_failure() {
    let mut broken = Server::new("1.3.0");
    broken.version = "no version";
    assert!(matches!(check_in(&broken.app()), Updates::Failed { .. }));
}

#[test]
fn without_an_address_there_are_no_updates() {
    let app = mock_builder().build(mock_context(noop_assets())).expect("an app");
    assert_eq!(check_in(&app), Updates::Off);
}

// @D12.13
#[test]
fn no_configuration_allows_unsigned_versions_older_ones_or_open_connections() {
    for updater in [
        serde_json::json!({ "requireSignedVersion": false, "allowDowngrades": true, "pubkey": "x" }),
        serde_json::json!({ "require-signed-version": false, "allow-downgrades": true, "pubkey": "x" }),
        serde_json::json!({
            "dangerousInsecureTransportProtocol": true,
            "dangerous-accept-invalid-certs": true,
            "dangerousAcceptInvalidHostnames": true,
            "pubkey": "x",
        }),
    ] {
        let mut config = mock_context::<MockRuntime, _>(noop_assets()).config().clone();
        config.plugins.0.insert("updater".to_owned(), updater);
        prepare(&mut config);
        assert_eq!(config.plugins.0["updater"], serde_json::json!({ "pubkey": "x", "requireSignedVersion": true }));
    }
}
