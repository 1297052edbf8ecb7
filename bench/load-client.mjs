import { randomBytes } from "node:crypto";
import { connect } from "node:net";

// Clients in a separate process, with little overhead: they read many replies from plain sockets at once. Each token
// contains the time it was sent, which gives its delay. The replies are requested with an access code if one is given. With `resumable`, each has a key
// with which it is stored.
const [address, streams, tokens, code, kind] = process.argv.slice(2);
const { hostname, port, pathname, host } = new URL(address);
const body = JSON.stringify({ model: "gpt-4o-mini", stream: true, messages: [{ role: "user", content: tokens }] });
const lines = [
  `POST ${pathname} HTTP/1.1`,
  `host: ${host}`,
  "content-type: application/json",
  `content-length: ${body.length}`,
  "connection: close",
  ...(code ? [`authorization: Bearer nk-${code}`] : []),
];

const mark = '"content":"';

const late = [];
await Promise.all(Array.from({ length: Number(streams) }, (_, number) => readReply(number)));
late.sort((one, other) => one - other);
const lateness = (share) => late[Math.min(late.length - 1, Math.floor(late.length * share))] / 1000;
const { user, system } = process.cpuUsage();
process.send({
  tokens: late.length,
  median: lateness(0.5),
  latePart: lateness(0.99),
  latest: lateness(1),
  cpuSeconds: (user + system) / 1e6,
});

function request() {
  const random = (bytes) => randomBytes(bytes).toString("base64url");
  const key = kind === "resumable" ? [`x-reply-key: ${random(16)}.${random(32)}`] : [];
  return [...lines, ...key, "", body].join("\r\n");
}

/** Reads one reply to its end. The replies start spread over a second, as users do not ask at the same moment. */
async function readReply(number) {
  await new Promise((resolve) => setTimeout(resolve, (number * 1000) / streams));
  await new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => socket.write(request()));
    let rest = "";
    socket.setEncoding("latin1");
    socket.on("data", (text) => {
      const now = Number(process.hrtime.bigint()) / 1000;
      const texts = (rest + text).split("\n");
      rest = texts.pop();
      for (const line of texts) {
        const at = line.indexOf(mark);
        if (at >= 0) late.push(now - Number.parseInt(line.slice(at + mark.length), 10));
      }
    });
    socket.on("close", resolve);
    socket.on("error", reject);
  });
}
