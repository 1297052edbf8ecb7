import { createServer } from "node:http";

// A provider in a separate process, with little overhead. Each reply has as many events as the question requests, one
// every `everyMs`, and one with the usage if it is requested. An event contains the time it was sent, in microseconds of the clock that all processes share.
const everyMs = Number(process.argv[2]);
const replies = new Set();

const server = createServer(async (request, { socket }) => {
  let body = "";
  for await (const chunk of request) body += chunk;
  socket.write(
    "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ntransfer-encoding: chunked\r\nconnection: close\r\n\r\n",
  );
  // Random offsets, so that the replies are not due at the same moment.
  const dueAt = now() + Math.random() * everyMs * 1000;
  const { messages, stream_options } = JSON.parse(body);
  const tokens = Number(messages[0].content);
  const usage = stream_options?.include_usage ? usageEvent(tokens) : "";
  const reply = { socket, left: tokens, dueAt, usage };
  replies.add(reply);
  socket.on("close", () => replies.delete(reply));
});

setInterval(() => {
  for (const reply of replies) {
    for (; reply.dueAt <= now() && reply.left > 0; reply.left--) {
      reply.dueAt += everyMs * 1000;
      reply.socket.write(chunkOf(eventOf(now())));
    }
    if (reply.left > 0) continue;
    replies.delete(reply);
    reply.socket.end(`${chunkOf(`${reply.usage}data: [DONE]\n\n`)}0\r\n\r\n`);
  }
}, 1);

function now() {
  return Math.round(Number(process.hrtime.bigint()) / 1000);
}

/** Returns an event of the size of OpenAI's. */
function eventOf(content) {
  const choice = `{"index":0,"delta":{"content":"${content}"},"logprobs":null,"finish_reason":null}`;
  return `data: {"id":"chatcmpl-000000000000000000000000000","object":"chat.completion.chunk","created":1795132800,"model":"gpt-4o-mini","service_tier":"default","system_fingerprint":"fp_0000000000","choices":[${choice}]}\n\n`;
}

function usageEvent(tokens) {
  const usage = { prompt_tokens: 10, completion_tokens: tokens, total_tokens: 10 + tokens };
  return `data: ${JSON.stringify({ id: "chatcmpl-0", model: "gpt-4o-mini", choices: [], usage })}\n\n`;
}

function chunkOf(text) {
  return `${text.length.toString(16)}\r\n${text}\r\n`;
}

server.listen(0, "127.0.0.1", () => process.send(`http://127.0.0.1:${server.address().port}`));
