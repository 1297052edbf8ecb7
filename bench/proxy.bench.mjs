import { once } from "node:events";
import { createServer } from "node:http";
import { startApp } from "./app-server.mjs";
import { medianOf } from "./browser.mjs";
import { longBodies } from "./proxy-bodies.mjs";
import { manyReplies } from "./proxy-load.mjs";

const events = 60;
/** Interval between two events of the provider, in milliseconds. */
const everyMs = 50;
const runs = 3;
/** Number of calls for the first-byte measurement, with and without the relay in turns. */
const calls = 200;
const warmUpCalls = 200;

export default async function proxy() {
  return [...(await oneReply()), ...(await manyReplies()), ...(await longBodies())];
}

/**
 * Measures the relay between a provider and a client in this process, with a shared clock. Measured are the delay of an
 * event, events that arrive together with a later one, the time until the provider notices that the client is gone, and
 * the added time to the first byte.
 */
async function oneReply() {
  let onClose = () => {};
  let answer = send;
  const upstream = createServer((request, response) => {
    request.resume();
    response.on("close", () => onClose());
    void answer(response);
  });
  upstream.listen(0, "127.0.0.1");
  await once(upstream, "listening");
  const provider = `http://127.0.0.1:${upstream.address().port}`;
  const app = await startApp({ OPENAI_API_KEY: "sk-bench", BASE_URL: provider });
  const path = "v1/chat/completions";
  const url = `${app.url}/api/openai/${path}`;
  try {
    await readReply(url);
    const late = [];
    let merged = 0;
    for (let run = 0; run < runs; run++) {
      const reply = await readReply(url);
      late.push(...reply.late);
      merged += reply.merged;
    }
    const gone = [];
    for (let run = 0; run < runs; run++) {
      const closed = new Promise((resolve) => {
        onClose = () => resolve(performance.now());
      });
      const leftAt = await leaveReply(url);
      gone.push((await closed) - leftAt);
    }
    answer = (response) => response.end("data: {}\n\n");
    const added = [];
    for (let call = 0; call < warmUpCalls + calls; call++) {
      const relayed = await firstByteOf(url);
      added.push(relayed - (await firstByteOf(`${provider}/${path}`)));
    }
    const counted = rounded(medianOf(added.slice(warmUpCalls)));
    return [
      { name: `time that the relay adds to the first byte, ${calls} calls`, unit: " ms", bound: 3, ...counted },
      { name: `delay that the relay adds, ${late.length} events`, unit: " ms", bound: 20, ...rounded(medianOf(late)) },
      { name: "events that arrived together with a later one", unit: "", value: merged, bound: 0 },
      {
        name: "until the provider's request ends after the client",
        unit: " ms",
        bound: 1000,
        ...rounded(medianOf(gone)),
      },
    ];
  } finally {
    await app.stop();
    upstream.closeAllConnections();
    upstream.close();
  }
}

async function send(response) {
  response.writeHead(200, { "content-type": "text/event-stream" });
  for (let index = 0; index < events && !response.destroyed; index++) {
    response.write(`data: ${performance.now()}\n\n`);
    await new Promise((resolve) => setTimeout(resolve, everyMs));
  }
  response.end();
}

function ask(url, signal) {
  const body = JSON.stringify({ model: "gpt-4o-mini", stream: true, messages: [{ role: "user", content: "Hello" }] });
  return fetch(url, { method: "POST", headers: { "content-type": "application/json" }, body, signal });
}

async function readReply(url) {
  const response = await ask(url);
  const late = [];
  let merged = 0;
  for await (const text of response.body.pipeThrough(new TextDecoderStream())) {
    const now = performance.now();
    const sentAt = [...text.matchAll(/data: (\S+)/g)].map(([, time]) => Number(time));
    late.push(...sentAt.map((time) => now - time));
    merged += Math.max(0, sentAt.length - 1);
  }
  return { late, merged };
}

/** Returns the time to the first byte of a reply. */
async function firstByteOf(url) {
  const startedAt = performance.now();
  const { body } = await ask(url);
  const reader = body.getReader();
  await reader.read();
  const took = performance.now() - startedAt;
  await reader.read();
  return took;
}

/** Cancels a reply after a few events. Returns the time of that. */
async function leaveReply(url) {
  const client = new AbortController();
  const response = await ask(url, client.signal);
  const reader = response.body.getReader();
  for (let read = 0; read < 3; read++) await reader.read();
  client.abort();
  return performance.now();
}

function rounded({ value, spread }) {
  const round = (number) => Math.round(number * 10) / 10;
  return { value: round(value), spread: spread.map(round) };
}
