import { createHash } from "node:crypto";
import { bodyOf } from "../support/local-upstream";
import { noWayOut } from "./support/app-server";
import { test as base, expect, needsNode, needsServer, serverKey } from "./support/fixtures";
import { exchange, requestOf } from "./support/raw-requests";
import { type Relay, startRelay } from "./support/relay";

const code = "open-sesame";
const ownKey = "sk-own-4711";
const words = "words of a person";

const chat = "/api/openai/v1/chat/completions";
const withCode = `authorization: Bearer nk-${code}`;
const json = "content-type: application/json";
const body = bodyWith('"model":"gpt-4o-mini"');
const length = `content-length: ${body.length}`;

interface Arrived {
  readonly url: string;
  readonly headers: string;
  readonly body: string;
}

/** An app with a code, keys and a list of models, before a provider that writes down what reaches it. */
const test = base.extend<{ arrived: readonly Arrived[] }, { relay: Relay }>({
  relay: [
    async ({ build }, use) => {
      const relay = await startRelay(build, (url) => ({
        ...noWayOut,
        CODE: code,
        OPENAI_API_KEY: serverKey,
        GOOGLE_API_KEY: serverKey,
        GOOGLE_URL: url,
        CUSTOM_MODELS: "-all,+gpt-4o-mini,+gemini-2.5-pro,+tide@7@Google,+潮汐@Google",
      }));
      await use(relay);
      await relay.stop();
    },
    { scope: "worker" },
  ],
  arrived: async ({ relay }, use) => {
    const arrived: Arrived[] = [];
    relay.answerWith(async (request, response) => {
      const { url = "", headers } = request;
      arrived.push({ url, headers: JSON.stringify(headers), body: await bodyOf(request) });
      response.writeHead(200, { "content-type": "application/json" }).end("{}");
    });
    await use(arrived);
  },
});

test.afterEach(({ relay }) => {
  expect(relay.app.log()).not.toMatch(/unexpected|open-sesame|sk-|words of a person/);
});

for (const { name, headers, sent = body, isCut = false, status = 400, mark = needsServer } of [
  { name: "is too small", headers: [json, "content-length: 10"] },
  { name: "is too large", headers: [json, "content-length: 500"], isCut: true },
  // The request guard refuses it before it waits for a body; without the guard a host limit does.
  {
    name: "is larger than any body may be",
    headers: [json, "content-length: 99999999999"],
    status: 413,
    mark: needsNode,
  },
  { name: "is negative", headers: [json, "content-length: -1"] },
  { name: "is missing", headers: [json] },
  { name: "comes twice", headers: [json, length, "content-length: 10"] },
  { name: "comes beside chunks", headers: [json, length, "transfer-encoding: chunked"] },
  { name: "is replaced by chunks that are none", headers: [json, "transfer-encoding: chunked"] },
  { name: "is replaced by half a chunk", headers: [json, "transfer-encoding: chunked"], sent: "ff\r\n{", isCut: true },
  { name: "is replaced by a coding that nobody knows", headers: [json, "transfer-encoding: tide"] },
]) {
  test(`a body whose length ${name} is rejected before anything is sent @H5.6`, mark, async ({ relay, arrived }) => {
    const request = requestOf("POST", chat, [withCode, ...headers], sent);
    expect((await exchange(relay.app, request, isCut)).status).toBe(status);
    expect(arrived).toEqual([]);
  });
}

test("uses the first of two codes", needsServer, async ({ relay, arrived }) => {
  const headers = ["authorization: Bearer nk-wrong", withCode, json, length];
  const { status, answer } = await exchange(relay.app, requestOf("POST", chat, headers, body));
  expect(status).toBe(401);
  expect(answer).toContain('{"error":true,"msg":"wrong access code"}');
  expect(arrived).toEqual([]);
});

test("a key beside a code is not sent with the operator's", needsServer, async ({ relay, arrived }) => {
  const headers = [withCode, `authorization: Bearer ${ownKey}`, json, length];
  expect((await exchange(relay.app, requestOf("POST", chat, headers, body))).status).toBe(200);
  expect(arrived).toHaveLength(1);
  expect(arrived[0]?.headers).toContain(`"authorization":"Bearer ${serverKey}"`);
  expect(arrived[0]?.headers).not.toContain(ownKey);
});

test(
  "a key before a code is an own key and is not sent to the operator's address",
  needsServer,
  async ({ relay, arrived }) => {
    const headers = [`authorization: Bearer ${ownKey}`, withCode, json, length];
    expect((await exchange(relay.app, requestOf("POST", chat, headers, body))).status).toBe(502);
    expect(relay.app.log()).toContain("Asked for the address of api.openai.com.");
    expect(arrived).toEqual([]);
  },
);

test(
  "uses the first of two content types, so that no form of another site passes @H5.2",
  needsServer,
  async ({ relay, arrived }) => {
    const headers = [withCode, "content-type: text/plain", json, length];
    expect((await exchange(relay.app, requestOf("POST", chat, headers, body))).status).toBe(415);
    expect(arrived).toEqual([]);
  },
);

