//! Sign-in at a server in the system's browser, which comes back to a port of this computer (RFC 8252, chapter 7.3).

use std::io;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use serde::{Deserialize, Serialize};
use tauri::{AppHandle, State, Url};
use tauri_plugin_opener::OpenerExt;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio_util::sync::CancellationToken;

use crate::window;

const PATH: &str = "/oauth";

/// Time for the user to sign in.
const PATIENCE: Duration = Duration::from_secs(10 * 60);

/// Time for a browser to send its request, which other programs could delay.
const READING: Duration = Duration::from_secs(5);

/// Largest head of a request, in bytes.
const MAX_HEAD: usize = 16 * 1024;

/// The port that waits for the browser, and what ends the waiting.
#[derive(Clone)]
struct Waiting {
    listener: Arc<TcpListener>,
    end: CancellationToken,
}

/// The one sign-in that may be under way. A new one ends it.
#[derive(Default)]
pub struct SignIn(Mutex<Option<Waiting>>);

impl SignIn {
    fn set(&self, waiting: Option<Waiting>) {
        let mut current = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(old) = std::mem::replace(&mut *current, waiting) {
            old.end.cancel();
        }
    }

    fn get(&self) -> Option<Waiting> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    pub fn cancel(&self) {
        self.set(None);
    }
}

/// A sign-in of the page.
#[derive(Debug, Deserialize)]
pub struct Asked {
    /// The address where the user signs in.
    address: Url,
    /// Must come back with the browser, which proves that it comes from this sign-in.
    state: String,
    /// What the browser shows at the end.
    text: String,
}

/// The end of a sign-in.
#[derive(Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "end", rename_all = "lowercase")]
pub enum End {
    /// The browser came back with this query.
    Back { query: String },
    /// The user has canceled it, or waited too long.
    Stopped,
}

/// Opens a port, and returns the address to which the browser must come back.
#[tauri::command]
pub async fn sign_in_start(state: State<'_, SignIn>) -> Result<String, String> {
    let listener = TcpListener::bind(("127.0.0.1", 0)).await.map_err(|error| error.to_string())?;
    let port = listener.local_addr().map_err(|error| error.to_string())?.port();
    state.set(Some(Waiting { listener: Arc::new(listener), end: CancellationToken::new() }));
    Ok(format!("http://127.0.0.1:{port}{PATH}"))
}

/// Opens the browser, and waits until it comes back.
#[tauri::command]
pub async fn sign_in_finish(app: AppHandle, state: State<'_, SignIn>, asked: Asked) -> Result<End, String> {
    let Some(waiting) = state.get() else { return Ok(End::Stopped) };
    if !matches!(asked.address.scheme(), "https" | "http") {
        return Err("The address is not one of a website.".to_owned());
    }
    app.opener().open_url(asked.address.as_str(), None::<&str>).map_err(|error| error.to_string())?;
    let end = tokio::select! {
        query = come_back(&waiting.listener, &asked) => End::Back { query },
        () = waiting.end.cancelled() => End::Stopped,
        () = tokio::time::sleep(PATIENCE) => End::Stopped,
    };
    // The port is closed unless a new sign-in has one.
    if !waiting.end.is_cancelled() {
        state.cancel();
        window::show(&app);
    }
    Ok(end)
}

/// Ends the sign-in that is under way.
#[tauri::command]
pub fn sign_in_cancel(state: State<'_, SignIn>) {
    state.cancel();
}

/// Returns the query of the first request with the state. Any program on this computer may send others.
async fn come_back(listener: &TcpListener, asked: &Asked) -> String {
    let (send, mut receive) = tokio::sync::mpsc::channel(1);
    loop {
        tokio::select! {
            Some(query) = receive.recv() => return query,
            accepted = listener.accept() => {
                let Ok((stream, _)) = accepted else {
                    tokio::time::sleep(Duration::from_millis(100)).await;
                    continue;
                };
                let (send, state, text) = (send.clone(), asked.state.clone(), asked.text.clone());
                tauri::async_runtime::spawn(async move {
                    let served = tokio::time::timeout(READING, serve(stream, &state, &text)).await;
                    if let Ok(Ok(Some(query))) = served {
                        let _ = send.send(query).await;
                    }
                });
            }
        }
    }
}

