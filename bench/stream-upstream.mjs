import { once } from "node:events";
import { createServer } from "node:http";
import { replyOf } from "./stream-reply.mjs";

const usualRate = 1000;
/** Interval at which due tokens are sent, in milliseconds. */
const tickMs = 5;

/**
 * Starts a provider that answers `stream 2000` with that many tokens at a fixed rate, each as one event, `stream` with
 * prepared pieces, and anything else with an error. `ended` resolves when the current reply has been sent; `sent`
 * resolves with the time when the prepared one has.
 */
export async function startStreamUpstream() {
  let ended = Promise.resolve();
  let prepared = null;
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    const question = JSON.parse(body).messages.at(-1).content;
    const count = Number(/^stream (\d+)$/.exec(question)?.[1]);
    const isPrepared = question === "stream" && prepared !== null;
    // Titles and summaries are not measured.
    if (Number.isNaN(count) && !isPrepared) return void response.writeHead(503).end();
    response.writeHead(200, { "content-type": "text/event-stream" });
    if (isPrepared) send(response, prepared.pieces, prepared.rate).then(() => prepared.resolve(Date.now()));
    else ended = send(response, replyOf(count), usualRate);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    ended: () => ended,
    prepare: (pieces, rate) => {
      prepared = { pieces, rate };
      prepared.promise = new Promise((resolve) => {
        prepared.resolve = resolve;
      });
    },
    sent: () => prepared.promise,
    close: () =>
      new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      }),
  };
}

async function send(response, tokens, tokensPerSecond) {
  const startedAt = performance.now();
  let sent = 0;
  while (sent < tokens.length && !response.destroyed) {
    const due = Math.min(tokens.length, Math.ceil(((performance.now() - startedAt) * tokensPerSecond) / 1000));
    for (; sent < due; sent++) response.write(eventOf({ delta: { content: tokens[sent] }, finish_reason: null }));
    await new Promise((resolve) => setTimeout(resolve, tickMs));
  }
  response.write(eventOf({ delta: {}, finish_reason: "stop" }));
  response.end("data: [DONE]\n\n");
  return (performance.now() - startedAt) / 1000;
}

function eventOf(choice) {
  return `data: ${JSON.stringify({ choices: [{ index: 0, ...choice }] })}\n\n`;
}