for (const members of [
  '"model":"gpt-4o-mini","model":"gpt-4"',
  '"model":"gpt-4o-mini","mod\\u0065l":"gpt-4"',
  '"model":"gpt-4o-mini","Model":"gpt-4"',
  '"model":"gpt-4o-mini","model":["gpt-4o-mini"]',
  '"__proto__":{"model":"gpt-4o-mini"}',
]) {
  test(`a body with ${members} is rejected before anything is sent @H5.6`, needsServer, async ({ relay, arrived }) => {
    const { status } = await exchange(relay.app, jsonRequest(chat, bodyWith(members)));
    expect([400, 403]).toContain(status);
    expect(arrived).toEqual([]);
  });
}

test("of duplicate members, only the one that was checked is sent @C3.1", needsServer, async ({ relay, arrived }) => {
  const members = '"model":"gpt-4","model":"gpt-4o-mini","__proto__":{"model":"gpt-4"}';
  expect((await exchange(relay.app, jsonRequest(chat, bodyWith(members)))).status).toBe(200);
  expect(arrived.map((request) => request.body)).toEqual([body]);
});

for (const { name, segment } of [
  { name: "gemini-2.5-pro", segment: "gemini-2.5-pro" },
  { name: "tide@7", segment: "tide@7" },
  { name: "tide@7", segment: "tide%407" },
  { name: "潮汐", segment: "%E6%BD%AE%E6%B1%90" },
]) {
  test(
    `the listed model ${name}, spelt ${segment}, is one segment of the URL @O4.5`,
    needsServer,
    async ({ relay, arrived }) => {
      expect((await exchange(relay.app, googleRequest(segment))).status).toBe(200);
      const path = `/v1beta/models/${encodeURIComponent(name)}:streamGenerateContent?alt=sse`;
      expect(arrived.map(({ url }) => url)).toEqual([path]);
    },
  );
}

for (const segment of [
  "gemini-3-pro",
  "gemini-2.5-pro%20",
  "gemini-2.5-pro ",
  "%20gemini-2.5-pro",
  "gemini-2.5-pro%09",
  "gemini-2.5-pro%00",
  "GEMINI-2.5-PRO",
  "%EF%BD%87emini-2.5-pro",
  "gemini-2.5-pro%E2%80%8B",
  "潮汐",
  "x/gemini-2.5-pro",
  "x%2fgemini-2.5-pro",
  "x%252Fgemini-2.5-pro",
  "x%5cgemini-2.5-pro",
  "..",
  "%2e%2e",
  "%2E%2E%2Fgemini-2.5-pro",
  "../../v1beta/files",
  "gemini-2.5-pro:countTokens%3f",
  "gemini-2.5-pro%3fkey=1",
  "gemini-2.5-pro%23",
  "gemini-2.5-pro;a=b",
  "",
  "%",
  "%zz",
  "%ff",
  "%C0%AF",
  "%ED%A0%80",
  "a".repeat(201),
  "a".repeat(20_000),
]) {
  const shown = segment.length > 100 ? `of ${segment.length} letters` : JSON.stringify(segment);
  test(
    `a model ${shown} in a path is rejected before anything is sent @O4.5`,
    needsServer,
    async ({ relay, arrived }) => {
      expect((await exchange(relay.app, googleRequest(segment))).status).toBeGreaterThanOrEqual(400);
      expect(arrived).toEqual([]);
    },
  );
}

for (const method of ["DELETE", "PUT", "PATCH", "HEAD", "TRACE", "PROPFIND", "TIDE"]) {
  test(`the method ${method} is rejected before anything is sent @H5.6`, needsServer, async ({ relay, arrived }) => {
    const request = requestOf(method, "/api/openai/v1/models", [withCode]);
    expect((await exchange(relay.app, request)).status).toBeGreaterThanOrEqual(400);
    expect(arrived).toEqual([]);
  });
}

for (const path of [
  "nobody/v1/models",
  "OpenAI/v1/models",
  "__proto__/v1/models",
  "openai%2fv1/models",
  "ollama/tags",
]) {
  test(`/api/${path} does not exist @H5.3`, needsServer, async ({ relay, arrived }) => {
    expect((await exchange(relay.app, requestOf("GET", `/api/${path}`, [withCode]))).status).toBe(404);
    expect(arrived).toEqual([]);
  });
}

test("an event of 10 MB arrives unchanged", needsServer, async ({ relay }) => {
  const content = "潮 \\u6f6e \\ud83c\\udf0a ".repeat(450_000);
  const event = Buffer.from(`data: {"choices":[{"index":0,"delta":{"content":"${content}"}}]}\n\n`);
  expect(event.length).toBeGreaterThan(10_000_000);
  relay.answerWith(async (request, response) => {
    await bodyOf(request);
    response.writeHead(200, { "content-type": "text/event-stream" }).end(event);
  });
  const headers = { authorization: `Bearer nk-${code}`, "content-type": "application/json" };
  const response = await fetch(relay.app.url + chat, { method: "POST", headers, body });
  const digest = (bytes: ArrayBuffer | Buffer) => createHash("sha256").update(new Uint8Array(bytes)).digest("hex");
  expect(digest(await response.arrayBuffer())).toBe(digest(event));
});

function bodyWith(members: string): string {
  return `{${members},"messages":[{"role":"user","content":"${words}"}]}`;
}

function jsonRequest(target: string, content: string): string {
  return requestOf("POST", target, [withCode, json, `content-length: ${Buffer.byteLength(content)}`], content);
}

function googleRequest(segment: string): string {
  return jsonRequest(`/api/google/v1beta/models/${segment}:streamGenerateContent?alt=sse`, '{"contents":[]}');
}
