/** @jest-environment node */
import { nanoid } from "nanoid";
import type { CodeRights } from "@/lib/server/codes/code-rights";
import { signCode } from "@/lib/server/codes/signed-code";
import { serverEnvironment } from "@/lib/server/environment";
import { relayRoute } from "@/lib/server/relay-route";
import { type RedisPeer, startRedis } from "@/test/support/redis-peer";
import { testServer } from "@/test/support/test-server";

const secret = "a secret of the tests 0123456789 abcdefghij";
const formerSecret = "the former secret of the tests 0123456789";

type Instance = ReturnType<typeof testServer>;

let redis: RedisPeer;
const instances: Instance[] = [];

beforeAll(async () => {
  redis = await startRedis();
});

afterAll(async () => {
  for (const instance of instances) await stop(instance);
  await redis.stop();
});

/** Starts an instance with a connection of its own. Its provider sends replies with 30 tokens, or never ends them. */
function start({ endsReplies = true } = {}): Instance {
  const fetch = async () => {
    const usage = { prompt_tokens: 10, completion_tokens: 20, total_tokens: 30 };
    const choices = [{ index: 0, delta: { content: "Tide" }, finish_reason: "stop" }];
    const events = [{ choices }, { choices: [], usage }].map((event) => `data: ${JSON.stringify(event)}\n\n`);
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        for (const event of [...events, "data: [DONE]\n\n"]) controller.enqueue(new TextEncoder().encode(event));
        if (endsReplies) controller.close();
      },
    });
    return new Response(body, { headers: { "content-type": "text/event-stream" } });
  };
  const variables = {
    CODE_SECRET: `${secret},${formerSecret}`,
    ACME_API_KEY: "sk-server",
    REDIS_URL: redis.url,
    TRUST_PROXY: "1",
  };
  // A busy machine may need longer than the server waits for Redis, and would count without it.
  const delay = (ms: number) => serverEnvironment.delay(ms * 100);
  const instance = testServer({ ...serverEnvironment, fetch, delay }, variables);
  instances.push(instance);
  return instance;
}

async function stop({ usage }: Instance): Promise<void> {
  await (await usage.store()).close();
}

function codeOf(id: string, rights: Partial<CodeRights>, signedWith = secret): string {
  return signCode({ id, issued: Math.floor(Date.now() / 1000), rights: { features: [], ...rights } }, signedWith);
}

/** Sends a code as one of many clients: each has its address, and some are programs with another header. */
function ask(instance: Instance, code: string, client: number): Promise<Response> {
  const credential: Record<string, string> =
    client % 3 === 0 ? { "x-api-key": `nk-${code}` } : { authorization: `Bearer nk-${code}` };
  const body = JSON.stringify({ model: "gpt-4", messages: [{ role: "user", content: "Tide?" }], stream: true });
  const request = new Request("http://chat.example/api/acme/v1/chat/completions", {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "content-length": String(body.length),
      "x-forwarded-for": `198.51.100.${client % 250}`,
      "user-agent": `client ${client}`,
      ...credential,
    },
    body,
  });
  return relayRoute(request, "acme", ["v1", "chat", "completions"], instance);
}

/** Returns the numbers of responses by status and code of the refusal. */
async function outcomes(asked: Iterable<Promise<Response>>): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const response of await Promise.all(asked)) {
    const text = await response.text();
    const outcome = response.status === 200 ? "passed" : JSON.parse(text).error.code;
    counts[outcome] = (counts[outcome] ?? 0) + 1;
  }
  return counts;
}

/** Sends codes from many clients at once, in turns to the instances. */
function askAll(used: readonly Instance[], codes: readonly string[], count: number): Promise<Record<string, number>> {
  const numbers = Array.from({ length: count }, (_, client) => client);
  const picked = <T>(list: readonly T[], index: number): T => list[index % list.length] as T;
  return outcomes(numbers.map((client) => ask(picked(used, client), picked(codes, client), client)));
}

const newId = () =>
  nanoid(12)
    .toLowerCase()
    .replace(/[^\da-z]/g, "0");

test("a code at many clients has one limit of calls, at all instances and after one has restarted @C3.7", async () => {
  const [one, other] = [start(), start()];
  const code = codeOf(newId(), { perMinute: 40 });
  expect(await askAll([one, other], [code], 120)).toEqual({ passed: 40, "code-per-minute": 80 });
  await stop(one);
  expect(await askAll([start(), other], [code], 20)).toEqual({ "code-per-minute": 20 });
});

test("a code that was signed again, or with the former secret, has the same counts as its first copy @C3.7", async () => {
  const id = newId();
  const copies = [
    codeOf(id, { perMinute: 40 }),
    codeOf(id, { perMinute: 40, name: "Ada", tokensPerDay: 1_000_000 }),
    codeOf(id, { perMinute: 40 }, formerSecret),
  ];
  expect(await askAll([start(), start()], copies, 120)).toEqual({ passed: 40, "code-per-minute": 80 });
});

test("tokens that many clients have used with a code are used up for all, after a restart, too @C3.7", async () => {
  const [one, other] = [start(), start()];
  // A reply uses 30 tokens up, and more are reserved until it has ended: so 20 replies pass at most, and few at once.
  const code = codeOf(newId(), { tokensPerDay: 600, atOnce: 100 });
  const first = await askAll([one, other], [code], 60);
  expect(first.passed).toBeGreaterThanOrEqual(1);
  expect(first.passed).toBeLessThanOrEqual(20);
  expect(first["code-tokens-day"]).toBe(60 - (first.passed ?? 0));
  for (let used = first.passed ?? 0; used < 20; used++)
    expect((await ask(other, code, used).then(read)).status).toBe(200);
  await stop(one);
  expect(await askAll([start(), other], [code], 30)).toEqual({ "code-tokens-day": 30 });
});

test("replies of many clients at once fill the places of one code, also those of an instance that restarts @C3.7", async () => {
  const [one, other] = [start({ endsReplies: false }), start({ endsReplies: false })];
  const code = codeOf(newId(), { atOnce: 5 });
  const responses = await Promise.all(
    Array.from({ length: 30 }, (_, client) => ask(client % 2 === 0 ? one : other, code, client)),
  );
  const opened = responses.filter(({ status }) => status === 200);
  expect([opened.length, new Set(responses.map(({ status }) => status))]).toEqual([5, new Set([200, 429])]);
  // The killed instance has released nothing: its places end with their time, and no earlier.
  await stop(one);
  expect(await askAll([start(), other], [code], 20)).toEqual({ "code-at-once": 20 });
  for (const { body } of opened) await body?.cancel();
});

async function read(response: Response): Promise<Response> {
  await response.text();
  return response;
}
