import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { bodyOf, type LocalUpstream, startUpstream } from "../support/local-upstream";
import { type AppServer, noWayOut, startApp } from "./support/app-server";
import { expect, needsNode, serverKey, test } from "./support/fixtures";

const code = "canary-code-harbour-lamp";
const headerKey = "canary-key-of-the-receiver";
const modules = {
  NODE_OPTIONS: `${noWayOut.NODE_OPTIONS} --import ${new URL("./support/loaded-files.mjs", import.meta.url)}`,
};

/** Sends a call that has a canary wherever a caller can write one. */
function ask(app: AppServer, content: string, path = "v1/chat/completions"): Promise<Response> {
  return fetch(`${app.url}/api/openai/${path}?canary-query=1`, {
    method: "POST",
    headers: { authorization: `Bearer nk-${code}`, "content-type": "application/json", "x-canary": "canary-header" },
    body: JSON.stringify({ model: "gpt-4o-mini", stream: true, messages: [{ role: "user", content }] }),
  });
}

/** Returns the files that the server has loaded and that contain OpenTelemetry's tracer or exporter. Next loads its own copy of the API. */
async function loadedTelemetry({ pid, log }: AppServer): Promise<string[]> {
  // The server is a process of the one that was started.
  process.kill(Number(execFileSync("ps", ["-o", "pid=", "--ppid", String(pid)], { encoding: "utf8" })), "SIGUSR2");
  await expect.poll(log).toContain("Loaded all.");
  const files = [...log().matchAll(/^Loaded (\/.+)$/gm)].map(([, file = ""]) => file);
  expect(files.length).toBeGreaterThan(100);
  return files.filter((file) => /BatchSpanProcessor/.test(readFileSync(file, "utf8")));
}

interface Attribute {
  readonly key: string;
  readonly value: Readonly<Record<string, unknown>>;
}

interface Span {
  readonly name: string;
  readonly attributes: readonly Attribute[];
}

function spansOf(bodies: readonly string[]): { readonly name: string; readonly facts: Record<string, unknown> }[] {
  const spans: Span[] = bodies.flatMap((body) =>
    JSON.parse(body).resourceSpans.flatMap(({ scopeSpans }: { scopeSpans: { spans: Span[] }[] }) =>
      scopeSpans.flatMap((scope) => scope.spans),
    ),
  );
  return spans.map(({ name, attributes }) => ({
    name,
    facts: Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]])),
  }));
}

test("without a receiver of traces, none of their code is loaded", needsNode, async ({ build, provider }) => {
  const settings = { OPENAI_API_KEY: serverKey, BASE_URL: provider.url, CODE: code, ...modules };
  const app = await startApp(build, settings);
  try {
    await (await ask(app, "canary-prompt")).text();
    expect(await loadedTelemetry(app)).toEqual([]);
  } finally {
    await app.stop();
  }
});

test(
  "a receiver gets a span of each relayed call, and no key, code, text or query @L6.1",
  needsNode,
  async ({ build, provider }) => {
    const bodies: string[] = [];
    const received: string[] = [];
    const receiver = await startUpstream(async (request, response) => {
      const body = await bodyOf(request);
      bodies.push(body);
      received.push(JSON.stringify([request.url, request.headers, body]));
      response.writeHead(200, { "content-type": "application/json" }).end("{}");
    });
    const app = await startApp(build, {
      OPENAI_API_KEY: serverKey,
      BASE_URL: provider.url,
      CODE: code,
      CODE_LIMITS: JSON.stringify({ [code]: { name: "canary-name", tokensPerDay: 100_000 } }),
      OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
      OTEL_EXPORTER_OTLP_HEADERS: `authorization=Bearer%20${headerKey}`,
      ...modules,
    });
    try {
      expect(await (await ask(app, "canary-prompt")).text()).toContain("canary-prompt");
      expect((await ask(app, "canary-prompt", "v1/canary-path")).status).toBe(403);
      expect(await loadedTelemetry(app)).not.toEqual([]);
    } finally {
      // The last traces are sent before the server ends.
      await app.stop();
      await receiver.close();
    }
    const named = { "http.request.method": "POST", "gen_ai.provider.name": "openai" };
    expect(spansOf(bodies)).toEqual([
      {
        name: "POST /api/openai/v1/chat/completions",
        facts: {
          ...named,
          "http.route": "/api/openai/v1/chat/completions",
          "http.response.status_code": 200,
          "parley.first_byte_ms": expect.any(Number),
          "gen_ai.request.model": "gpt-4o-mini",
          "gen_ai.usage.input_tokens": expect.any(Number),
          "gen_ai.usage.output_tokens": expect.any(Number),
        },
      },
      {
        name: "POST /api/openai/{path}",
        facts: {
          ...named,
          "http.route": "/api/openai/{path}",
          "http.response.status_code": 403,
          "error.type": "path-not-relayed",
        },
      },
    ]);
    const everything = received.join("").replaceAll(headerKey, "");
    for (const canary of ["canary", serverKey, code]) expect(everything).not.toContain(canary);
    expect(app.log()).not.toContain("canary");
  },
);

test("a receiver that is down, hangs or fails delays no call", needsNode, async ({ build, provider }) => {
  test.setTimeout(120_000);
  let mode: "hang" | "fail" = "hang";
  const receiver: LocalUpstream = await startUpstream((_request, response) => {
    if (mode === "fail") response.writeHead(500).end("canary-refusal");
  });
  const settings = (url: string) => ({
    OPENAI_API_KEY: serverKey,
    BASE_URL: provider.url,
    CODE: code,
    OTEL_EXPORTER_OTLP_ENDPOINT: url,
  });
  const app = await startApp(build, settings(receiver.url));
  try {
    for (const next of ["hang", "fail", "down"] as const) {
      if (next === "down") await receiver.close();
      else mode = next;
      const arrived = receiver.arrived.length;
      const answers = await Promise.all(Array.from({ length: 50 }, async () => (await ask(app, "Hello")).text()));
      expect(answers.filter((answer) => answer.includes("[DONE]"))).toHaveLength(50);
      if (next !== "down") await expect.poll(() => receiver.arrived.length).toBeGreaterThan(arrived);
      // Calls are relayed while batches wait for the receiver.
      expect(await (await ask(app, "Again")).text()).toContain("[DONE]");
    }
    await expect.poll(app.log).toContain("Traces: the receiver at OTEL_EXPORTER_OTLP_ENDPOINT cannot be reached");
  } finally {
    await app.stop();
  }
  expect(app.log()).not.toContain("canary");
});
