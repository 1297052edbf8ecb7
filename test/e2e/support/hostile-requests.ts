import { gzipSync } from "node:zlib";
import { requestOf } from "./raw-requests";

/** A request that no browser sends, and the status that answers it. */
export interface HostileRequest {
  readonly name: string;
  readonly request: string | Buffer;
  readonly status: number;
  /** True: the caller ends its side before the request is whole. */
  readonly isCut?: true;
}

export const code = "open-sesame";
export const words = "words of a person";
/** What one body of the app that is asked may have. */
export const maxBodyBytes = 200_000;

const calls = "/api/openai/v1/chat/completions";
const models = "/api/openai/v1/models";
const withCode = `authorization: Bearer nk-${code}`;
const json = "content-type: application/json";
const chunked = "transfer-encoding: chunked";

/** A call that is as it should be, or has another body or other headers. */
export function goodCall(body: string | Buffer = goodBody(), headers: readonly string[] = [json, lengthOf(body)]) {
  return withBody(requestOf("POST", calls, [withCode, ...headers]), body);
}

/** The body of a call that is as it should be, with so many letters more. */
export function goodBody(letters = 0): string {
  const content = words + "a".repeat(letters);
  return JSON.stringify({ model: "gpt-4o-mini", messages: [{ role: "user", content }] });
}

const get = (target: string, headers: readonly string[] = []) => requestOf("GET", target, headers);
const lengthOf = (body: string | Buffer) => `content-length: ${Buffer.byteLength(body)}`;

function withBody(head: string, body: string | Buffer): Buffer {
  return Buffer.concat([Buffer.from(head, "latin1"), Buffer.from(body)]);
}

/** A request with other hosts than the one that is meant. */
function toHosts(target: string, ...hosts: readonly string[]): string {
  const lines = hosts.map((host) => `host: ${host}`);
  return [`GET ${target} HTTP/1.1`, ...lines, "connection: close", "", ""].join("\r\n");
}

function table(rows: readonly (readonly [string, string | Buffer, number, true?])[]): readonly HostileRequest[] {
  return rows.map(([name, request, status, isCut]) => ({ name, request, status, ...(isCut && { isCut }) }));
}

function chunksOf(body: string): string {
  return `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`;
}

function nested(open: string, value: string, close: string): string {
  const depth = 20_000;
  return `{"model":"gpt-4o-mini","messages":${open.repeat(depth)}${value}${close.repeat(depth)}}`;
}

const gzipped = gzipSync(Buffer.alloc(50_000_000, " "));
const middlewareHasRun = "x-middleware-subrequest: middleware";
const overriddenHeaders = [
  "x-middleware-override-headers: authorization",
  `x-middleware-request-authorization: Bearer nk-${code}`,
];

