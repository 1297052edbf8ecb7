import type { IncomingMessage } from "node:http";
import { endpoint } from "@/lib/fields/fields";
import { readServerConfig } from "@/lib/server/server-config";
import type { Variables } from "@/lib/server/variables";
import { bodyOf } from "../../support/local-upstream";
import { type Answer, call, closeUpstreams, ok, own, start, statusAndBody } from "../../support/relay-calls";
import { acme } from "../../support/test-server";

afterEach(closeUpstreams);

describe("credentials", () => {
  const withCode = { CODE: "code-1,code-2" };
  const withKey = { ACME_API_KEY: "sk-server" };
  const noOwn = { HIDE_USER_API_KEY: "1" };
  const code = { authorization: "Bearer nk-code-2" };
  const wrong = { authorization: "Bearer nk-guess" };
  const forbidden = "you are not allowed to access with your own api key";

  test.each([
    ["nothing at all", {}, {}, 401, "auth"],
    ["a server key, open to all", withKey, {}, 200, "Bearer sk-server"],
    ["a server key and an own key", withKey, own, 200, "Bearer sk-own"],
    ["an own key in another header", withKey, { "x-api-key": "sk-own" }, 200, "Bearer sk-own"],
    ["an own key alone", {}, own, 200, "Bearer sk-own"],
    ["a code is needed and missing", { ...withCode, ...withKey }, {}, 401, "empty access code"],
    [
      "a code is needed and empty",
      { ...withCode, ...withKey },
      { authorization: "Bearer nk-" },
      401,
      "empty access code",
    ],
    ["a code is needed and wrong", { ...withCode, ...withKey }, wrong, 401, "wrong access code"],
    ["a code is needed and right", { ...withCode, ...withKey }, code, 200, "Bearer sk-server"],
    ["a code in another header", { ...withCode, ...withKey }, { "api-key": "nk-code-1" }, 200, "Bearer sk-server"],
    ["a code that nobody asked for is not sent on", withKey, wrong, 200, "Bearer sk-server"],
    ["a right code without a server key", withCode, code, 401, "auth"],
    ["a key of the user replaces the code", { ...withCode, ...withKey }, own, 200, "Bearer sk-own"],
    [
      "an own key beside a right code is used",
      { ...withCode, ...withKey },
      { ...code, "x-api-key": "sk-own" },
      200,
      "Bearer sk-own",
    ],
    [
      "an own key beside a wrong code",
      { ...withCode, ...withKey },
      { ...wrong, "x-goog-api-key": "sk-own" },
      200,
      "Bearer sk-own",
    ],
    ["own keys are forbidden", { ...withKey, ...noOwn }, own, 401, forbidden],
    ["own keys are forbidden in every header", { ...withKey, ...noOwn }, { "x-goog-api-key": "k" }, 401, forbidden],
    [
      "own keys are forbidden beside a code",
      { ...withCode, ...withKey, ...noOwn },
      { ...code, "api-key": "k" },
      401,
      forbidden,
    ],
    ["a code where own keys are forbidden", { ...withCode, ...withKey, ...noOwn }, code, 200, "Bearer sk-server"],
    ["two tokens in one header", withKey, { authorization: "Bearer sk-own, Bearer nk-code-1" }, 400, "bad-request"],
  ])("%s @A2.1 @A2.2 @A2.3 @A2.7", async (_, variables, headers, status, outcome) => {
    const { server, upstream } = await start(ok, variables as Variables);
    const response = await call(server, { headers: headers as Record<string, string> });
    expect(response.status).toBe(status);
    const [arrived] = upstream.arrived;
    if (status === 200) {
      expect(arrived?.headers.authorization).toBe(outcome);
      expect(JSON.stringify(arrived?.headers)).not.toMatch(/nk-|code|guess/);
    } else {
      expect(arrived).toBeUndefined();
      // The bodies of old are told to the letter.
      const { error, ...rest } = (await response.json()) as { error: true | { code: string } };
      expect(error === true ? rest : error.code).toEqual(error === true ? { msg: outcome } : outcome);
    }
  });

  test("a provider without keys gets none, whatever the caller sends", async () => {
    const { server, upstream } = await start(ok, withKey);
    const get = { method: "GET", path: "keyless/v1/models" };
    expect((await call(server, get)).status).toBe(200);
    expect((await call(server, { ...get, headers: own })).status).toBe(200);
    expect(upstream.arrived.map(({ headers }) => headers.authorization)).toEqual([undefined, undefined]);
  });

  test("a provider without keys requires the access code as well @A2.1 @A2.7", async () => {
    const { server } = await start(ok, withCode);
    expect((await call(server, { method: "GET", path: "keyless/v1/models" })).status).toBe(401);
  });

  test("never sends a key to another provider @S3", async () => {
    const { server, upstream } = await start(ok, withKey);
    expect((await call(server, { path: "headed/v1/messages" })).status).toBe(401);
    expect(upstream.arrived).toEqual([]);
  });

  test("sends a bearer token in the provider's header", async () => {
    const { server, upstream } = await start(ok, { HEADED_API_KEY: "sk-server" });
    await call(server, { path: "headed/v1/messages", headers: own });
    await call(server, { path: "headed/v1/messages" });
    expect(upstream.arrived.map(({ headers }) => [headers["x-api-key"], headers.authorization])).toEqual([
      ["sk-own", undefined],
      ["sk-server", undefined],
    ]);
  });

  test("picks one of several keys for each call", async () => {
    const { server, upstream, env } = await start(ok, { PAIRED_ID: "a,b,c", PAIRED_SECRET: "x,y,z" });
    for (const random of [0, 0.5, 0.999]) {
      const loaded = { ...server, env: { ...env, random: () => random } };
      await call(loaded, { path: "paired/v1/chat/completions" });
    }
    expect(upstream.arrived.map(({ headers }) => headers.authorization)).toEqual([
      "Bearer a:x",
      "Bearer b:y",
      "Bearer c:z",
    ]);
  });

  describe("with several keys", () => {
    const keys = { ACME_API_KEY: "sk-one,sk-two,sk-three" };
    const keyOf = ({ headers }: { headers: IncomingMessage["headers"] }) => headers.authorization?.slice(7);

    /** Rejects all keys but one. */
    const accepts =
      (key: string, status: number, text = '{"error":{"message":"No."}}', bodies: string[] = []): Answer =>
      async (request, response) => {
        bodies.push(await bodyOf(request));
        if (keyOf(request) === key) return void response.end('{"ok":true}');
        response.writeHead(status, { "content-type": "application/json", "x-request-id": "r" }).end(text);
      };

    // The random number is 0.5, so the second key is the first one tried.
    test.each([
      [401, undefined],
      [402, undefined],
      [403, undefined],
      [429, undefined],
      [400, '[{"error":{"code":400,"message":"API key not valid.","status":"INVALID_ARGUMENT"}}]'],
    ])("the next one is tried after status %d, and the caller does not see it", async (status, text) => {
      const bodies: string[] = [];
      const { server, upstream } = await start(accepts("sk-one", status, text, bodies), keys);
      expect(await statusAndBody(await call(server, { body: '{"model":"tide"}' }))).toEqual([200, { ok: true }]);
      expect(upstream.arrived.map(keyOf)).toEqual(["sk-two", "sk-three", "sk-one"]);
      expect(bodies).toEqual(Array(3).fill('{"model":"tide"}'));
    });

    test.each([400, 404, 500, 529])("another failure is the caller's: %d", async (status) => {
      const { server, upstream } = await start(accepts("sk-one", status), keys);
      expect(await statusAndBody(await call(server, {}))).toEqual([status, { error: { message: "No." } }]);
      expect(upstream.arrived.map(keyOf)).toEqual(["sk-two"]);
    });

    test("if none is accepted, the caller gets the last answer, without the key", async () => {
      const limited = await start(accepts("none", 429, '{"error":{"message":"Slow down, sk-one."}}'), keys);
      expect(await statusAndBody(await call(limited.server, {}))).toEqual([
        429,
        { error: { message: "Slow down, ***." } },
      ]);
      const rejected = await start(accepts("none", 401), keys);
      expect((await statusAndBody(await call(rejected.server, {})))[0]).toBe(401);
      expect(rejected.upstream.arrived).toHaveLength(3);
    });

    test("at most five are tried", async () => {
      const many = Array.from({ length: 9 }, (_, index) => `sk-number-${index}`).join(",");
      const { server, upstream } = await start(accepts("none", 429), { ACME_API_KEY: many });
      expect((await call(server, {})).status).toBe(429);
      expect(upstream.arrived).toHaveLength(5);
    });

    test("a caller's own key is sent once", async () => {
      const { server, upstream } = await start(accepts("none", 429), keys);
      expect((await call(server, { headers: own })).status).toBe(429);
      expect(upstream.arrived.map(keyOf)).toEqual(["sk-own"]);
    });
  });

  test.each(["dashboard/billing/usage", "user/balance", "v1/user/info", "v1/credits"])(
    "%s is called with the server's key only if the operator allows it, and always with an own key",
    async (path) => {
      const balance = { method: "GET", path: `acme/${path}` };
      const closed = await start(ok, withKey);
      expect((await call(closed.server, balance)).status).toBe(403);
      expect((await call(closed.server, { ...balance, headers: own })).status).toBe(200);
      const open = await start(ok, { ...withKey, ENABLE_BALANCE_QUERY: "1" });
      expect((await call(open.server, balance)).status).toBe(200);
    },
  );

  test("hides a provider's refusal of the server's key, because it quotes the key @A2.6", async () => {
    const refuses: Answer = (_, response) => {
      response.writeHead(401, { "content-type": "application/json" });
      response.end('{"error":{"message":"Incorrect API key provided: sk-se***ver"}}');
    };
    const { server } = await start(refuses, withKey);
    expect(await statusAndBody(await call(server, {}))).toEqual([
      401,
      { error: { code: "auth", message: "The provider rejected the server's API key." } },
    ]);
    expect((await statusAndBody(await call(server, { headers: own })))[1]).toEqual({
      error: { message: "Incorrect API key provided: sk-se***ver" },
    });
  });

  test.each([
    ['{"code":"Bad","error":"Incorrect API key provided: sk-se***er."}', 401],
    ['[{"error":{"code":400,"message":"API key not valid.","status":"INVALID_ARGUMENT"}}]', 401],
    ['{"error":{"message":"The model is too old.","type":"invalid_request_error"}}', 400],
    ["no JSON", 400],
  ])("recognizes a refusal of the server's key with status 400 by its message: %s becomes %d", async (body, status) => {
    const { server } = await start((_, response) => void response.writeHead(400).end(body), withKey);
    const response = await call(server, {});
    const text = await response.text();
    expect([response.status, text.includes("sk-se")]).toEqual([status, false]);
    if (status === 400) expect(text).toBe(body);
  });

  test("returns a refusal of the caller's own key unchanged", async () => {
    const words = '{"error":"Incorrect API key provided: sk-o***n."}';
    const { server } = await start((_, response) => void response.writeHead(400).end(words), withKey);
    const response = await call(server, { headers: own });
    expect([response.status, await response.text()]).toEqual([400, words]);
  });

  test("sends the operator's organization only to OpenAI with the operator's key", async () => {
    const variables = { OPENAI_API_KEY: "sk-server", OPENAI_ORG_ID: "org-1" };
    const { server, upstream } = await start(ok, { ...variables, ...withKey });
    const config = readServerConfig({ ...variables, BASE_URL: upstream.url });
    const path = "openai/v1/chat/completions";
    await call({ ...server, config }, { path });
    await call({ ...server, config }, { path, headers: own });
    await call(server, {});
    expect(upstream.arrived.map(({ headers }) => [headers.authorization, headers["openai-organization"]])).toEqual([
      ["Bearer sk-server", "org-1"],
      ["Bearer sk-own", undefined],
      ["Bearer sk-server", undefined],
    ]);
  });

  test("sends an own key to the provider's public address, and the server's key to the operator's", async () => {
    const { server, env, upstream } = await start(ok, withKey);
    await call(server, { headers: own });
    await call(server, {});
    expect(env.calls.map(({ url }) => url)).toEqual([
      "https://api.acme.example/v1/chat/completions",
      `${upstream.url}/v1/chat/completions`,
    ]);
  });

  test("sends an own key for a provider without a public address nowhere", async () => {
    const { server, upstream } = await start(ok);
    const provider = { ...acme, fields: { ...acme.fields, url: endpoint("", "ACME_URL") } };
    const config = readServerConfig({ ACME_URL: upstream.url, ACME_API_KEY: "sk-server" }, [provider]);
    expect((await call({ ...server, config }, { headers: own })).status).toBe(400);
    expect((await call({ ...server, config }, {})).status).toBe(200);
    expect(upstream.arrived.map(({ headers }) => headers.authorization)).toEqual(["Bearer sk-server"]);
  });

  test("an own key ignores an unusable address of the operator", async () => {
    const { server } = await start(ok, { ACME_URL: "ftp://hidden.example" });
    expect((await call(server, { headers: own })).status).toBe(200);
  });

  test("ignores and does not forward a credential for a proxy in front of the server", async () => {
    const { server, upstream } = await start(ok, { ...withCode, ...withKey });
    const basic = { authorization: "Basic dXNlcjpwYXNz" };
    expect((await call(server, { headers: basic })).status).toBe(401);
    expect((await call(server, { headers: { ...basic, "x-api-key": "nk-code-1" } })).status).toBe(200);
    expect(upstream.arrived.map(({ headers }) => headers.authorization)).toEqual(["Bearer sk-server"]);
  });

  test("rejects an unusable provider address without naming it, after the access check", async () => {
    const { server } = await start(ok, { ...withCode, ...withKey, ACME_URL: "ftp://hidden.example" });
    expect((await call(server, {})).status).toBe(401);
    expect(await statusAndBody(await call(server, { headers: code }))).toEqual([
      500,
      { error: { code: "server", message: "The server is not configured for this provider." } },
    ]);
  });
});
