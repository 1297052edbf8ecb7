import { execFileSync } from "node:child_process";
import { startNginx } from "../support/nginx-peer";
import { startRedis } from "../support/redis-peer";
import { startApp } from "./support/app-server";
import { expect, needsNode, serverKey, test } from "./support/fixtures";

const instances = 3;
const streams = 30;
const perMinute = 100;
const calls = 400;
const codes = { harbour: { perMinute }, lighthouse: { name: "Without a limit of calls" } };

/** Asks through nginx with a code. */
function ask(origin: string, code: string, content: string): Promise<Response> {
  return fetch(`${origin}/api/openai/v1/chat/completions`, {
    method: "POST",
    headers: { authorization: `Bearer nk-${code}`, "content-type": "application/json" },
    body: JSON.stringify({ model: "gpt-4o-mini", stream: true, messages: [{ role: "user", content }] }),
  });
}

/** Reads the rest of a stream. Returns whether it ended as the provider ended it. */
async function isWhole(reader: ReadableStreamDefaultReader<string>): Promise<boolean> {
  let text = "";
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) text += read.value;
  } catch {
    return false;
  }
  return text.includes("goes out.") && text.includes("[DONE]");
}

test(
  "three instances behind nginx share limits, and a killed one ends only its own replies",
  needsNode,
  async ({ build, provider }) => {
    test.setTimeout(120_000);
    const redis = await startRedis();
    const settings = {
      OPENAI_API_KEY: serverKey,
      BASE_URL: provider.url,
      CODE: Object.keys(codes).join(),
      CODE_LIMITS: JSON.stringify(codes),
      REDIS_URL: redis.url,
      TRUST_PROXY: "1",
    };
    const apps = await Promise.all(Array.from({ length: instances }, () => startApp(build, settings)));
    const nginx = await startNginx(apps.map(({ url }) => Number(new URL(url).port)));
    const origin = `http://127.0.0.1:${nginx.port}`;
    try {
      // A limit holds for all instances together.
      const answers = await Promise.all(Array.from({ length: calls }, () => ask(origin, "harbour", "Hello")));
      const passed = answers.filter(({ status }) => status === 200);
      const refused = answers.filter(({ status }) => status === 429);
      expect([passed.length, refused.length]).toEqual([perMinute, calls - perMinute]);
      expect(Number(refused[0]?.headers.get("retry-after"))).toBeGreaterThan(0);
      await Promise.all(answers.map((answer) => answer.text()));

      // The first part of a reply arrives before the provider has sent the rest: nothing is buffered.
      const readers: ReadableStreamDefaultReader<string>[] = [];
      for (let stream = 0; stream < streams; stream++) {
        const { body } = await ask(origin, "lighthouse", "recites");
        const reader = (body as ReadableStream<Uint8Array<ArrayBuffer>>)
          .pipeThrough(new TextDecoderStream())
          .getReader();
        let text = "";
        while (!text.includes("comes in.")) text += (await reader.read()).value ?? "";
        readers.push(reader);
      }
      const [killed] = apps;
      // The server is a process of the one that was started.
      execFileSync("pkill", ["-KILL", "-P", String(killed?.pid)]);
      await provider.release();
      const whole = await Promise.all(readers.map(isWhole));
      // Connections are distributed evenly, so the killed instance had a third of them.
      expect(whole.filter((isEnded) => isEnded)).toHaveLength(streams - streams / instances);

      // The others serve all further calls.
      const later = await Promise.all(Array.from({ length: instances * 2 }, () => ask(origin, "lighthouse", "Again")));
      expect(later.map(({ status }) => status)).toEqual(later.map(() => 200));
      for (const answer of later) expect(await answer.text()).toContain("You said: Again");
    } finally {
      await nginx.stop();
      await Promise.all(apps.map((app) => app.stop()));
      await redis.stop();
    }
  },
);
