import { EventEmitter } from "node:events";
import http, { type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { connect } from "node:net";
import { minSecretChars } from "@/lib/server/codes/code-rules";
import { guardServers, isAbsentPage, portProblem, refusalOf, writeJsonLines } from "../../scripts/request-guard.mjs";

const asked = (method: string, url: string, ...hosts: string[]) => ({
  method,
  url,
  rawHeaders: ["accept", "host", ...hosts.flatMap((host) => ["Host", host])],
});

test.each([
  ["a page", "GET", "/chat?id=1"],
  ["a page with non-Latin characters", "HEAD", "/%E6%BD%AE"],
  ["a call", "POST", "/chat/api/openai/v1/models"],
  ["an invalid query", "GET", "/?%zz"],
])("accepts %s", (_, method, url) => {
  expect(refusalOf(asked(method, url, "parley.example:8443"), "/chat")).toBeUndefined();
});

test.each([
  ["an unsupported method", 405, "TRACE", "/api/config"],
  ["a call of a server function", 405, "POST", "/"],
  ["a call above the base path", 405, "POST", "/api/config"],
  ["an incomplete escape", 400, "GET", "/chat/api/openai/%z"],
  ["an invalid byte", 400, "GET", "/%ff"],
  ["a control character", 400, "GET", "/a%00b"],
  ["no path", 400, "OPTIONS", "*"],
  ["an address", 400, "GET", "http://other.example/"],
  ["another host", 400, "GET", "//other.example/"],
  ["another host by a backslash", 400, "GET", "/\\other.example/"],
  ["too many parameters", 400, "GET", `/?${"a=b&".repeat(101)}`],
])("rejects %s with %i @H5.6", (_, status, method, url) => {
  expect(refusalOf(asked(method, url, "parley.example"), "/chat")).toBe(status);
});

test.each([[["a.example"]], [["a.example:443"]], [["127.0.0.1:3000"]], [["[::1]:3000"]], [[""]], [[]]])(
  "accepts the hosts %j",
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
])("rejects the hosts %j @H5.6", (hosts) => {
  expect(refusalOf(asked("GET", "/", ...hosts))).toBe(400);
});

test.each([undefined, "", "0", "3000", "65535"])("accepts the port %j", (port) => {
  expect(portProblem(port)).toBeUndefined();
});

test.each(["tide", "-1", "65536", "3000 ", "3e3"])("rejects the port %j", (port) => {
  expect(portProblem(port)).toBe("Configuration: PORT is not a number up to 65535.");
});

describe("a server behind the guard", () => {
  const guarded = { ...http };
  guardServers(guarded, "", {}, { handlerMs: 0 });
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

  test("ignores conditional headers of files, but not of calls", async () => {
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
  ])("responds to %j without Next @H5.6", async (head, status) => {
    const answer = await ask(head);
    expect(answer.split("\r\n")[0]).toBe(`HTTP/1.1 ${status}`);
    expect(answer).toMatch(/\r\n\r\n$/);
    expect(seen).toEqual([]);
  });

  test("gives calls to the handler of the API, and those that it declines to Next", async () => {
    const slot = (globalThis as { [name: symbol]: { handle?: unknown } | undefined })[Symbol.for("parley.api")];
    if (!slot) throw new Error("The guard has no place for a handler.");
    const given: unknown[] = [];
    slot.handle = ({ url }: http.IncomingMessage, response: http.ServerResponse, options: unknown) => {
      given.push([url, options]);
      if (url === "/api/declined") return false;
      response.end("handled");
      return true;
    };
    try {
      expect(await ask("GET /api/config HTTP/1.1")).toMatch(/handled/);
      expect(await ask("GET /api/declined HTTP/1.1")).toMatch(/seen/);
      expect(await ask("GET /chat HTTP/1.1")).toMatch(/seen/);
      for (const file of ["config.json?1", "defaults.json", "manifest.webmanifest", "site.webmanifest"]) {
        expect(await ask(`GET /${file} HTTP/1.1`)).toMatch(/handled/);
      }
      expect(await ask("GET /chat/config.json HTTP/1.1")).toMatch(/seen/);
    } finally {
      delete slot.handle;
    }
    const options = { basePath: "", headers: {} };
    expect(given).toEqual([
      ["/api/config", options],
      ["/api/declined", options],
      ["/config.json?1", options],
      ["/defaults.json", options],
      ["/manifest.webmanifest", options],
      ["/site.webmanifest", options],
    ]);
  });

  test("calls that arrive before the handler wait for it, and go to Next if it does not come", async () => {
    const name = Symbol.for("parley.api");
    const places = globalThis as { [name: symbol]: { handle?: unknown } | undefined };
    const before = places[name];
    try {
      guardServers({ ...http }, "", {}, { handlerMs: 60_000 });
      const early = ask("GET /api/config HTTP/1.1");
      const left = connect((server.address() as AddressInfo).port, "127.0.0.1", () =>
        left.write("GET /api/left HTTP/1.1\r\nhost: a\r\n\r\n"),
      );
      // Pages do not wait.
      expect(await ask("GET /chat HTTP/1.1")).toMatch(/seen/);
      left.destroy();
      await new Promise((resolve) => setTimeout(resolve, 50));
      const handled: unknown[] = [];
      const slot = places[name];
      if (!slot) throw new Error("The guard has no place for a handler.");
      slot.handle = ({ url }: http.IncomingMessage, response: http.ServerResponse) => {
        handled.push(url);
        response.end("handled");
        return true;
      };
      expect(await early).toMatch(/handled/);
      expect([handled, seen.length]).toEqual([["/api/config"], 1]);
      guardServers({ ...http }, "", {}, { handlerMs: 20 });
      expect(await ask("GET /api/config HTTP/1.1")).toMatch(/seen/);
    } finally {
      places[name] = before;
    }
  });

  test("times out a client that sends no request", () => {
    expect(server).toMatchObject({ headersTimeout: 20_000, requestTimeout: 300_000 });
  });
});

