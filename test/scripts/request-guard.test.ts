import http, { type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { connect } from "node:net";
import { guardServers, portProblem, refusalOf } from "../../scripts/request-guard.mjs";

const asked = (method: string, url: string, ...hosts: string[]) => ({
  method,
  url,
  rawHeaders: ["accept", "host", ...hosts.flatMap((host) => ["Host", host])],
});

test.each([
  ["a page", "GET", "/chat?id=1"],
  ["a page in another script", "HEAD", "/%E6%BD%AE"],
  ["a call", "POST", "/chat/api/openai/v1/models"],
  ["a query that nobody can read", "GET", "/?%zz"],
])("%s is let in", (_, method, url) => {
  expect(refusalOf(asked(method, url, "parley.example:8443"), "/chat")).toBeUndefined();
});

test.each([
  ["a method that no route has", 405, "TRACE", "/api/config"],
  ["a call of a server function", 405, "POST", "/"],
  ["a call above the base path", 405, "POST", "/api/config"],
  ["half an escape", 400, "GET", "/chat/api/openai/%z"],
  ["a byte that is no text", 400, "GET", "/%ff"],
  ["a control character", 400, "GET", "/a%00b"],
  ["no path", 400, "OPTIONS", "*"],
  ["an address", 400, "GET", "http://other.example/"],
  ["another host", 400, "GET", "//other.example/"],
  ["another host by a backslash", 400, "GET", "/\\other.example/"],
  ["more parameters than any address has", 400, "GET", `/?${"a=b&".repeat(101)}`],
])("%s is refused with %i", (_, status, method, url) => {
  expect(refusalOf(asked(method, url, "parley.example"), "/chat")).toBe(status);
});

test.each([[["a.example"]], [["a.example:443"]], [["127.0.0.1:3000"]], [["[::1]:3000"]], [[""]], [[]]])(
  "the hosts %j are let in",
  (hosts) => {
    expect(refusalOf(asked("GET", "/", ...hosts))).toBeUndefined();
  },
);

test.each([
  [["a.example", "a.example"]],
  [["a.example/"]],
  [["user@a.example"]],
  [["a b"]],
  [["[::1"]],
  [["a.example:port"]],
])("the hosts %j are refused", (hosts) => {
  expect(refusalOf(asked("GET", "/", ...hosts))).toBe(400);
});

test.each([undefined, "", "0", "3000", "65535"])("the port %j is one", (port) => {
  expect(portProblem(port)).toBeUndefined();
});

test.each(["tide", "-1", "65536", "3000 ", "3e3"])("the port %j is invalid", (port) => {
  expect(portProblem(port)).toBe("Configuration: PORT is not a number up to 65535.");
});

describe("a server behind the door", () => {
  const guarded = { ...http };
  guardServers(guarded);
  let server: Server;
  let seen: unknown[] = [];

  beforeAll(async () => {
    server = guarded.createServer((request, response) => {
      seen.push([request.url, request.headers.range, request.headers["if-match"]]);
      response.end("seen");
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  });
  beforeEach(() => {
    seen = [];
  });
  afterAll(() => new Promise((resolve) => server.close(resolve)));

  const ask = (head: string) =>
    new Promise<string>((resolve, reject) => {
      let answer = "";
      const socket = connect((server.address() as AddressInfo).port, "127.0.0.1", () =>
        socket.write(`${head}\r\nhost: a\r\nconnection: close\r\n\r\n`),
      );
      socket.on("data", (bytes) => (answer += String(bytes)));
      socket.on("error", reject);
      socket.on("close", () => resolve(answer));
    });

  test("conditions of files are not looked at, those of calls are", async () => {
    const conditions = 'range: bytes=9-\r\nif-match: "a"';
    await ask(`GET /logo.svg HTTP/1.1\r\n${conditions}`);
    await ask(`GET /api/webdav/a HTTP/1.1\r\n${conditions}`);
    expect(seen).toEqual([
      ["/logo.svg", undefined, undefined],
      ["/api/webdav/a", "bytes=9-", '"a"'],
    ]);
  });

  test.each([
    ["GET / HTTP/1.1\r\nconnection: upgrade\r\nupgrade: websocket", "400 Bad Request"],
    ["CONNECT a:443 HTTP/1.1", "405 Method Not Allowed"],
    ["TRACE / HTTP/1.1", "405 Method Not Allowed"],
    ["GET /% HTTP/1.1", "400 Bad Request"],
  ])("%j is answered without Next", async (head, status) => {
    const answer = await ask(head);
    expect(answer.split("\r\n")[0]).toBe(`HTTP/1.1 ${status}`);
    expect(answer).toMatch(/\r\n\r\n$/);
    expect(seen).toEqual([]);
  });

  test("a client that sends no request times out", () => {
    expect(server).toMatchObject({ headersTimeout: 20_000, requestTimeout: 300_000 });
  });
});
