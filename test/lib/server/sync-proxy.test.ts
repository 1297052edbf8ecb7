import type { IncomingMessage, ServerResponse } from "node:http";
import { createByteBudget } from "@/lib/server/byte-budget";
import { s3Route, upstashRoute, webDavRoute } from "@/lib/server/sync-proxy";
import type { Variables } from "@/lib/server/variables";
import { fakeEnvironment } from "../../support/fake-environment";
import { bodyOf, type LocalUpstream, signalOf, startUpstream } from "../../support/local-upstream";
import { testServer } from "../../support/test-server";

const upstreams: LocalUpstream[] = [];

afterEach(async () => {
  await Promise.all(upstreams.splice(0).map((upstream) => upstream.close()));
});

type Answer = (request: IncomingMessage, response: ServerResponse) => void | Promise<void>;

/** Starts a store, and our server, which takes every address for it. */
async function start(answer: Answer, variables: Variables = {}) {
  const upstream = await startUpstream(answer);
  upstreams.push(upstream);
  const env = fakeEnvironment({
    responses: ({ url, init }) =>
      fetch(url.replace(/^https?:\/\/[^/]+/, upstream.url), { ...init, redirect: "manual" }),
  });
  return {
    upstream,
    server: testServer(env, { WHITE_WEBDAV_ENDPOINTS: "https://cloud.example/dav, http://nas.local", ...variables }),
  };
}

type Sent = Pick<RequestInit, "method" | "headers" | "body">;

function dav(
  server: ReturnType<typeof testServer>,
  path: string,
  endpoint: string,
  { method = "GET", headers, body }: Sent = {},
) {
  const url = `http://chat.example/api/webdav/${path}${path.includes("?") ? "&" : "?"}endpoint=${encodeURIComponent(endpoint)}`;
  return webDavRoute(
    new Request(url, { method, headers: { host: "chat.example", ...headers }, body: body ?? null }),
    server,
  );
}

function redis(
  server: ReturnType<typeof testServer>,
  path: string,
  endpoint: string,
  { method = "GET", headers, body }: Sent = {},
) {
  const url = `http://chat.example/api/upstash/${path}?endpoint=${encodeURIComponent(endpoint)}`;
  return upstashRoute(
    new Request(url, { method, headers: { host: "chat.example", ...headers }, body: body ?? null }),
    server,
  );
}

function bucket(
  server: ReturnType<typeof testServer>,
  path: string,
  endpoint: string,
  { method = "GET", headers, body }: Sent = {},
) {
  const url = `http://chat.example/api/s3/${path}${path.includes("?") ? "&" : "?"}endpoint=${encodeURIComponent(endpoint)}`;
  return s3Route(
    new Request(url, { method, headers: { host: "chat.example", ...headers }, body: body ?? null }),
    server,
  );
}

const file = "chatgpt-next-web/backup.json";
const object = "chatgpt-next-web/parley-0123456789abcdef0123456789abcdef";
const folder = "chatgpt-next-web?proxy_method=MKCOL";
const cloud = "https://cloud.example/dav";
const aws = "https://s3.eu-central-1.amazonaws.com/notes";
const ok: Answer = (_request, response) => void response.end("ok");

test("sends the file to the store with its credential and version, and returns the response", async () => {
  const { server, upstream } = await start(async (request, response) => {
    response.writeHead(201, { etag: '"two"', "content-type": "text/html" });
    response.end(await bodyOf(request));
  });
  const headers = { authorization: "Basic bWFyYTo=", "if-match": '"one"', cookie: "a=b", "x-other": "1" };
  const answer = await dav(server, file, `${cloud}/mara/`, { method: "PUT", headers, body: "words" });
  expect([answer.status, answer.headers.get("etag"), await answer.text()]).toEqual([201, '"two"', "words"]);
  expect(answer.headers.get("content-type")).toBe("text/plain");
  expect(upstream.arrived).toMatchObject([
    { method: "PUT", url: `/dav/mara/${file}`, headers: { authorization: "Basic bWFyYTo=", "if-match": '"one"' } },
  ]);
  expect(JSON.stringify(upstream.arrived)).not.toMatch(/a=b|x-other/);
});

test("writes, reads and removes an object of the encrypted sync, byte for byte", async () => {
  const bytes = Uint8Array.from({ length: 1_000 }, (_each, index) => index % 256);
  let stored = Buffer.alloc(0);
  const { server, upstream } = await start(async (request, response) => {
    if (request.method === "PUT") {
      const pieces: Buffer[] = [];
      for await (const piece of request) pieces.push(piece);
      stored = Buffer.concat(pieces);
    }
    response.end(request.method === "GET" ? stored : undefined);
  });
  for (const method of ["PUT", "GET", "DELETE"]) {
    const answer = await dav(server, object, cloud, { method, ...(method === "PUT" ? { body: bytes } : {}) });
    expect(answer.status).toBe(200);
    if (method === "GET") expect(new Uint8Array(await answer.arrayBuffer())).toEqual(bytes);
  }
  expect(upstream.arrived.map(({ method, url }) => [method, url])).toEqual(
    ["PUT", "GET", "DELETE"].map((method) => [method, `/dav/${object}`]),
  );
});

