//! A request as the page sends it: four bytes with the length of its description, the description as JSON, the body.

use std::collections::BTreeMap;

use reqwest::header::{HeaderMap, HeaderName, HeaderValue};
use reqwest::{Method, Url};
use serde::Deserialize;

use super::failure::Failure;

/// Largest body, in bytes: above the largest file that the app sends.
const MAX_BODY: usize = 256 * 1024 * 1024;
const MAX_DESCRIPTION: usize = 1024 * 1024;

/// Headers of the connection itself, which a page may not set, and the cookies of others.
const REFUSED: &[&str] = &[
    "connection",
    "content-length",
    "cookie",
    "expect",
    "host",
    "keep-alive",
    "proxy-authorization",
    "proxy-connection",
    "te",
    "trailer",
    "transfer-encoding",
    "upgrade",
];

/// What happens to a redirect.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Redirect {
    Follow,
    Error,
    Manual,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Description {
    id: u32,
    method: String,
    url: String,
    headers: BTreeMap<String, String>,
    redirect: Redirect,
}

/// A request that has been checked.
#[derive(Debug)]
pub struct Outgoing {
    pub id: u32,
    pub method: Method,
    pub url: Url,
    pub headers: HeaderMap,
    pub redirect: Redirect,
    pub body: Vec<u8>,
}

/// Reads a request and refuses what is not one.
pub fn parse(bytes: &[u8]) -> Result<Outgoing, Failure> {
    let (length, rest) = bytes.split_at_checked(4).ok_or_else(invalid)?;
    let length = length.try_into().map(u32::from_le_bytes).map_err(|_| invalid())? as usize;
    if length > MAX_DESCRIPTION {
        return Err(invalid());
    }
    let (description, body) = rest.split_at_checked(length).ok_or_else(invalid)?;
    if body.len() > MAX_BODY {
        return Err(Failure::new("too-large", "The request is too large."));
    }
    let Description { id, method, url, headers, redirect } =
        serde_json::from_slice(description).map_err(|_| invalid())?;
    Ok(Outgoing {
        id,
        method: Method::from_bytes(method.as_bytes()).map_err(|_| invalid())?,
        url: parse_url(&url)?,
        headers: parse_headers(&headers)?,
        redirect,
        body: body.to_vec(),
    })
}

fn invalid() -> Failure {
    Failure::new("invalid", "The request is invalid.")
}

fn parse_url(text: &str) -> Result<Url, Failure> {
    let url = Url::parse(text).map_err(|_| Failure::new("invalid", "The address is invalid."))?;
    let is_web = matches!(url.scheme(), "http" | "https") && url.host_str().is_some_and(|host| !host.is_empty());
    if !is_web || !url.username().is_empty() || url.password().is_some() {
        return Err(Failure::new("invalid", "The address must be one of the web, without a user name."));
    }
    Ok(url)
}

fn parse_headers(given: &BTreeMap<String, String>) -> Result<HeaderMap, Failure> {
    let mut headers = HeaderMap::new();
    for (name, value) in given {
        let name = HeaderName::from_bytes(name.as_bytes()).map_err(|_| invalid())?;
        if REFUSED.contains(&name.as_str()) {
            return Err(Failure::new("invalid", format!("The header {name} cannot be set.")));
        }
        headers.insert(name, HeaderValue::from_bytes(value.as_bytes()).map_err(|_| invalid())?);
    }
    Ok(headers)
}

#[cfg(test)]
pub mod tests {
    use super::*;

    /// Returns a request as the page writes it.
    pub fn framed(description: &str, body: &[u8]) -> Vec<u8> {
        let length = u32::try_from(description.len()).expect("a short description");
        [&length.to_le_bytes(), description.as_bytes(), body].concat()
    }

    fn description(url: &str, header: &str) -> String {
        format!(r#"{{"id":7,"method":"POST","url":"{url}","headers":{{"{header}":"x"}},"redirect":"error"}}"#)
    }

    #[test]
    fn reads_a_request_with_its_body() {
        let read = parse(&framed(&description("https://example.com/v1?a=b", "x-api-key"), b"{}\0\xff")).expect("valid");
        assert_eq!(read.id, 7);
        assert_eq!(read.method, Method::POST);
        assert_eq!(read.url.as_str(), "https://example.com/v1?a=b");
        assert_eq!(read.headers.get("x-api-key").map(HeaderValue::as_bytes), Some(b"x".as_slice()));
        assert_eq!(read.redirect, Redirect::Error);
        assert_eq!(read.body, b"{}\0\xff");
    }

    #[test]
    fn refuses_addresses_that_are_not_of_the_web() {
        for url in [
            "file:///etc/passwd",
            "ftp://example.com/",
            "https://user@example.com/",
            "https://:p@example.com/",
            "/x",
            "",
        ] {
            assert!(parse(&framed(&description(url, "accept"), b"")).is_err(), "{url}");
        }
    }

    #[test]
    fn refuses_headers_of_the_connection_and_line_breaks() {
        for header in REFUSED.iter().copied().chain(["Host", "a b", "", "x\\r\\ny"]) {
            assert!(parse(&framed(&description("https://example.com/", header), b"")).is_err(), "{header}");
        }
    }

    #[test]
    fn refuses_bytes_that_are_cut_or_longer_than_they_may_be() {
        let whole = framed(&description("https://example.com/", "accept"), b"");
        for end in 0..whole.len() {
            assert!(parse(&whole[..end]).is_err(), "{end}");
        }
        assert!(parse(&[0xff; 64]).is_err());
    }
}
