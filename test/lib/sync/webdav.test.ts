import type { RemoteAnswer, RemoteCall, Way } from "@/lib/sync/remote";
import { openWebDav } from "@/lib/sync/webdav";

const settings = { endpoint: "https://cloud.example/dav/", username: "mara", password: "пароль" };
const authorization = "Basic bWFyYTrQv9Cw0YDQvtC70Yw=";

/** Opens a remote whose calls are noted and answered from a list. */
function open(answers: readonly (Partial<RemoteAnswer> | "broken")[], way: Way = {}, given = {}) {
  const sent: RemoteCall[] = [];
  const left = [...answers];
  const remote = openWebDav({ ...settings, ...given }, way, async (call) => {
    sent.push(call);
    const answer = left.shift() ?? {};
    if (answer === "broken") throw new Error("broken");
    return { status: 200, body: "", ...answer };
  });
  return { remote, sent };
}

const addressesOf = (sent: readonly RemoteCall[]) => sent.map(({ method, url }) => `${method} ${url}`);
const query = "endpoint=https%3A%2F%2Fcloud.example%2Fdav%2F";

test.each([
  [
    "directly",
    {},
    ["MKCOL https://cloud.example/dav/chatgpt-next-web", "GET https://cloud.example/dav/chatgpt-next-web/backup.json"],
  ],
  [
    "through this server",
    { proxy: "/chat/api" },
    [
      `GET /chat/api/webdav/chatgpt-next-web?${query}&proxy_method=MKCOL`,
      `GET /chat/api/webdav/chatgpt-next-web/backup.json?${query}`,
    ],
  ],
  [
    "through another server",
    { proxy: "https://proxy.example/api" },
    [
      `GET https://proxy.example/api/webdav/chatgpt-next-web?${query}&proxy_method=MKCOL`,
      `GET https://proxy.example/api/webdav/chatgpt-next-web/backup.json?${query}`,
    ],
  ],
])("%s, the check creates the folder and reading requests the file", async (_name, way, addresses) => {
  const { remote, sent } = open([{}, { body: "text" }], way);
  expect([await remote.check(), await remote.get()]).toEqual([true, { text: "text" }]);
  expect(addressesOf(sent)).toEqual(addresses);
  expect(sent.map(({ headers }) => headers.authorization)).toEqual([authorization, authorization]);
});

test("the proxy's code is sent with the password, and only to the proxy", async () => {
  const { remote, sent } = open([{}], { proxy: "/api", accessCode: "one two" });
  await remote.get();
  expect(sent[0]?.headers).toEqual({ authorization, "x-api-key": "nk-one two" });
});

test.each([
  ...[200, 201, 404, 405, 301, 302, 307, 308].map((status) => [status, true] as const),
  ...[0].map((status) => [status, true] as const),
  ...[400, 401, 403, 409, 412, 423, 429, 500, 503].map((status) => [status, false] as const),
])("whether the check passes for the response %i: %p", async (status, passes) => {
  expect(await open([{ status }]).remote.check()).toBe(passes);
});

test("a check without a response fails", async () => {
  expect(await open(["broken"]).remote.check()).toBe(false);
});

test.each([404, 409])("a missing file (%i) is an empty backup that is known to be missing", async (status) => {
  expect(await open([{ status }]).remote.get()).toEqual({ text: "", isMissing: true });
});

test.each([
  [401, "credentials"],
  [403, "forbidden"],
  [405, "wrong-method"],
  [412, "changed"],
  [413, "too-large"],
  [423, "locked"],
  [429, "busy"],
  [500, "server"],
  [504, "slow"],
  [507, "full"],
  [302, "redirected"],
  [0, "redirected"],
])("the response %i fails with a specific error (%s)", async (status, problem) => {
  await expect(open([{ status }]).remote.get()).rejects.toMatchObject({ code: "sync-failed", details: { problem } });
  const over = { text: "former", etag: '"1"' };
  await expect(open([{ status }]).remote.set("text", over)).rejects.toMatchObject({ details: { problem, status } });
});

test.each([
  ['{"error":true,"msg":"Invalid endpoint"}', 400, "proxy-refuses"],
  ['{"error":true,"msg":"empty access code"}', 401, "access-code"],
  ['{"error":true,"msg":"wrong access code"}', 401, "access-code"],
  ['{"error":{"code":"not-allowed","message":"This address is not allowed on this server."}}', 403, "proxy-refuses"],
  ['{"error":{"code":"network","message":"The address could not be reached."}}', 502, "unreachable"],
  ["<html>Bad gateway</html>", 502, "server"],
])("reports the proxy's error as what it is: %s", async (body, status, problem) => {
  const { remote } = open([{ status, body }], { proxy: "/api" });
  await expect(remote.get()).rejects.toMatchObject({ details: { problem } });
});

test.each([
  ["a file, if its version is unchanged", { text: "former", etag: '"1"' }, { "if-match": '"1"' }],
  ["a file with a weak version, without a condition", { text: "former", etag: 'W/"1"' }, {}],
  ["a file without a version, without a condition", { text: "former" }, {}],
  ["an empty file, if its version is unchanged", { text: "", etag: '"1"' }, { "if-match": '"1"' }],
  ["no file, if there is still none", { text: "", isMissing: true }, { "if-none-match": "*" }],
])("writes conditionally over %s", async (_name, over, condition) => {
  const { remote, sent } = open([{ status: 204 }]);
  await remote.set("words", over);
  expect(sent).toEqual([
    {
      method: "PUT",
      url: "https://cloud.example/dav/chatgpt-next-web/backup.json",
      body: "words",
      headers: { authorization, "content-type": "application/json", ...condition },
    },
  ]);
});

test.each([404, 409, 500])("creates a missing folder (%i) before writing", async (status) => {
  const { remote, sent } = open([{ status }, { status: 201 }, { status: 201 }]);
  await remote.set("words", { text: "" });
  expect(sent.map(({ method }) => method)).toEqual(["PUT", "MKCOL", "PUT"]);
});

test.each(["", "cloud.example", "ftp://cloud.example", "https://"])("rejects the address %j", async (endpoint) => {
  await expect(open([], {}, { endpoint }).remote.get()).rejects.toMatchObject({
    details: { problem: "wrong-address" },
  });
});
