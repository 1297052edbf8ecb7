import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sha256Hex } from "@/lib/providers/sha256";
import type { ArtifactStore } from "@/lib/server/artifacts/artifact-store";
import { artifactsRoute } from "@/lib/server/artifacts/artifacts-route";
import { diskArtifacts } from "@/lib/server/artifacts/disk-artifacts";
import { type FakeEnvironment, fakeEnvironment } from "../../../support/fake-environment";
import { testServer } from "../../../support/test-server";

const page = "<!doctype html><title>Tides 🌊</title>";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "artifacts-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

function serverWith(variables: Record<string, string> = {}, env = fakeEnvironment(), store?: ArtifactStore) {
  const kept = store ?? diskArtifacts(folder, env.now);
  return { ...testServer(env, variables), artifacts: async () => kept };
}

function ask(server: ReturnType<typeof serverWith>, path: string, init: RequestInit = {}) {
  const headers = { host: "chat.example", ...(init.headers as Record<string, string>) };
  return artifactsRoute(new Request(`http://0.0.0.0:3000/api/artifacts${path}`, { ...init, headers }), server);
}

function share(server: ReturnType<typeof serverWith>, body: string = page, headers: Record<string, string> = {}) {
  return ask(server, "", { method: "POST", body, headers: { "content-type": "text/html", ...headers } });
}

test("everybody who knows the id can read a shared page, as text that runs nothing @S7", async () => {
  const server = serverWith({ CODE: "open sesame" });
  const answer = await (await share(server, page, { authorization: "Bearer nk-open sesame" })).json();
  expect(answer).toEqual({ code: 0, id: expect.stringMatching(/^[0-9a-f]{32}$/) });
  const read = await ask(server, `?id=${answer.id}`);
  expect([read.status, await read.text()]).toEqual([200, page]);
  expect(Object.fromEntries(read.headers)).toMatchObject({
    "content-type": "text/plain; charset=utf-8",
    "content-security-policy": "default-src 'none'; sandbox",
    "x-content-type-options": "nosniff",
    "cache-control": "no-store",
  });
});

test("sharing the same page twice gives two ids, which cannot be derived from its content", async () => {
  const server = serverWith();
  const ids = await Promise.all([share(server), share(server)].map(async (reply) => (await (await reply).json()).id));
  expect(new Set(ids).size).toBe(2);
});

test("an expired page is gone, and its file is deleted when the next one is stored", async () => {
  const env: FakeEnvironment = fakeEnvironment({ now: 1_000_000 });
  const server = serverWith({ CLOUDFLARE_KV_TTL: "3600" }, env);
  const first = await (await share(server)).json();
  expect(first.expires).toBe(1_000_000 + 3_600_000);
  await env.advance(3_599_000);
  expect((await ask(server, `?id=${first.id}`)).status).toBe(200);
  await env.advance(1000);
  const second = await (await share(server)).json();
  expect(await readdir(folder)).toEqual([`${second.id}.page`]);
  expect((await ask(server, `?id=${first.id}`)).status).toBe(404);
});

test.each([
  ["without a code", "open sesame", {}, page, 401],
  ["with a wrong code", "open sesame", { authorization: "Bearer nk-open barley" }, page, 401],
  ["with an own key in place of a code", "open sesame", { authorization: "Bearer sk-own" }, page, 401],
  ["from another site", "", { origin: "https://evil.example" }, page, 403],
  ["as a form of another site would", "", { "content-type": "text/plain" }, page, 415],
  ["without a page", "", {}, " ", 400],
  ["with too large a page", "", {}, "x".repeat(5_000_001), 413],
])("stores nothing %s", async (_name, code, headers, body, status) => {
  const reply = await share(serverWith({ CODE: code }), body, headers);
  expect(reply.status).toBe(status);
  expect(await readdir(folder)).toEqual([]);
});

test.each(["", "../../etc/passwd", "%2e%2e%2fx", "a".repeat(33), `${"A".repeat(32)}`, `${"a".repeat(32)}.page`])(
  "rejects the id %p without a request to the store",
  async (id) => {
    const store: ArtifactStore = {
      maxBytes: 1,
      put: () => Promise.reject(),
      get: () => Promise.reject(),
      remove: () => Promise.reject(),
    };
    expect((await ask(serverWith({}, fakeEnvironment(), store), `?id=${id}`)).status).toBe(404);
  },
);

test("limits a client to ten pages a minute", async () => {
  const server = serverWith({ TRUST_PROXY: "1" });
  const from = (address: string) => share(server, page, { "x-forwarded-for": address });
  for (let count = 0; count < 10; count++) expect((await from("192.0.2.1")).status).toBe(200);
  const reply = await from("192.0.2.1");
  expect([reply.status, reply.headers.get("retry-after")]).toEqual([429, "60"]);
  expect((await from("192.0.2.2")).status).toBe(200);
});