test("after SIGTERM, open replies have a limited time to end", async () => {
  const guarded = { ...http };
  const signals = new EventEmitter();
  guardServers(guarded, "", {}, { signals, stopMs: 50 });
  const server = guarded.createServer((_request, response) => response.write("a part"));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const reply = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  const closed = new Promise((resolve) => server.close(resolve));
  signals.emit("SIGTERM");
  await expect(reply.text()).rejects.toThrow("terminated");
  await closed;
  expect(signals.listenerCount("SIGTERM")).toBe(0);
});

test("a server that is closed waits for replies whose readers will come back, for a limited time", async () => {
  const slot = globalThis as { [name: symbol]: unknown };
  const closed: string[] = [];
  const start = async (stopMs: number, whenEnded: () => Promise<void>) => {
    const guarded = { ...http };
    guardServers(guarded, "", {}, { signals: new EventEmitter(), stopMs });
    const server = guarded.createServer();
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    slot[Symbol.for("parley.replies")] = { whenEnded };
    return new Promise<void>((resolve) => server.close(() => resolve()));
  };
  let end = () => {};
  const waiting = start(60_000, () => new Promise((resolve) => (end = resolve))).then(() => closed.push("waited"));
  await new Promise((resolve) => setTimeout(resolve, 100));
  closed.push("ended");
  end();
  await waiting;
  // The last traces are those of the replies that have just ended.
  slot[Symbol.for("parley.traces")] = { flush: async () => void closed.push("traced") };
  await start(20, () => new Promise(() => {}));
  expect(closed).toEqual(["ended", "waited", "traced"]);
  delete slot[Symbol.for("parley.replies")];
  delete slot[Symbol.for("parley.traces")];
});

test("with LOG_FORMAT=json, each line of a console is a JSON object", () => {
  const lines: string[] = [];
  const write = (line: string) => void lines.push(line);
  const output = { debug: write, error: write, info: write, log: write, warn: write };
  writeJsonLines(output, "json", () => 1_800_000_000_000);
  const call = (method: keyof typeof output, ...given: unknown[]) => Reflect.apply(output[method], output, given);
  call("log", "");
  call("log", " \u001b[1m▲ Next.js\u001b[22m %s", 15);
  call("warn", "two\nlines");
  call("error", { code: 7 });
  call("info", '{"time":"now","level":"info","message":"JSON already"}');
  const time = "2027-01-15T08:00:00.000Z";
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    { time, level: "info", message: "▲ Next.js 15" },
    { time, level: "warn", message: "two\nlines" },
    { time, level: "error", message: "{ code: 7 }" },
    { time: "now", level: "info", message: "JSON already" },
  ]);
});

test.each([undefined, "", "text"])("with LOG_FORMAT=%s, a console is not changed", (format) => {
  const write = () => undefined;
  const output = { debug: write, error: write, info: write, log: write, warn: write };
  writeJsonLines(output, format);
  expect(output.log).toBe(write);
});

test("the administrator's page is absent without a secret, in every spelling @A2.10", () => {
  const paths = ["/admin", "/admin?_rsc=1", "/%61dmin", "/ADMIN", "/admin/", "/admin/x", "/admin.segments/a.rsc"];
  expect(paths.filter((path) => !isAbsentPage(path, "", "a".repeat(31)))).toEqual([]);
  expect(paths.filter((path) => isAbsentPage(path, "", "a".repeat(minSecretChars)))).toEqual([]);
  const others = ["/", "/administrator", "/chat/admin", "/api/admin/config", "/chat?admin"];
  expect(others.filter((path) => isAbsentPage(path, "", ""))).toEqual([]);
  expect([isAbsentPage("/base/admin", "/base", ""), isAbsentPage("/base/chat", "/base", "")]).toEqual([true, false]);
});
