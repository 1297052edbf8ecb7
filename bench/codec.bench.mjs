import { register } from "node:module";
import { medianOf } from "./browser.mjs";
import { longStreams } from "./codec-streams.mjs";

const runs = 5;
/** Size of a network chunk in bytes, as from a network that is faster than the reader. */
const chunkBytes = 65_536;

/**
 * Measures how much of a stream one core processes: bytes become server events, then reply events, then the reply. In
 * processor time, which other programs affect less. Parsing only the JSON is the lower bound.
 */
export default async function codec() {
  register("./typescript-hooks.mjs", import.meta.url);
  const { providers } = await import("../lib/providers/registry.ts");
  const { readAnswer } = await import("../lib/engine/read-answer.ts");
  const { emptyReply, foldReply } = await import("../lib/chat/reply.ts");

  async function read(bytes, chat) {
    const reading = { codec: chat, signal: new AbortController().signal };
    let reply = emptyReply;
    for await (const event of readAnswer(responseOf(bytes), reading)) reply = foldReply(reply, event);
    return reply;
  }

  const figures = [];
  for (const { name, provider, model, bytes, text } of longStreams()) {
    const chat = await providers[provider].chat(model);
    const reply = await read(bytes, chat);
    if (!reply.text.startsWith(text) || reply.finish !== "stop") throw new Error(`${name} was read as something else.`);
    const payloads = bytes.toString().match(/(?<=^data: )\{.*$/gm);
    figures.push(
      { name: `${name}, read`, unit: " MB/s", atLeast: 50, ...(await speedOf(() => read(bytes, chat), bytes)) },
      { name: `${name}, its JSON alone`, unit: " MB/s", ...(await speedOf(() => parseAll(payloads), bytes)) },
    );
  }
  return figures;
}

function responseOf(bytes) {
  let sent = 0;
  const body = new ReadableStream({
    pull(controller) {
      if (sent >= bytes.length) return controller.close();
      controller.enqueue(bytes.subarray(sent, sent + chunkBytes));
      sent += chunkBytes;
    },
  });
  return new Response(body, { headers: { "content-type": "text/event-stream" } });
}

function parseAll(payloads) {
  for (const payload of payloads) JSON.parse(payload);
}

/** Returns the median speed of a function on these bytes, in megabytes per second of processor time. */
async function speedOf(work, bytes) {
  const speeds = [];
  for (let run = 0; run < runs; run++) {
    const before = process.cpuUsage();
    await work();
    const { user, system } = process.cpuUsage(before);
    speeds.push(bytes.length / (user + system));
  }
  const { value, spread } = medianOf(speeds);
  return { value: Math.round(value), spread: spread.map(Math.round) };
}
