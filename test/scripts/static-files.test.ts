import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createServer, type IncomingHttpHeaders, request, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { compressFiles, filesOfPages, staticFileServer } from "../../scripts/static-files.mjs";

const code = "globalThis.tide = (hour) => Math.sin(hour);\n".repeat(60);
const font = Buffer.alloc(2000, 7);

let folder: string;
let server: Server;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "parley-static-"));
  mkdirSync(join(folder, "chunks"));
  writeFileSync(join(folder, "chunks", "tide-1.js"), code);
  writeFileSync(join(folder, "chunks", "short.css"), "p{color:red}");
  writeFileSync(join(folder, "font.woff2"), font);
  writeFileSync(join(folder, "unknown.ts"), code);
  compressFiles(folder);
  const sendFile = staticFileServer(folder, "/base/_next/static/", { "X-Frame-Options": "DENY" });
  server = createServer((asked, response) => {
    if (!sendFile(asked, response)) response.writeHead(404).end("not here");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});
afterAll(async () => {
  await new Promise((resolve) => server.close(resolve));
  rmSync(folder, { recursive: true });
});

interface Answer {
  readonly status: number | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

function ask(name: string, headers: Record<string, string> = {}, method = "GET"): Promise<Answer> {
  const { port } = server.address() as AddressInfo;
  return new Promise((resolve, reject) => {
    const asking = request(
      { port, host: "127.0.0.1", path: `/base/_next/static/${name}`, method, headers },
      (answer) => {
        const parts: Buffer[] = [];
        answer.on("data", (part) => parts.push(part));
        answer.on("end", () =>
          resolve({ status: answer.statusCode, headers: answer.headers, body: Buffer.concat(parts) }),
        );
      },
    );
    asking.on("error", reject);
    asking.end();
  });
}

const kept = {
  "x-frame-options": "DENY",
  "cache-control": "public, max-age=31536000, immutable",
};

test.each([
  ["gzip, deflate, br, zstd", "br"],
  ["gzip;q=1.0, br;q=0", "gzip"],
  ["GZIP", "gzip"],
  ["deflate", undefined],
  ["br; q=0.0", undefined],
  ["brx", undefined],
  ["", undefined],
])("a script is sent to a browser that accepts %j in the encoding %j", async (accepted, encoding) => {
  const { status, headers, body } = await ask("chunks/tide-1.js?dpl=1", { "accept-encoding": accepted });
  expect([status, headers["content-encoding"], headers["content-length"]]).toEqual([
    200,
    encoding,
    String(body.length),
  ]);
  const decode = { br: brotliDecompressSync, gzip: gunzipSync }[encoding ?? ""] ?? ((bytes: Buffer) => bytes);
  expect(String(decode(body))).toBe(code);
  if (encoding) expect(body.length).toBeLessThan(code.length / 5);
  expect(headers).toMatchObject({
    ...kept,
    "content-type": "text/javascript; charset=utf-8",
    vary: "Accept-Encoding",
    etag: 'W/"chunks/tide-1.js"',
  });
});

test("fonts, which are compressed already, and short files are sent as they are", async () => {
  const accepts = { "accept-encoding": "br" };
  const sentFont = await ask("font.woff2", accepts);
  expect(sentFont.body).toEqual(font);
  expect(sentFont.headers).toMatchObject({ ...kept, "content-type": "font/woff2", "content-length": "2000" });
  const sentCss = await ask("chunks/short.css", accepts);
  expect(String(sentCss.body)).toBe("p{color:red}");
  expect(sentCss.headers).toMatchObject({ ...kept, "content-type": "text/css; charset=utf-8" });
  for (const { headers } of [sentFont, sentCss]) {
    expect([headers["content-encoding"], headers.vary]).toEqual([undefined, undefined]);
  }
});

test("HEAD has the headers alone, and a browser that has the file gets 304", async () => {
  const accepts = { "accept-encoding": "br" };
  const whole = await ask("chunks/tide-1.js", accepts);
  const head = await ask("chunks/tide-1.js", accepts, "HEAD");
  expect([head.status, head.headers["content-length"], head.body.length]).toEqual([200, String(whole.body.length), 0]);
  const known = await ask("chunks/tide-1.js", { ...accepts, "if-none-match": `"other", ${whole.headers.etag}` });
  expect([known.status, known.body.length]).toEqual([304, 0]);
  expect(known.headers).toMatchObject(kept);
});

test.each([
  ["chunks/other.js", "GET"],
  ["chunks/tide-1.js.br", "GET"],
  ["chunks/../chunks/tide-1.js", "GET"],
  ["chunks/..%2Fchunks/tide-1.js", "GET"],
  ["unknown.ts", "GET"],
  ["", "GET"],
  ["chunks/tide-1.js", "POST"],
])("%j, asked by %s, is left to the server behind", async (name, method) => {
  const { status, body } = await ask(name, {}, method);
  expect([status, String(body)]).toEqual([404, "not here"]);
});

test("a file that cannot be read any more is a failure without a body", async () => {
  writeFileSync(join(folder, "gone.js"), code);
  const sendFile = staticFileServer(folder, "/base/_next/static/", {});
  rmSync(join(folder, "gone.js"));
  const error = jest.spyOn(console, "error").mockImplementation(() => undefined);
  const failing = createServer((asked, response) => void sendFile(asked, response));
  await new Promise<void>((resolve) => failing.listen(0, "127.0.0.1", resolve));
  const { port } = failing.address() as AddressInfo;
  const response = await fetch(`http://127.0.0.1:${port}/base/_next/static/gone.js`);
  expect([response.status, await response.text()]).toEqual([500, ""]);
  expect(error.mock.calls).toEqual([["Static file: ENOENT"]]);
  error.mockRestore();
  await new Promise((resolve) => failing.close(resolve));
});

test("files that a page names are compressed best", () => {
  const own = mkdtempSync(join(tmpdir(), "parley-static-"));
  mkdirSync(join(own, "pages"));
  mkdirSync(join(own, "static"));
  const named = '<script src="/_next/static/first~1.js"></script><link href="/base/_next/static/media/a-b.css?x=1">';
  writeFileSync(join(own, "pages", "chat.html"), named);
  writeFileSync(join(own, "pages", "chat.rsc"), "/_next/static/other.js");
  const first = filesOfPages(join(own, "pages"));
  expect([...first]).toEqual(["first~1.js", "media/a-b.css"]);
  const text = Array.from({ length: 900 }, (_, index) => `export const tide${index} = ${index ** 3 % 977};`).join("\n");
  for (const name of ["first~1.js", "other.js"]) writeFileSync(join(own, "static", name), text);
  compressFiles(join(own, "static"), first);
  const [best = 0, fast = 0] = ["first~1.js.br", "other.js.br"].map((name) => statSync(join(own, "static", name)).size);
  expect(best).toBeLessThan(fast);
  rmSync(own, { recursive: true });
});
