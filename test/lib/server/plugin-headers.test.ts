import { pluginReplyHeaders, pluginRequestHeaders } from "@/lib/server/plugin-headers";

test("forwards content headers and declared ones only @O4.6", () => {
  const headers = new Headers({
    accept: "application/json",
    "accept-language": "de",
    "content-type": "application/json",
    "mcp-session-id": "s1",
    "mcp-protocol-version": "2025-06-18",
    "last-event-id": "7",
    "x-plugin-header-authorization": "Bearer of-the-plugin",
    "x-plugin-header-x-api-key": "k",
    "x-plugin-header-cookie": "a=b",
    "x-plugin-header-user-agent": "mine",
    authorization: "Bearer nk-code",
    cookie: "session=1",
    "x-api-key": "own",
    "x-base-url": "https://api.example.com",
    "x-custom": "1",
    "sec-fetch-site": "same-origin",
  });
  expect(pluginRequestHeaders(headers)).toEqual({
    accept: "application/json",
    "accept-language": "de",
    "content-type": "application/json",
    "mcp-session-id": "s1",
    "mcp-protocol-version": "2025-06-18",
    "last-event-id": "7",
    authorization: "Bearer of-the-plugin",
    "x-api-key": "k",
    cookie: "a=b",
    "user-agent": "mine",
  });
});

test.each([
  "host",
  "connection",
  "keep-alive",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
  "expect",
  "content-length",
  "content-encoding",
  "accept-encoding",
  "origin",
  "referer",
  "via",
  "forwarded",
  "x-forwarded-for",
  "x-forwarded-host",
  "x-forwarded",
  "x-real-ip",
  "x-original-url",
  "x-rewrite-url",
  "true-client-ip",
  "proxy-authorization",
  "proxy-connection",
  "sec-fetch-site",
  "cf-connecting-ip",
  "x-http-method-override",
  "metadata-flavor",
  "x-aws-ec2-metadata-token",
  "x-plugin-header-host",
])("a plugin cannot declare %s @O4.6", (name) => {
  expect(pluginRequestHeaders(new Headers({ [`X-Plugin-Header-${name}`]: "1" }))).toEqual({
    accept: "*/*",
    "user-agent": "plugin-relay/1.0",
  });
});

test("returns only listed response headers, and an authentication challenge opens no dialog @O4.7", () => {
  const upstream = new Headers({
    "content-type": "application/json; charset=utf-8",
    "mcp-session-id": "s1",
    "www-authenticate": 'Bearer resource_metadata="https://api.example.com/.well-known"',
    "retry-after": "3",
    "x-ratelimit-remaining": "1",
    "set-cookie": "a=b",
    "access-control-allow-origin": "*",
    "clear-site-data": '"*"',
    "service-worker-allowed": "/",
    location: "https://evil.example",
    refresh: "0; url=https://evil.example",
    "content-encoding": "gzip",
  });
  expect(Object.fromEntries(pluginReplyHeaders(upstream))).toEqual({
    "content-type": "application/json; charset=utf-8",
    "cache-control": "no-store, no-transform",
    "x-accel-buffering": "no",
    "x-content-type-options": "nosniff",
    "content-security-policy": "default-src 'none'; sandbox",
    "retry-after": "3",
    "x-ratelimit-remaining": "1",
    "mcp-session-id": "s1",
    "x-upstream-www-authenticate": 'Bearer resource_metadata="https://api.example.com/.well-known"',
  });
});

test("a plugin cannot send the header with a user's name @A2.11", () => {
  const headers = new Headers({ "remote-user": "ada", "x-plugin-header-remote-user": "eve", "x-plugin-header-a": "1" });
  expect(pluginRequestHeaders(headers, "remote-user")).toEqual({
    accept: "*/*",
    "user-agent": "plugin-relay/1.0",
    a: "1",
  });
});

test.each([
  ["text/html; charset=utf-8", "text/plain; charset=utf-8"],
  ["TEXT/HTML", "text/plain"],
  ["image/svg+xml", "text/plain"],
  ["application/xml", "text/plain"],
  ["application/xhtml+xml", "text/plain"],
  ["application/rss+xml", "text/plain"],
  ["text/xml", "text/plain"],
  ["text/javascript", "text/plain"],
  ["text/csv", "text/plain"],
  ["application/x-yaml", "text/plain"],
  ["", "text/plain"],
  ["text/event-stream", "text/event-stream"],
  ["application/problem+json", "application/problem+json"],
  ["image/png", "image/png"],
  ["application/pdf", "application/octet-stream"],
  ["application/x-shockwave-flash", "application/octet-stream"],
])("a response of the type %j is returned as %s @O4.7", (type, passed) => {
  expect(pluginReplyHeaders(new Headers({ "content-type": type })).get("content-type")).toBe(passed);
});
