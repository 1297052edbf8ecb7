import fc from "fast-check";
import { askWhole } from "@/lib/engine/send-call";
import { keysIn } from "@/lib/providers/several-keys";
import { fakeEnvironment } from "@/test/support/fake-environment";

test.each([
  ["", []],
  ["sk-12345678", ["sk-12345678"]],
  ["sk-12345678, sk-abcdefgh,sk-12345678,", ["sk-12345678", "sk-abcdefgh"]],
  ["user,password-12", ["user,password-12"]],
])("the keys in %j are %j", (value, keys) => {
  expect(keysIn(value)).toEqual(keys);
});

let host = 0;

/** Sends a call to a new host that answers each key with a response. Returns the keys that were sent, and the result. */
async function ask(answers: readonly (readonly [status: number, body?: string])[], calls = 1) {
  const sent: string[] = [];
  const keys = answers.map((_, index) => `key-${index}`);
  const env = {
    ...fakeEnvironment(),
    fetch: async (_url: RequestInfo | URL, init?: RequestInit) => {
      const key = new Headers(init?.headers).get("authorization") ?? "";
      sent.push(key);
      const [status, body = "{}"] = answers[keys.indexOf(key)] ?? [500];
      return new Response(body, { status });
    },
  };
  const headersOf = (key: string) => ({ authorization: key });
  const connection = { otherKeys: keys.slice(1).map(headersOf) };
  const url = `https://host-${host++}.example/v1/models`;
  const call = { method: "GET", url, headers: { "x-a": "1", ...headersOf("key-0") } } as const;
  let status = 0;
  for (let round = 0; round < calls; round++) {
    ({ status } = await askWhole(call, { connection, env, timeoutMs: 1000, maxChars: 1000 }));
  }
  return { sent, status };
}

test.each([
  ["an accepted key", [[200], [200]], ["key-0"], 200],
  ["a rejected key", [[401], [200]], ["key-0", "key-1"], 200],
  ["keys without credit and over a limit", [[402], [429], [200]], ["key-0", "key-1", "key-2"], 200],
  [
    "a key that is rejected with 400",
    [
      [400, '{"error":{"message":"API key not valid. Please pass a valid API key.","status":"INVALID_ARGUMENT"}}'],
      [200],
    ],
    ["key-0", "key-1"],
    200,
  ],
  ["an invalid request", [[400, '{"error":{"message":"max_tokens is too large"}}'], [200]], ["key-0"], 400],
  ["a failing server", [[500], [200]], ["key-0"], 500],
  ["keys that are all refused", [[401], [429]], ["key-0", "key-1"], 429],
  ["a single refused key", [[401]], ["key-0"], 401],
] as const)("with %s, the call ends with the right response", async (_name, answers, sent, status) => {
  expect(await ask(answers)).toEqual({ sent, status });
});

test("later calls begin with the key that was accepted last", async () => {
  expect(await ask([[401], [200]], 3)).toEqual({ sent: ["key-0", "key-1", "key-1", "key-1"], status: 200 });
});

test("the body of an error that another key would not solve is still there", async () => {
  const env = { ...fakeEnvironment(), fetch: async () => new Response("too long a prompt", { status: 400 }) };
  const connection = { otherKeys: [{ authorization: "b" }] };
  const call = { method: "POST", url: "https://body.example/", headers: {}, body: "{}" } as const;
  const response = await askWhole(call, { connection, env, timeoutMs: 1000, maxChars: 1000 });
  expect(response).toMatchObject({ status: 400, body: "too long a prompt" });
});

test("a call is sent at most five times, and never twice with the same key", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom(200, 401, 403, 429, 500), { minLength: 1, maxLength: 8 }),
      async (statuses) => {
        const { sent, status } = await ask(statuses.map((each) => [each]));
        expect(new Set(sent).size).toBe(sent.length);
        expect(sent.length).toBeLessThanOrEqual(5);
        expect(status).toBe(statuses[sent.length - 1]);
      },
    ),
    { numRuns: 50 },
  );
});