/// Answers a request; returns its query if it is the one that was waited for.
async fn serve(mut stream: TcpStream, state: &str, text: &str) -> io::Result<Option<String>> {
    let mut head = Vec::new();
    while !head.windows(4).any(|end| end == b"\r\n\r\n") && head.len() < MAX_HEAD {
        if stream.read_buf(&mut head).await? == 0 {
            break;
        }
    }
    let query = find_query(&head, state);
    let (status, body) = match query {
        Some(_) => ("200 OK", format!("<!doctype html><meta charset=utf-8><title>✓</title><p>{}", escape(text))),
        None => ("404 Not Found", String::new()),
    };
    let rules =
        "Content-Security-Policy: default-src 'none'\r\nCache-Control: no-store\r\nReferrer-Policy: no-referrer\r\n";
    let head = format!(
        "HTTP/1.1 {status}\r\nContent-Type: text/html; charset=utf-8\r\nContent-Length: {}\r\n{rules}Connection: close\r\n\r\n",
        body.len()
    );
    stream.write_all(head.as_bytes()).await?;
    stream.write_all(body.as_bytes()).await?;
    stream.shutdown().await?;
    Ok(query)
}

/// Returns the query of the redirect in the head of a request, if it has the state.
fn find_query(head: &[u8], state: &str) -> Option<String> {
    let line = std::str::from_utf8(head).ok()?.lines().next()?;
    let target = line.strip_prefix("GET ")?.split(' ').next()?;
    let url = Url::parse("http://127.0.0.1").ok()?.join(target).ok()?;
    let is_own = url.path() == PATH && url.host_str() == Some("127.0.0.1");
    let has_state = !state.is_empty() && url.query_pairs().any(|(name, value)| name == "state" && value == state);
    (is_own && has_state).then(|| url.query().unwrap_or_default().to_owned())
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn takes_only_the_redirect_with_the_state() {
        let own = "GET /oauth?code=a%20b&state=s1 HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n";
        assert_eq!(find_query(own.as_bytes(), "s1").as_deref(), Some("code=a%20b&state=s1"));
        for other in [
            "GET /oauth?code=a&state=s2 HTTP/1.1",
            "GET /oauth?code=a HTTP/1.1",
            "GET /other?code=a&state=s1 HTTP/1.1",
            "GET //evil.example/oauth?state=s1 HTTP/1.1",
            "POST /oauth?code=a&state=s1 HTTP/1.1",
            "",
        ] {
            assert_eq!(find_query(other.as_bytes(), "s1"), None, "{other}");
        }
        assert_eq!(find_query(b"GET /oauth?state= HTTP/1.1", ""), None);
        assert_eq!(find_query(b"\xff\xfe", "s1"), None);
    }

    #[tokio::test]
    async fn waits_through_other_requests_and_shows_the_text() {
        let listener = TcpListener::bind(("127.0.0.1", 0)).await.expect("a port");
        let address = listener.local_addr().expect("an address");
        let asked = Asked {
            address: Url::parse("https://example.com").expect("an address"),
            state: "s1".to_owned(),
            text: "Done <b>".to_owned(),
        };
        // One that never sends anything must not hold up the others.
        let _silent = TcpStream::connect(address).await.expect("connected");
        let ask = |path: &'static str| async move {
            let mut stream = TcpStream::connect(address).await.expect("connected");
            stream.write_all(format!("GET {path} HTTP/1.1\r\n\r\n").as_bytes()).await.expect("sent");
            let mut answer = String::new();
            stream.read_to_string(&mut answer).await.expect("an answer");
            answer
        };
        let browser = async {
            assert!(ask("/oauth?code=x&state=other").await.starts_with("HTTP/1.1 404"));
            ask("/oauth?code=right&state=s1").await
        };
        let (query, shown) = tokio::join!(come_back(&listener, &asked), browser);
        assert_eq!(query, "code=right&state=s1");
        assert!(shown.ends_with("<p>Done &lt;b&gt;") && !shown.contains("<b>"), "{shown}");
    }
}