test("removes an object at Upstash, and no other key", async () => {
  const { server, upstream } = await start((_request, response) => void response.end('{"result":1}'));
  const key = `a%20b-object-${"0".repeat(32)}-0`;
  for (const [path, status] of [
    [`del/${key}`, 200],
    ["del/a%20b-chunk-0", 403],
    [`del/${key}x`, 403],
    [`del/a-object-${"0".repeat(31)}-0`, 403],
    [`get/${key}`, 403],
  ] as const) {
    expect((await redis(server, path, "https://eu.upstash.io", { method: "POST", body: "" })).status).toBe(status);
  }
  expect(upstream.arrived.map(({ method, url }) => [method, url])).toEqual([["POST", `/del/${key}`]]);
});

test("a read with proxy_method creates a folder", async () => {
  const { server, upstream } = await start(ok);
  expect((await dav(server, folder, cloud)).status).toBe(200);
  expect(upstream.arrived.map(({ method, url }) => [method, url])).toEqual([["MKCOL", "/dav/chatgpt-next-web"]]);
});

test.each([301, 302, 307, 308])("reports a redirect with %i without following it @O4.3", async (status) => {
  const { server } = await start((_request, response) => {
    response.writeHead(status, { location: "https://evil.example" }).end();
  });
  const answer = await dav(server, folder, cloud);
  expect([answer.status, answer.headers.get("location")]).toEqual([status, null]);
});

test.each([
  ["no address", ""],
  ["an address that is not listed", "https://evil.example/dav"],
  ["a listed name as a prefix", "https://cloud.example.evil.example/dav"],
  ["a listed one as a user name", "https://cloud.example@evil.example/dav"],
  ["another scheme", "http://cloud.example/dav"],
  ["another port", "https://cloud.example:8443/dav"],
  ["a path beside the listed one", "https://cloud.example/davis"],
  ["a path above it", "https://cloud.example/dav/../private"],
  ["an encoded path above it", "https://cloud.example/dav/%2e%2e/private"],
  ["an encoded separator", "https://cloud.example/dav%2F..%2Fprivate"],
  ["a doubly encoded path", "https://cloud.example/dav/%252e%252e"],
  ["a backslash", "https://cloud.example\\@evil.example/dav"],
  ["a query", "https://cloud.example/dav?x="],
  ["a fragment", "https://cloud.example/dav#x"],
  ["a blank", "https://cloud.example/dav /x"],
  ["this computer", "http://127.0.0.1/dav"],
  ["an address that is not HTTP", "file:///etc/passwd"],
])("rejects a call to %s before anything is sent @O4.4 @O4.9", async (_name, endpoint) => {
  const { server, upstream } = await start(ok);
  const answer = await dav(server, file, endpoint);
  expect([answer.status, await answer.json()]).toEqual([400, { error: true, msg: "Invalid endpoint" }]);
  expect(upstream.arrived).toEqual([]);
});

test.each([
  ["GET", "other/backup.json"],
  ["GET", "chatgpt-next-web/other.json"],
  ["GET", "chatgpt-next-web"],
  ["PUT", "chatgpt-next-web"],
  ["POST", file],
  ["GET", `${file}?proxy_method=DELETE`],
  ["GET", `${file}?proxy_method=PUT`],
  ["GET", `${file}?proxy_method=MKCOL`],
  ["GET", "chatgpt-next-web%2Fbackup.json"],
  ["GET", `x/${file}`],
  ["GET", "__proto__?proxy_method=GET"],
  ["DELETE", file],
  ["DELETE", "chatgpt-next-web"],
  ["POST", object],
  ["GET", `${object}?proxy_method=DELETE`],
  ["GET", `${object}?proxy_method=MKCOL`],
  ["DELETE", `${object}0`],
  ["DELETE", object.toUpperCase()],
  ["DELETE", object.replace("parley-", "")],
  ["DELETE", `${object}/x`],
  ["DELETE", `${object}%2F..%2Fbackup.json`],
  ["DELETE", `x/${object}`],
])("does not forward %s %s", async (method, path) => {
  const { server, upstream } = await start(ok);
  const answer = await dav(server, path, cloud, { method, ...(method === "GET" ? {} : { body: "x" }) });
  expect(answer.status === 403 || answer.status === 405).toBe(true);
  expect(upstream.arrived).toEqual([]);
});

