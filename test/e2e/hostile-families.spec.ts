import { connect, type Socket } from "node:net";
import fc from "fast-check";
import { bodyOf } from "../support/local-upstream";
import { weigh, weighed } from "./support/app-server";
import { test as base, expect, needsNode, serverKey } from "./support/fixtures";
import { code, families, goodBody, goodCall, maxBodyBytes, words } from "./support/hostile-requests";
import { exchange, requestOf } from "./support/raw-requests";
import { type Relay, startRelay, steadyProvider } from "./support/relay";

/** The bodies that have reached the provider. */
type Arrived = readonly string[];

const test = base.extend<{ arrived: Arrived }, { relay: Relay }>({
  relay: [
    async ({ build }, use) => {
      const relay = await startRelay(build, () => ({
        ...weighed,
        CODE: code,
        OPENAI_API_KEY: serverKey,
        CUSTOM_MODELS: "-all,+gpt-4o-mini",
        MAX_BODY_BYTES: String(maxBodyBytes),
      }));
      await use(relay);
      await relay.stop();
    },
    { scope: "worker" },
  ],
  arrived: async ({ relay }, use) => {
    const arrived: string[] = [];
    relay.answerWith(async (request, response) => {
      arrived.push(await bodyOf(request));
      response.writeHead(200, { "content-type": "application/json" }).end("{}");
    });
    await use(arrived);
  },
});

/** What stands in no log, and the traces and complaints of what was taken unawares. */
const unsaid = new RegExp([code, "sk-", words, "tide", "other.example", "\\bat \\S+", "Error", "unexpected"].join("|"));

test.afterEach(async ({ relay }) => {
  // Whatever came before, a call that is as it should be is answered.
  relay.answerWith((_request, response) => void response.end("{}"));
  expect((await exchange(relay.app, goodCall())).status).toBe(200);
  expect(relay.app.log()).not.toMatch(unsaid);
});

for (const [family, requests] of Object.entries(families)) {
  test(
    `hostile ${family} are rejected, each with its status @H5.3 @H5.6 @L6.1 @S5`,
    needsNode,
    async ({ relay, arrived }) => {
      const answered: [string, number][] = [];
      for (const { name, request, isCut } of requests) {
        const { status, answer } = await exchange(relay.app, request, isCut);
        answered.push([name, status]);
        expect(answer).not.toMatch(/other\.example|127\.0\.0\.1|open-sesame|words of a person/);
      }
      expect(answered).toEqual(requests.map(({ name, status }) => [name, status]));
      expect(arrived).toEqual([]);
    },
  );
}

const anyByte = fc.integer({ min: 0, max: 255 });

test("no bytes in a caller's body make the server fail @H5.6 @L6.1", needsNode, async ({ relay }) => {
  const whole = goodCall();
  const change = fc.record({ at: fc.nat(whole.length), gone: fc.nat(8), come: fc.uint8Array({ maxLength: 8 }) });
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 4 }), async (changes) => {
      let request = whole;
      for (const { at, gone, come } of changes) {
        request = Buffer.concat([request.subarray(0, at), come, request.subarray(at + gone)]);
      }
      // Who ends its side may be left without an answer. A code that is none any more is an own key, for a host that
      // cannot be reached from here (502).
      expect((await exchange(relay.app, request, true)).answer).not.toMatch(/^HTTP\/1\.1 50[^2]/);
    }),
    { numRuns: 300 },
  );
});

test("no bytes in a URL or a header make the server fail @H5.6 @L6.1", needsNode, async ({ relay }) => {
  const text = fc.array(anyByte, { maxLength: 40 }).map((bytes) => Buffer.from(bytes).toString("latin1"));
  const line = text.map((bytes) => bytes.replace(/[\r\n]/g, ""));
  const start = fc.constantFrom(
    "/",
    "/api/",
    "/api/openai/",
    "/api/openai/v1/models?",
    "/_next/",
    "/chat?",
    "/artifacts/",
  );
  const name = fc.constantFrom("accept", "cookie", "rsc", "next-router-state-tree", "x-forwarded-for", "authorization");
  await fc.assert(
    fc.asyncProperty(start, line, name, line, async (path, rest, header, value) => {
      const head = requestOf("GET", path + rest.replaceAll(" ", ""), [`${header}: ${value}`]);
      // A word that stands for an own key is one, for a host that cannot be reached from here (502).
      const { answer } = await exchange(relay.app, Buffer.from(head, "latin1"));
      expect(answer).toMatch(/^HTTP\/1\.1 ([234]\d\d|502) /);
    }),
    { numRuns: 300 },
  );
});

test("a body that arrives byte by byte is forwarded completely", needsNode, async ({ relay, arrived }) => {
  const socket = await opened(relay);
  const answer = answerOf(socket);
  socket.setNoDelay(true);
  for (const byte of goodCall()) {
    await new Promise<void>((resolve) => socket.write(Buffer.of(byte), () => setImmediate(resolve)));
  }
  expect(await answer).toMatch(/^HTTP\/1\.1 200 /);
  expect(arrived).toEqual([goodBody()]);
});

test("callers that disconnect in mid-stream end the provider's work", needsNode, async ({ relay }) => {
  for (let caller = 0; caller < 20; caller++) {
    const provider = steadyProvider();
    relay.answerWith(provider.answer);
    const socket = await opened(relay);
    const first = new Promise((resolve) => socket.once("data", resolve));
    socket.write(goodCall());
    await first;
    socket.resetAndDestroy();
    await provider.closed;
  }
});

test("ten thousand idle connections are closed, and their memory is released", needsNode, async ({ relay }) => {
  const megabytesBefore = await weigh(relay.app);
  const silent = await openMany(relay, 10_000);
  if (silent.length < 10_000) {
    const description = `${silent.length} connections: this computer allows no more open files.`;
    test.info().annotations.push({ type: "fewer", description });
  }
  const slow = silent.splice(0, 100);
  for (const socket of slow) socket.write("GET / HTTP/1.1\r\nhost: 127.0.0.1\r\nx-sl");
  const answers = Promise.all(slow.map(answerOf));
  const ends = Promise.all(silent.map(answerOf));
  expect((await exchange(relay.app, goodCall())).status).toBe(200);
  const statuses = (await answers).map((answer) => answer.split("\r\n")[0]);
  expect([...new Set(statuses)]).toEqual(["HTTP/1.1 408 Request Timeout"]);
  await ends;
  // The server learns a moment later than the callers that a connection is over.
  await expect.poll(async () => (await weigh(relay.app)) - megabytesBefore).toBeLessThan(10);
});

/** Opens so many connections, or as many as there may be. */
async function openMany(relay: Relay, count: number): Promise<Socket[]> {
  const sockets: Socket[] = [];
  while (sockets.length < count) {
    const batch = await Promise.allSettled(Array.from({ length: 250 }, () => opened(relay)));
    const open = batch.flatMap((result) => (result.status === "fulfilled" ? [result.value] : []));
    sockets.push(...open);
    if (open.length < batch.length) break;
  }
  return sockets;
}

function opened({ app }: Relay): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(app.url).port), "127.0.0.1", () => resolve(socket));
    socket.once("error", reject);
  });
}

/** Returns all that comes until the connection ends. */
function answerOf(socket: Socket): Promise<string> {
  return new Promise((resolve) => {
    let answer = "";
    socket.on("data", (bytes) => (answer += String(bytes)));
    socket.on("error", () => undefined);
    socket.on("close", () => resolve(answer));
  });
}
