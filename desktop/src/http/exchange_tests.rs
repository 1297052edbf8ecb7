//! Requests to servers on this computer.

use std::time::{Duration, Instant};

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

use super::super::request;
use super::*;

/// Longest wait for something that happens at once.
const SOON: Duration = Duration::from_secs(20);

fn outgoing(url: &str, redirect: &str) -> Outgoing {
    let description =
        format!(r#"{{"id":1,"method":"GET","url":"{url}","headers":{{"x-api-key":"k"}},"redirect":"{redirect}"}}"#);
    request::parse(&request::tests::framed(&description, b"")).expect("a valid request")
}

fn exchanges() -> Arc<Exchanges> {
    let _ = rustls::crypto::ring::default_provider().install_default();
    Arc::new(Exchanges::new().expect("clients"))
}

/// Serves one connection after another; returns the address.
async fn serve<F, A>(answer: A) -> String
where
    A: Fn(TcpStream) -> F + Send + 'static,
    F: Future<Output = ()> + Send + 'static,
{
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let address = listener.local_addr().expect("an address");
    tokio::spawn(async move {
        while let Ok((mut stream, _)) = listener.accept().await {
            let mut asked = Vec::new();
            while !asked.ends_with(b"\r\n\r\n") {
                let Ok(byte) = stream.read_u8().await else { break };
                asked.push(byte);
            }
            tokio::spawn(answer(stream));
        }
    });
    format!("http://{address}/")
}

async fn write(stream: &mut TcpStream, text: &str) {
    let _ = stream.write_all(text.as_bytes()).await;
}

async fn read_all(exchanges: &Exchanges) -> Result<Vec<u8>, Failure> {
    let mut all = Vec::new();
    loop {
        let bytes = exchanges.read(1).await?;
        if bytes.is_empty() {
            return Ok(all);
        }
        all.extend_from_slice(&bytes);
    }
}

#[tokio::test]
async fn returns_each_piece_when_it_arrives() {
    let (more, next) = tokio::sync::mpsc::channel::<()>(1);
    let next = Arc::new(tokio::sync::Mutex::new(next));
    let url = serve(move |mut stream| {
        let next = Arc::clone(&next);
        async move {
            write(&mut stream, "HTTP/1.1 200 OK\r\nx-a: b\r\ntransfer-encoding: chunked\r\n\r\n3\r\none\r\n").await;
            next.lock().await.recv().await;
            write(&mut stream, "3\r\ntwo\r\n0\r\n\r\n").await;
        }
    })
    .await;
    let exchanges = exchanges();
    let head = exchanges.send(outgoing(&url, "error")).await.expect("an answer");
    assert_eq!((head.status, head.status_text.as_str()), (200, "OK"));
    assert!(head.headers.contains(&("x-a".to_owned(), "b".to_owned())));
    assert_eq!(exchanges.read(1).await.expect("bytes"), b"one");
    more.send(()).await.expect("a server");
    assert_eq!(read_all(&exchanges).await.expect("bytes"), b"two");
    assert!(exchanges.lock().is_empty());
}

#[tokio::test]
async fn reports_a_response_that_breaks_off_after_its_bytes() {
    let url = serve(|mut stream| async move {
        write(&mut stream, "HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nsome").await;
    })
    .await;
    let exchanges = exchanges();
    exchanges.send(outgoing(&url, "error")).await.expect("an answer");
    assert_eq!(exchanges.read(1).await.expect("bytes"), b"some");
    assert_eq!(exchanges.read(1).await.expect_err("a failure").kind, "network");
    assert!(exchanges.lock().is_empty());
}

#[tokio::test]
async fn stops_a_server_that_hangs_before_and_within_its_response() {
    for beginning in ["", "HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\n"] {
        let (closed, mut seen) = tokio::sync::mpsc::channel::<()>(1);
        let url = serve(move |mut stream| {
            let closed = closed.clone();
            async move {
                write(&mut stream, beginning).await;
                // Ends when the other side closes the connection.
                let _ = stream.read_u8().await;
                let _ = closed.send(()).await;
            }
        })
        .await;
        let exchanges = exchanges();
        let waiting = tokio::spawn({
            let exchanges = Arc::clone(&exchanges);
            async move {
                exchanges.send(outgoing(&url, "error")).await?;
                exchanges.read(1).await
            }
        });
        tokio::time::sleep(Duration::from_millis(200)).await;
        exchanges.cancel(1);
        let ended = tokio::time::timeout(SOON, waiting).await.expect("an end").expect("no panic");
        assert_eq!(ended.expect_err("stopped"), Failure::stopped());
        tokio::time::timeout(SOON, seen.recv()).await.expect("a closed connection");
    }
}

#[tokio::test]
async fn holds_back_a_server_that_sends_more_than_is_read() {
    let (sent, mut count) = tokio::sync::watch::channel(0_usize);
    let sent = Arc::new(sent);
    let url = serve(move |mut stream| {
        let sent = Arc::clone(&sent);
        async move {
            write(&mut stream, "HTTP/1.1 200 OK\r\ncontent-length: 1073741824\r\n\r\n").await;
            let piece = vec![b'x'; 65_536];
            while stream.write_all(&piece).await.is_ok() {
                sent.send_modify(|count| *count += piece.len());
            }
        }
    })
    .await;
    let exchanges = exchanges();
    exchanges.send(outgoing(&url, "error")).await.expect("an answer");
    assert!(exchanges.read(1).await.expect("bytes").len() <= 2 * MAX_READ);
    // The server goes on until the buffers of the system are full, then it waits.
    let begun = Instant::now();
    while begun.elapsed() < SOON && tokio::time::timeout(Duration::from_millis(500), count.changed()).await.is_ok() {}
    assert!(*count.borrow() < 64 * 1024 * 1024);
    exchanges.cancel_all();
}

#[tokio::test]
async fn treats_redirects_as_the_page_asks() {
    let other =
        serve(|mut stream| async move { write(&mut stream, "HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n").await })
            .await;
    let url =
        serve(move |mut stream| {
            let other = other.clone();
            async move {
                write(&mut stream, &format!("HTTP/1.1 307 x\r\nlocation: {other}\r\ncontent-length: 0\r\n\r\n")).await
            }
        })
        .await;
    let exchanges = exchanges();
    for redirect in ["error", "follow"] {
        let failure = exchanges.send(outgoing(&url, redirect)).await.expect_err("refused");
        assert_eq!(failure.kind, "redirect", "{redirect}");
    }
    assert_eq!(exchanges.send(outgoing(&url, "manual")).await.expect("an answer").status, 307);
}

// @D12.3
#[tokio::test]
async fn refuses_a_certificate_that_nobody_vouches_for_and_does_not_name_the_address() {
    let made = rcgen::generate_simple_self_signed(vec!["localhost".to_owned()]).expect("a certificate");
    let key = rustls::pki_types::PrivateKeyDer::try_from(made.signing_key.serialize_der()).expect("a key");
    let _ = rustls::crypto::ring::default_provider().install_default();
    let config = rustls::ServerConfig::builder()
        .with_no_client_auth()
        .with_single_cert(vec![made.cert.der().clone()], key)
        .expect("a configuration");
    let listener = std::net::TcpListener::bind("127.0.0.1:0").expect("a free port");
    let port = listener.local_addr().expect("an address").port();
    std::thread::spawn(move || {
        use std::io::Read;
        let (stream, _) = listener.accept().expect("a connection");
        let connection = rustls::ServerConnection::new(Arc::new(config)).expect("a session");
        let _ = rustls::StreamOwned::new(connection, stream).read(&mut [0; 1]);
    });
    let failure = exchanges()
        .send(outgoing(&format!("https://localhost:{port}/?key=secret"), "error"))
        .await
        .expect_err("refused");
    assert_eq!(failure.kind, "certificate");
    assert!(failure.reason.contains("certificate"), "{}", failure.reason);
    assert!(!failure.reason.contains("secret"), "{}", failure.reason);
}

#[tokio::test]
async fn says_why_a_server_cannot_be_reached() {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let address = listener.local_addr().expect("an address");
    drop(listener);
    let failure = exchanges().send(outgoing(&format!("http://{address}/"), "error")).await.expect_err("refused");
    assert_eq!(failure.kind, "connection");
    assert!(failure.reason.contains("refused"), "{}", failure.reason);
}