test("allows known services by default, and an address of the local network only if it is listed @O4.4", async () => {
  const { server, upstream } = await start(ok, { WHITE_WEBDAV_ENDPOINTS: "" });
  expect((await dav(server, file, "https://dav.jianguoyun.com/dav/")).status).toBe(200);
  expect((await dav(server, file, "http://nas.local")).status).toBe(400);
  expect((await dav((await start(ok)).server, file, "http://nas.local/mara")).status).toBe(200);
  expect(upstream.arrived.map(({ url }) => url)).toEqual([`/dav/${file}`]);
});

test.each([
  ["without a code", {}, 401, "empty access code"],
  ["with a wrong code", { "x-api-key": "nk-wrong" }, 401, "wrong access code"],
  ["with a token alone", { authorization: "Bearer redis-token" }, 401, "empty access code"],
])("if the server requires a code, rejects a call %s @A2.1", async (_name, headers, status, message) => {
  const { server, upstream } = await start(ok, { CODE: "one" });
  for (const answer of [
    await dav(server, file, cloud, { headers }),
    await redis(server, "get/a", "https://a.upstash.io", { headers }),
    await bucket(server, file, aws, { headers }),
  ]) {
    expect([answer.status, (await answer.json()).msg]).toEqual([status, message]);
  }
  expect(upstream.arrived).toEqual([]);
});

test("does not forward the code, only the store's credential", async () => {
  const { server, upstream } = await start(ok, { CODE: "one" });
  const headers = { "x-api-key": "nk-one", authorization: "Bearer redis-token" };
  expect((await redis(server, "get/a", "https://a.upstash.io", { headers })).status).toBe(200);
  expect((await dav(server, file, cloud, { headers: { ...headers, authorization: "Bearer nk-one" } })).status).toBe(
    200,
  );
  expect(upstream.arrived.map(({ headers }) => headers.authorization)).toEqual(["Bearer redis-token", undefined]);
  expect(JSON.stringify(upstream.arrived)).not.toMatch(/nk-one/);
});

test("reads and writes a key at Upstash", async () => {
  const { server, upstream } = await start(async (request, response) => {
    response.end(JSON.stringify({ result: await bodyOf(request) }));
  });
  const answer = await redis(server, "set/a%20b-chunk-0", "https://eu.upstash.io", { method: "POST", body: "潮" });
  expect(await answer.json()).toEqual({ result: "潮" });
  expect(upstream.arrived.map(({ method, url }) => [method, url])).toEqual([["POST", "/set/a%20b-chunk-0"]]);
});

test.each([
  ["GET", "get/a", "https://evil.example", 403],
  ["GET", "get/a", "https://upstash.io.evil.example", 403],
  ["GET", "get/a", "https://evilupstash.io", 403],
  ["GET", "get/a", "http://a.upstash.io", 403],
  ["GET", "get/a", "https://a.upstash.io:8080", 403],
  ["GET", "get/a", "https://a.upstash.io/other", 403],
  ["GET", "get/a", "https://u:p@a.upstash.io", 400],
  ["GET", "get/a", "nothing", 400],
  ["GET", "del/a", "https://a.upstash.io", 403],
  ["GET", "set/a", "https://a.upstash.io", 403],
  ["POST", "get/a", "https://a.upstash.io", 403],
  ["GET", "get/a/b", "https://a.upstash.io", 403],
  ["GET", "get/a%2Fb", "https://a.upstash.io", 403],
  ["GET", "get/%252e%252e", "https://a.upstash.io", 403],
  ["GET", "get", "https://a.upstash.io", 403],
  ["GET", "constructor/a", "https://a.upstash.io", 403],
])("rejects %s %s at %s with %i", async (method, path, endpoint, status) => {
  const { server, upstream } = await start(ok);
  const answer = await redis(server, path, endpoint, { method });
  expect(answer.status).toBe(status);
  expect(upstream.arrived).toEqual([]);
});

