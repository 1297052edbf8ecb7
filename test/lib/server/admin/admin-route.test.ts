import { adminRoute } from "@/lib/server/admin/admin-route";
import { sessionSeconds } from "@/lib/server/admin/admin-session";
import { heldMs, maxHeld } from "@/lib/server/admin/secret-attempts";
import { findCode } from "@/lib/server/codes/find-code";
import { metricsRoute } from "@/lib/server/metrics-route";
import { type FakeAnswer, fakeEnvironment } from "../../../support/fake-environment";
import { testServer } from "../../../support/test-server";

const secret = "a-secret-of-the-administrator-of-the-tests";
const codeSecret = "the-secret-of-signed-codes-of-these-tests";
const nowMs = 1_800_000_000_000;
const now = nowMs / 1000;

function start(variables: Record<string, string> = {}, responses: readonly FakeAnswer[] = []) {
  const env = fakeEnvironment({ now: nowMs, responses });
  const server = testServer(env, { ADMIN_SECRET: secret, CODE_SECRET: codeSecret, TRUST_PROXY: "1", ...variables });
  return { env, server };
}

type Server = ReturnType<typeof testServer>;

interface Call {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

async function call(server: Server, path: string, { method = "POST", headers = {}, body }: Call = {}) {
  const request = new Request(`http://chat.example/api/admin/${path}`, {
    method,
    headers: {
      host: "chat.example",
      "x-forwarded-for": "192.0.2.1",
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const response = await adminRoute(request, path.split("/"), server);
  return { status: response.status, headers: response.headers, body: JSON.parse((await response.text()) || "null") };
}

async function signedIn(server: Server) {
  const { body } = await call(server, "session", { body: { secret } });
  const headers = { authorization: `Bearer ${body.token}` };
  return (path: string, options: Call = {}) =>
    call(server, path, { ...options, headers: { ...headers, ...options.headers } });
}

const refused = (code: string, message: string) => ({ error: { code, message } });
const ended = refused("auth", "The session has ended. Sign in again.");
const absent = refused("not-found", "Nothing found at this address.");

test.each([
  ["missing", ""],
  ["too short", "a".repeat(31)],
  ["also an access code", "one-secret-for-everything-0123456789"],
])("without a secret of its own, the routes do not exist: %s @A2.10", async (_name, given) => {
  const { server } = start({ ADMIN_SECRET: given, CODE: "one-secret-for-everything-0123456789" });
  for (const path of ["session", "config", "anything"]) {
    const { status, body } = await call(server, path, { body: { secret: given } });
    expect([status, body]).toEqual([404, absent]);
  }
});

test("the secret opens a session, and is nowhere in it @A2.10", async () => {
  const { server } = start();
  const { status, body, headers } = await call(server, "session", { body: { secret } });
  expect([status, body]).toEqual([
    200,
    { token: expect.stringMatching(/^a1\.[\w-]+\.[0-9a-f]{64}$/), expires: now + 3600 },
  ]);
  expect([headers.get("set-cookie"), headers.get("cache-control")]).toEqual([null, "no-store"]);
  expect(JSON.stringify([body, server.lines])).not.toContain(secret);
});

test("a session is needed, in its header, until it expires @A2.10", async () => {
  const { env, server } = start();
  const { body } = await call(server, "session", { body: { secret } });
  const authorization = `Bearer ${body.token}`;
  const get = async (headers: Record<string, string>) => {
    const response = await call(server, "config", { method: "GET", headers });
    return response.status === 200 ? 200 : response.body;
  };
  expect(await get({ authorization })).toBe(200);
  expect(await get({})).toEqual(ended);
  expect(await get({ cookie: `token=${body.token}; session=${body.token}` })).toEqual(ended);
  expect(await get({ authorization: `Bearer ${secret}` })).toEqual(ended);
  expect(await get({ authorization: `${authorization.slice(0, -1)}x` })).toEqual(ended);
  await env.advance(sessionSeconds * 1000);
  expect(await get({ authorization })).toEqual(ended);
  const changed = start({ ADMIN_SECRET: `${secret}-changed` }).server;
  expect((await call(changed, "config", { method: "GET", headers: { authorization } })).body).toEqual(ended);
});

test("pages of other origins cannot use it, even those that may call the API @A2.10", async () => {
  const { server } = start({ ALLOWED_ORIGINS: "https://friend.example" });
  const own = await signedIn(server);
  const foreign = refused("not-allowed", "Calls from this origin are not allowed.");
  for (const origin of ["https://friend.example", "https://other.example"]) {
    for (const path of ["session", "codes"]) {
      const { status, body } = await own(path, { headers: { origin }, body: { secret, rights: {} } });
      expect([status, body]).toEqual([403, foreign]);
    }
  }
  // A form of another site can send neither this type nor the header.
  const form = await own("codes", { headers: { "content-type": "text/plain" }, body: { rights: {} } });
  expect(form.body).toEqual(refused("not-supported", "The content type must be application/json."));
});

test("a brute force is slowed down, and then even the right secret waits @A2.10", async () => {
  const { server } = start();
  const guess = (secretOf: string, client: string) =>
    call(server, "session", { headers: { "x-forwarded-for": client }, body: { secret: secretOf } });
  const wrong = await guess("wrong", "192.0.2.7");
  expect([wrong.status, wrong.body]).toEqual([401, refused("wrong-code", "Wrong administrator secret.")]);
  for (let index = 0; index < 4; index++) await guess("wrong", "192.0.2.7");
  const late = await guess(secret, "192.0.2.7");
  const waiting = refused("rate-limit", "Too many wrong secrets. Try again later.");
  expect([late.status, late.headers.get("retry-after"), late.body]).toEqual([429, "60", waiting]);
  // Strangers do not lock the administrator out.
  for (let index = 0; index < 200; index++) await guess("wrong", `10.0.0.${index}`);
  expect((await guess(secret, "192.0.2.8")).status).toBe(200);
});

test("without known addresses, the right secret passes at once during a flood of wrong ones @A2.10", async () => {
  const { env, server } = start({ TRUST_PROXY: "" });
  const open = async (given: string) => {
    const { status, body } = await call(server, "session", { body: { secret: given } });
    return [status, status === 200 ? {} : body];
  };
  const flood = Array.from({ length: 200 }, (_, index) => open(`guess ${index}`));
  expect(await open(secret)).toEqual([200, {}]);
  await env.advance(heldMs);
  const wrong = [401, refused("wrong-code", "Wrong administrator secret.")];
  const tooMany = [429, refused("rate-limit", "Too many wrong secrets. Try again later.")];
  const responses = await Promise.all(flood);
  expect(responses.filter(([status]) => status === 401)).toEqual(Array(maxHeld).fill(wrong));
  expect(responses.filter(([status]) => status !== 401)).toEqual(Array(200 - maxHeld).fill(tooMany));
  expect(await open(secret)).toEqual([200, {}]);
});

test("calls without a secret, and those for metrics, do not close the form @A2.10", async () => {
  const { env, server } = start({ TRUST_PROXY: "" });
  const late = async (response: Promise<number>) => {
    await env.advance(heldMs);
    return response;
  };
  const metrics = async (headers: Record<string, string> = {}) =>
    (await metricsRoute(new Request("http://chat.example/api/metrics", { headers }), server)).status;
  const guess = { authorization: "Bearer wrong" };
  const bare = await Promise.all(Array.from({ length: 40 }, () => metrics()));
  expect(new Set(bare)).toEqual(new Set([401]));
  for (let index = 0; index < 20; index++) expect(await late(metrics(guess))).toBe(401);
  expect([await metrics(guess), await metrics({ authorization: `Bearer ${secret}` })]).toEqual([429, 200]);
  for (let index = 0; index < 40; index++) await call(server, "session", { body: { secret: "" } });
  expect((await call(server, "session", { body: { secret } })).status).toBe(200);
});

test("a code is made with its rights, and the server accepts it", async () => {
  const { server } = start();
  const admin = await signedIn(server);
  const rights = { name: "Ada", models: "-all,+acme-1", providers: ["acme"], features: ["tools"], perMinute: 5 };
  const { status, body } = await admin("codes", { body: { id: "ada", rights: { ...rights, expires: "2027-03-01" } } });
  expect([status, body]).toEqual([200, { code: expect.stringMatching(/^c1\./), id: "ada" }]);
  const expires = Date.parse("2027-03-02T00:00Z") / 1000;
  const found = findCode(body.code, { codes: [], rules: server.config.codeRules }, nowMs);
  expect(found).toEqual({ state: "valid", code: { id: "signed ada", rights: { ...rights, expires } } });
  const checked = await admin("codes/check", { body: { code: ` nk-${body.code} ` } });
  expect(checked.body).toEqual({
    code: {
      kind: "signed",
      countId: "signed ada",
      id: "ada",
      issued: now,
      rights: { ...rights, expires },
      isExpired: false,
    },
  });
});

test("a code without an id gets a random one; a short one has its entry", async () => {
  const { server } = start();
  const admin = await signedIn(server);
  // Random numbers of the tests are all 0.5.
  expect((await admin("codes", { body: { rights: {} } })).body.id).toBe("hhhhhhhhhh");
  const short = await admin("codes", { body: { id: "bob", isShort: true, rights: { perMinute: 3 } } });
  expect(short.body).toEqual({
    code: expect.stringMatching(/^c1-bob(-[0-9a-z]{4}){4}$/),
    id: "bob",
    entry: '"c1-bob":{"features":["images","voice","tools"],"perMinute":3}',
  });
});

test("expired codes are found, codes of others are not", async () => {
  const { env, server } = start({ CODE: "open-sesame" });
  const admin = await signedIn(server);
  const { code } = (await admin("codes", { body: { id: "ada", rights: { expires: now + 60 } } })).body;
  await env.advance(120_000);
  const check = async (text: string) => (await admin("codes/check", { body: { code: text } })).body.code;
  expect(await check(code)).toMatchObject({ id: "ada", isExpired: true });
  expect(await check("open-sesame")).toMatchObject({ kind: "plain", isExpired: false });
  for (const text of ["", "open-barley", `${code}x`, "c1.e30.AAAA", "x".repeat(5000)])
    expect(await check(text)).toBeNull();
});

test.each([
  ["an unknown right", { admin: true }, ["unknown"]],
  ["a past end", { expires: "2020-01-31" }, ["expires"]],
  ["an unknown provider", { providers: ["acme", "nobody"] }, ["providers"]],
  ["several", { perMinute: "often", atOnce: -1, features: ["all"] }, ["perMinute", "atOnce", "features"]],
])("a code with invalid entries is not made: %s", async (_name, rights, invalid) => {
  const { server } = start();
  const admin = await signedIn(server);
  const { status, body } = await admin("codes", { body: { rights } });
  expect([status, body]).toEqual([422, { invalid }]);
});

test("malformed requests for codes are refused", async () => {
  const { server } = start();
  const admin = await signedIn(server);
  expect((await admin("codes", { body: { id: "Ada!", rights: {} } })).body).toEqual({ invalid: ["id"] });
  expect((await admin("codes", { body: { rights: [] } })).status).toBe(400);
  expect((await admin("codes", { body: [] })).status).toBe(400);
  const models = Array.from({ length: 70 }, (_, index) => `+模型模型模型模型${index}`).join();
  const names = { name: "😀".repeat(60), models };
  const long = await admin("codes", { body: { rights: names } });
  expect([long.status, long.body.error?.code]).toEqual([400, "too-large"]);
  const without = start({ CODE_SECRET: "" }).server;
  const other = await signedIn(without);
  expect((await other("codes", { body: { rights: {} } })).status).toBe(409);
  expect((await admin("unknown")).status).toBe(404);
  expect((await admin("__proto__")).status).toBe(404);
});

test("the configuration has problems and names, and no secrets @A2.10", async () => {
  const { server } = start({
    ACME_API_KEY: "sk-one,sk-two",
    HEADED_URL: "no address",
    ENABLE_DEMO: "1",
    DISABLE_DEMO: "1",
  });
  const admin = await signedIn(server);
  const { body } = await admin("config", { method: "GET" });
  expect(body.problems).toContain("ENABLE_DEMO has no effect beside DISABLE_DEMO: leave one of them empty.");
  expect(body.canSignCodes).toBe(true);
  expect(body.providers.slice(0, 2)).toEqual([
    {
      id: "acme",
      name: "Acme",
      keys: 2,
      hasOwnAddress: false,
      isMisconfigured: false,
      isTestable: true,
      models: ["gpt-4", "gpt-4o-mini", "acme-1"],
    },
    {
      id: "headed",
      name: "Headed",
      keys: 0,
      hasOwnAddress: false,
      isMisconfigured: true,
      isTestable: false,
      models: ["gpt-4", "gpt-4o-mini", "acme-1"],
    },
  ]);
  expect(JSON.stringify(body)).not.toMatch(/sk-|no address/);
});

test("a test call goes to the provider with the operator's key, and tells the outcome", async () => {
  const reply = { choices: [{ message: { role: "assistant", content: "Hi" }, finish_reason: "length" }] };
  const { env, server } = start({ ACME_API_KEY: "sk-operator-0123456789", CODE: "needed" }, [
    Response.json(reply),
    Response.json({ error: { message: "Unknown model; key sk-operator-0123456789" } }, { status: 404 }),
    Response.json({ error: { message: "bad key" } }, { status: 401 }),
    () => Promise.reject(new TypeError("fetch failed")),
  ]);
  const admin = await signedIn(server);
  const test = async () => (await admin("test", { body: { provider: "acme", model: "acme-1" } })).body;
  expect(await test()).toEqual({ status: 200, ms: 0 });
  expect([env.calls[0]?.url, env.calls[0]?.init.headers]).toEqual([
    "https://api.acme.example/v1/chat/completions",
    expect.objectContaining({ authorization: "Bearer sk-operator-0123456789" }),
  ]);
  expect(JSON.parse(String(env.calls[0]?.init.body))).toMatchObject({
    model: "acme-1",
    messages: [{ role: "user", content: "Hi" }],
  });
  const unknown = await test();
  expect(unknown).toEqual({ status: 404, ms: 0, error: expect.stringContaining("Unknown model") });
  expect(unknown.error).not.toContain("sk-operator");
  expect(await test()).toEqual({ status: 401, ms: 0, error: "The provider rejected the server's API key." });
  expect(await test()).toEqual({ status: 502, ms: 0, error: "The provider could not be reached." });
});

test("a test call needs a provider with a key, and a model", async () => {
  const { server, env } = start({ ACME_API_KEY: "sk-operator-0123456789" });
  const admin = await signedIn(server);
  for (const body of [
    { provider: "headed", model: "acme-1" },
    { provider: "nobody", model: "acme-1" },
    { provider: "__proto__", model: "acme-1" },
    { provider: "acme", model: " " },
    { provider: "acme" },
  ]) {
    expect((await admin("test", { body })).status).toBe(400);
  }
  expect(env.calls).toEqual([]);
});