/** What hostile callers send, by what is wrong with it. */
export const families: Readonly<Record<string, readonly HostileRequest[]>> = {
  addresses: table([
    ["half an escape", get("/%"), 400],
    ["an escape of no number", get("/api/openai/%zz", [withCode]), 400],
    ["a byte that is no text", get("/settings%ff"), 400],
    ["an escaped NUL", get("/api/openai/v1/models%00", [withCode]), 400],
    ["a NUL", get("/a\0b"), 400],
    ["bytes that are no text", Buffer.from(get("/\xff\xfe"), "latin1"), 400],
    ["a folder above", get("/../../etc/passwd"), 404],
    ["an escaped folder above", get("/%2e%2e/%2e%2e/etc/passwd"), 404],
    ["a folder above by escaped slashes", get("/..%2f..%2fetc/passwd"), 404],
    ["a folder above the files", get("/_next/static/..%2f..%2f..%2fserver.js"), 404],
    ["a folder above the calls", get("/api/openai/../../../etc/passwd", [withCode]), 404],
    ["another host", get("//other.example/settings"), 400],
    ["another host by a backslash", get("/\\other.example/"), 400],
    ["a whole address", get("http://other.example/settings"), 400],
    ["a whole address of a call", get(`http://other.example${models}`, [withCode]), 400],
    ["half an address", get("http://[::1"), 400],
    ["an address of files", get("ftp://other.example/"), 400],
    ["none but a star", requestOf("OPTIONS", "*", []), 400],
    ["no slash", get("settings"), 400],
    ["a blank", get("/a b"), 400],
    ["10,000 letters", get(`/${"a".repeat(10_000)}`), 404],
    ["20,000 letters", get(`/${"a".repeat(20_000)}`), 431],
    ["3,000 parameters", get(`/?${"a=b&".repeat(3000)}`), 400],
    ["a picture to fetch", get("/_next/image?url=http%3A%2F%2F169.254.169.254%2F&w=64&q=75"), 404],
  ]),
  methods: table([
    ["a trace of a page", requestOf("TRACE", "/", [withCode]), 405],
    ["a trace of a call", requestOf("TRACE", "/api/config", [withCode]), 405],
    ["a tunnel", requestOf("CONNECT", "other.example:443", [withCode]), 405],
    ["one of WebDAV", requestOf("PROPFIND", "/api/webdav/", []), 405],
    ["one that is new", requestOf("QUERY", "/api/config", []), 405],
    ["one that is none", requestOf("TIDE", "/", []), 400],
    ["one in small letters", requestOf("get", "/", []), 400],
    ["one with a sign", requestOf("G@T", "/", []), 400],
    ["one of 5,000 letters", requestOf("A".repeat(5000), "/", []), 400],
    ["a page that is written", requestOf("PUT", "/settings", ["content-length: 0"]), 405],
    ["a page that is deleted", requestOf("DELETE", "/settings", []), 405],
    [
      "a call of a server function",
      requestOf("POST", "/", ["next-action: 00ab", json, "content-length: 2"], "[]"),
      405,
    ],
    ["another protocol", get("/", ["connection: upgrade", "upgrade: websocket"]), 400],
    ["another protocol for a call", get(models, [withCode, "connection: upgrade", "upgrade: websocket"]), 400],
    ["HTTP/2 on the way", get("/", ["connection: upgrade, http2-settings", "upgrade: h2c", "http2-settings: AA"]), 400],
    ["HTTP/2 at once", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 400],
    ["HTTP/3", "GET / HTTP/3.0\r\nhost: a\r\n\r\n", 400],
    ["HTTP/0.9", "GET /\r\n", 400, true],
    ["TLS", Buffer.from("16030100c8010000c40303", "hex"), 400, true],
  ]),
  bodies: table([
    ["a length that is too small", goodCall(goodBody(), [json, "content-length: 10"]), 400],
    ["a length that is too large", goodCall(goodBody(), [json, "content-length: 500"]), 400, true],
    ["a length beyond what is allowed", goodCall("", [json, `content-length: ${maxBodyBytes + 1}`]), 413],
    ["more than is allowed", goodCall(goodBody(maxBodyBytes)), 413],
    ["more than is allowed, in chunks", goodCall(chunksOf(goodBody(maxBodyBytes)), [json, chunked]), 413],
    ["a length beside chunks", goodCall(chunksOf(goodBody()), [json, chunked, "content-length: 5"]), 400],
    ["chunks that are none", goodCall(goodBody(), [json, chunked]), 400],
    ["a chunk of less than nothing", goodCall("-1\r\n\r\n", [json, chunked]), 400],
    ["a chunk larger than numbers are", goodCall("fffffffffffffffff\r\n\r\n", [json, chunked]), 400],
    [
      "a chunk with 20,000 letters of its own",
      goodCall(`1;${"a".repeat(20_000)}\r\n{\r\n0\r\n\r\n`, [json, chunked]),
      413,
    ],
    ["half a chunk", goodCall("ff\r\n{", [json, chunked]), 400, true],
    ["nothing", goodCall(""), 400],
    ["no text", goodCall(Buffer.from(goodBody().replace(words, "\xff\xfe"), "latin1")), 400],
    ["half a body", goodCall(goodBody().slice(0, 40)), 400],
    ["another kind of value", goodCall("[]"), 400],
    ["a number beyond all", goodCall("1e999"), 400],
    ["lists in lists, not closed", goodCall("[".repeat(100_000)), 400],
    ["lists in lists", goodCall(nested("[", "1", "]")), 400],
    ["records in records", goodCall(nested('{"a":', "1", "}")), 400],
    ["a prototype alone", goodCall(`{"__proto__":{"model":"gpt-4o-mini"},"constructor":{"prototype":{}}}`), 400],
  ]),
  encodings: table([
    ["a small file that grows to 50 MB", goodCall(gzipped, [json, lengthOf(gzipped), "content-encoding: gzip"]), 415],
    ["the same without a word of it", goodCall(gzipped), 400],
    ["a coding that nobody knows", goodCall(goodBody(), [json, lengthOf(goodBody()), "content-encoding: tide"]), 415],
    ["chunks that are packed", goodCall("0\r\n\r\n", [json, "transfer-encoding: gzip, chunked"]), 400],
    ["chunks in chunks", goodCall("0\r\n\r\n", [json, chunked, chunked]), 400],
    ["a script that nobody knows", goodCall(goodBody(), [`${json}; charset=tide`, lengthOf(goodBody())]), 415],
    ["UTF-16", goodCall(Buffer.from(goodBody(), "utf16le"), [`${json}; charset=utf-16`, "content-length: 176"]), 415],
    ["a form", goodCall("a=b", ["content-type: application/x-www-form-urlencoded", "content-length: 3"]), 415],
    ["an expectation that nobody meets", goodCall(goodBody(), [json, lengthOf(goodBody()), "expect: tide"]), 417],
  ]),
  hosts: table([
    ["none", toHosts("/"), 400],
    ["none for a call", toHosts("/api/config"), 400],
    ["two", toHosts("/", "127.0.0.1", "other.example"), 400],
    ["the same twice", toHosts("/api/config", "127.0.0.1", "127.0.0.1"), 400],
    ["one with a path", toHosts("/", "other.example/a?b"), 400],
    ["one with a name and a password", toHosts("/api/config", "a:b@other.example"), 400],
    ["half an address", toHosts("/api/config", "[::1"), 400],
    ["a port that is none", toHosts("/api/config", "127.0.0.1:tide"), 400],
    // The server has no name that it knows; what it answers holds none either.
    ["another's", toHosts("/rescue", "other.example"), 307],
  ]),
  headers: table([
    ["20,000 letters", get("/", [`x-tide: ${"a".repeat(20_000)}`]), 431],
    [
      "3,000 of them",
      get(
        "/api/config",
        Array.from({ length: 3000 }, (_, index) => `x-${index}: 1`),
      ),
      431,
    ],
    ["one that goes on in the next line", get("/api/config", ["x-tide: 1\r\n 2"]), 400],
    ["one without a colon", get("/", ["x-tide"]), 400],
    ["one with a blank before the colon", get("/", ["x-tide : 1"]), 400],
    ["one without a name", get("/", [": 1"]), 400],
    ["half a line end", get("/", ["x-tide: 1\rx-other: 2"]), 400],
    ["half a line end in a code", get(models, ["authorization: Bearer nk-a\rb"]), 400],
    ["a NUL", get("/", ["x-tide: a\0b"]), 400],
    ["lines of the other half", "GET /api/config HTTP/1.1\nhost: a\n\n", 400],
    ["a word that the middleware has run", get(models, [middlewareHasRun]), 401],
    ["the same five times", get(models, [`${middlewareHasRun}${":middleware".repeat(4)}`]), 401],
    ["headers that the middleware writes", get(models, overriddenHeaders), 401],
    ["a rewrite", get(models, ["x-middleware-rewrite: http://127.0.0.1:1/", "x-middleware-next: 1"]), 401],
    ["what Next says to itself", get(models, ["x-invoke-path: /", "x-invoke-status: 200", "x-matched-path: /"]), 401],
    ["a host that was passed on", get("/rescue", ["x-forwarded-host: other.example", "x-forwarded-proto: tide"]), 307],
    ["a host that is none", get("/rescue", ["x-forwarded-host: a b", "x-forwarded-proto: a b"]), 307],
    ["an origin of another site", get("/api/config", ["origin: https://other.example"]), 403],
    ["a part of a file beyond its end", get("/favicon.svg", ["range: bytes=99999999-"]), 200],
    ["a condition that is not met", get("/favicon.svg", ['if-match: "tide"']), 200],
  ]),
};