test("forwards a signed call to a bucket with its condition, and no other header @O4.6", async () => {
  const { server, upstream } = await start(async (request, response) => {
    response.writeHead(200, { etag: '"two"', "x-amz-request-id": "1", "content-type": "application/xml" });
    response.end(await bodyOf(request));
  });
  const signature = {
    authorization: "AWS4-HMAC-SHA256 Credential=a/20261127/eu-central-1/s3/aws4_request",
    "x-amz-date": "20261127T120000Z",
    "x-amz-content-sha256": "e3b0",
    "if-match": '"one"',
  };
  const headers = { ...signature, "x-amz-acl": "public-read", "x-amz-copy-source": "/other/a", cookie: "a=b" };
  const answer = await bucket(server, file, `${aws}/a`, { method: "PUT", headers, body: "words" });
  expect([answer.status, answer.headers.get("etag"), await answer.text()]).toEqual([200, '"two"', "words"]);
  expect(answer.headers.get("content-type")).toBe("text/plain");
  expect(upstream.arrived).toMatchObject([{ method: "PUT", url: `/notes/a/${file}`, headers: signature }]);
  expect(JSON.stringify(upstream.arrived)).not.toMatch(/x-amz-acl|copy-source|a=b/);
  expect((await bucket(server, object, aws, { method: "DELETE", headers })).status).toBe(200);
  await dav(server, file, cloud, { headers });
  expect(upstream.arrived[2]?.headers["x-amz-date"]).toBeUndefined();
});

test.each([
  ["GET", file, "https://evil.example/notes", 400],
  ["GET", file, "https://s3.amazonaws.com.evil.example/notes", 400],
  ["GET", file, "https://evils3.eu-central-1.amazonaws.com.evil", 400],
  ["GET", file, "https://sts.amazonaws.com", 400],
  ["GET", file, "https://s3.sts.amazonaws.com", 400],
  ["GET", file, "https://s3-evil-1234567890.us-east-1.elb.amazonaws.com", 400],
  ["GET", file, "https://bucket.vpce-0a1b.s3.us-east-1.vpce.amazonaws.com", 400],
  ["GET", file, "https://lambda.eu-central-1.amazonaws.com", 400],
  ["GET", file, "http://s3.amazonaws.com/notes", 400],
  ["GET", file, "https://s3.amazonaws.com:8443/notes", 400],
  ["GET", file, "https://u:p@s3.amazonaws.com/notes", 400],
  ["GET", file, "https://s3.amazonaws.com/notes?x=1", 400],
  ["GET", file, "https://s3.amazonaws.com/notes/../other", 400],
  ["GET", file, "https://s3.amazonaws.com/notes/%2e%2e/other", 400],
  ["GET", file, "http://169.254.169.254", 400],
  ["GET", file, "https://notes.minio.local", 400],
  ["GET", "", aws, 403],
  ["GET", "other.txt", aws, 403],
  ["GET", `x/${file}`, aws, 403],
  ["GET", `${file}/x`, aws, 403],
  ["DELETE", file, aws, 403],
  ["GET", "chatgpt-next-web", aws, 403],
  ["DELETE", `${object}0`, aws, 403],
  ["POST", object, aws, 405],
  ["MKCOL", "chatgpt-next-web", aws, 405],
])("does not forward %s %s to the bucket %s @O4.4 @O4.9", async (method, path, endpoint, status) => {
  const { server, upstream } = await start(ok, { WHITE_S3_ENDPOINTS: "https://minio.local" });
  const answer = await bucket(server, path, endpoint, { method, ...(method === "GET" ? {} : { body: "x" }) });
  expect(answer.status).toBe(status);
  expect(upstream.arrived).toEqual([]);
});

test.each([
  "https://notes.s3.eu-central-1.amazonaws.com",
  "https://s3.dualstack.us-west-2.amazonaws.com/notes",
  "https://s3-fips.us-gov-east-1.amazonaws.com/notes",
  "https://s3.cn-north-1.amazonaws.com.cn/notes",
  `https://${"0".repeat(32)}.r2.cloudflarestorage.com/notes`,
  "https://s3.eu-central-003.backblazeb2.com/notes/a",
  "https://minio.local/notes",
  "http://10.0.0.5:9000/notes",
])("forwards to a known service, and to an address that the operator lists: %s @O4.4", async (endpoint) => {
  const { server, upstream } = await start(ok, {
    WHITE_S3_ENDPOINTS: "https://minio.local, http://10.0.0.5:9000/notes",
  });
  expect((await bucket(server, file, endpoint)).status).toBe(200);
  expect(upstream.arrived).toHaveLength(1);
});

test("limits all bodies in memory together; one that does not fit is asked to retry", async () => {
  const arrived = signalOf();
  const stored = signalOf();
  const { server } = await start(async (request, response) => {
    await bodyOf(request);
    arrived.give();
    await stored.given;
    response.end("ok");
  });
  const bounded = { ...server, bodies: createByteBudget(10) };
  const put = (body: string) => dav(bounded, file, cloud, { method: "PUT", body });
  const first = put("123456");
  await arrived.given;
  const second = await put("12345");
  expect([second.status, second.headers.get("retry-after")]).toEqual([429, "10"]);
  stored.give();
  expect((await first).status).toBe(200);
  expect([(await put("1234567890")).status, (await put("12345678901")).status]).toEqual([200, 429]);
  expect((await put("1234567890")).status).toBe(200);
});