test("logs a store's error with its message, and returns the standard text", async () => {
  const broken = () => Promise.reject(new Error("The Redis answered 500.\nsecret"));
  const server = serverWith({}, fakeEnvironment(), { maxBytes: 1000, put: broken, get: broken, remove: broken });
  const reply = await share(server);
  expect([reply.status, await reply.json()]).toEqual([400, { error: true, msg: "Save data error" }]);
  expect((await ask(server, `?id=${"a".repeat(32)}`)).status).toBe(502);
  expect(server.lines).toEqual(["Artifacts: The Redis answered 500.", "Artifacts: The Redis answered 500."]);
});

test("does not exist without a configured store @H5.3", async () => {
  const server = testServer(fakeEnvironment());
  expect((await artifactsRoute(new Request("http://0.0.0.0/api/artifacts?id=a"), server)).status).toBe(501);
});

const secret = "s".repeat(43);
const removalHash = sha256Hex(secret);

function shareSealed(
  server: ReturnType<typeof serverWith>,
  { body = "AbC-_9", query = "", hash = removalHash, type = "application/x-parley-sealed" } = {},
) {
  return ask(server, query, { method: "POST", body, headers: { "content-type": type, "x-removal-hash": hash } });
}

const remove = (server: ReturnType<typeof serverWith>, id: string, sent: string) =>
  ask(server, `?id=${id}`, { method: "DELETE", headers: { "x-removal-secret": sent } });

test("stores encrypted content, which is returned only to those who ask for such content @V12.6", async () => {
  const server = serverWith();
  const { id } = await (await shareSealed(server)).json();
  const read = await ask(server, `?id=${id}&kind=sealed`);
  expect([read.status, await read.text()]).toEqual([200, "AbC-_9"]);
  expect((await ask(server, `?id=${id}`)).status).toBe(404);
  const { id: pageId } = await (await share(server)).json();
  expect((await ask(server, `?id=${pageId}&kind=sealed`)).status).toBe(404);
});

test("only the secret of its maker deletes encrypted content; nothing deletes a page @V12.6", async () => {
  const server = serverWith();
  const { id } = await (await shareSealed(server)).json();
  const { id: pageId } = await (await share(server)).json();
  for (const wrong of ["", "s".repeat(42), removalHash, `${secret}s`])
    expect((await remove(server, id, wrong)).status).toBe(404);
  expect((await remove(server, pageId, secret)).status).toBe(404);
  expect((await remove(server, id, secret)).status).toBe(200);
  expect((await ask(server, `?id=${id}&kind=sealed`)).status).toBe(404);
  expect(await readdir(folder)).toEqual([`${pageId}.page`]);
});

test.each([
  { query: "?seconds=3600", longest: undefined, expires: 3600 },
  { query: "?seconds=3600", longest: "7200", expires: 3600 },
  { query: "?seconds=86400", longest: "7200", expires: 7200 },
  { query: "", longest: "7200", expires: 7200 },
  { query: "", longest: undefined, expires: undefined },
])("expires as asked, within the operator's limit: %p", async ({ query, longest, expires }) => {
  const env = fakeEnvironment({ now: 1_000_000 });
  const server = serverWith(longest === undefined ? {} : { CLOUDFLARE_KV_TTL: longest }, env);
  const answer = await (await shareSealed(server, { query })).json();
  expect(answer.expires).toBe(expires === undefined ? undefined : 1_000_000 + 1000 * expires);
});

test.each([
  ["characters outside base64url", { body: "AbC+/9" }, 400],
  ["markup", { body: "<script>" }, 400],
  ["nothing", { body: "" }, 400],
  ["no removal hash", { hash: "" }, 400],
  ["a removal hash in capital letters", { hash: removalHash.toUpperCase() }, 400],
  ["a lifetime below a minute", { query: "?seconds=59" }, 400],
  ["a lifetime in another notation", { query: "?seconds=1e9" }, 400],
  ["the type of a form", { type: "text/plain" }, 415],
  ["a page that looks encrypted", { type: "text/html", body: `parley-sealed 1 ${removalHash}\nAbC` }, 400],
  [
    "a page that looks encrypted behind byte order marks",
    { type: "text/html", body: `\uFEFF\uFEFFparley-sealed 1 x` },
    400,
  ],
  ["more than fits with its head", { body: "x".repeat(5_000_000) }, 413],
])("stores no encrypted content with %s", async (_name, sent, status) => {
  expect((await shareSealed(serverWith(), sent)).status).toBe(status);
  expect(await readdir(folder)).toEqual([]);
});
