import { once } from "node:events";
import { createServer } from "node:http";
import { startApp } from "./app-server.mjs";

/** Bodies that cost a server much more to inspect than to send. */
const bodies = [
  ["99,000 members, which is sent on", bodyOf(99_000)],
  ["300,000 members", bodyOf(300_000)],
  ["20 MB of members", bodyOf(1_250_000)],
  ["20 MB of lists", `{"model":"gpt-4o-mini","messages":[],"x":[${"[],".repeat(6_600_000)}0]}`],
];

/** Measures the longest delay of a small call while the server inspects such a body: nothing else runs meanwhile. */
export async function longBodies() {
  const provider = createServer((request, response) => {
    request.resume();
    request.on("end", () => response.end("{}"));
  });
  provider.listen(0, "127.0.0.1");
  await once(provider, "listening");
  const app = await startApp({
    OPENAI_API_KEY: "sk-bench",
    BASE_URL: `http://127.0.0.1:${provider.address().port}`,
    CUSTOM_MODELS: "-gpt-4",
  });
  try {
    await waitDuring(app.url, "{}");
    const figures = [];
    for (const [name, body] of bodies) {
      const value = Math.round(await waitDuring(app.url, body));
      figures.push({ name: `longest wait of another call, body of ${name}`, unit: " ms", bound: 300, value });
    }
    return figures;
  } finally {
    await app.stop();
    provider.closeAllConnections();
    provider.close();
  }
}

function bodyOf(members) {
  const more = Array.from({ length: members }, (_, index) => `"m${index}":[]`);
  return `{"model":"gpt-4o-mini","messages":[],${more.join()}}`.slice(0, 20_000_000);
}

/** Returns the longest time of a small call until a large one is answered, in milliseconds. */
async function waitDuring(url, body) {
  let isOver = false;
  const headers = { "content-type": "application/json" };
  const large = fetch(`${url}/api/openai/v1/chat/completions`, { method: "POST", headers, body })
    .then((response) => response.text())
    .finally(() => {
      isOver = true;
    });
  let longest = 0;
  while (!isOver) {
    const from = performance.now();
    await (await fetch(`${url}/api/config`)).text();
    longest = Math.max(longest, performance.now() - from);
  }
  await large;
  return longest;
}
