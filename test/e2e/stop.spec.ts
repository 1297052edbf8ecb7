import { startUpstream } from "../support/local-upstream";
import { startApp } from "./support/app-server";
import { expect, needsNode, test } from "./support/fixtures";

test("a server that is stopped lets its replies end and accepts no new calls", needsNode, async ({ build }) => {
  let end: () => void = () => undefined;
  const upstream = await startUpstream((_request, response) => {
    response.writeHead(200, { "content-type": "text/event-stream" }).write("data: one\n\n");
    end = () => response.end("data: two\n\n");
  });
  const app = await startApp(build, { OPENAI_API_KEY: "sk-server", BASE_URL: upstream.url });
  try {
    const probes = await Promise.all(["health", "ready"].map((probe) => fetch(`${app.url}/api/${probe}`)));
    expect(await Promise.all(probes.map((probe) => probe.json()))).toEqual([{ status: "ok" }, { status: "ready" }]);
    const reply = await fetch(`${app.url}/api/openai/v1/chat/completions`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ model: "gpt-4o-mini", messages: [], stream: true }),
    });
    const stopped = app.stop();
    const isListening = () =>
      fetch(`${app.url}/api/health`).then(
        () => true,
        () => false,
      );
    await expect.poll(isListening).toBe(false);
    end();
    expect(await reply.text()).toBe("data: one\n\ndata: two\n\n");
    await stopped;
  } finally {
    await app.stop();
    await upstream.close();
  }
});
