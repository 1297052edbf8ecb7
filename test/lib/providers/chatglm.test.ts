import fc from "fast-check";
import type { ChatEvent } from "@/lib/chat/event";
import type { ChatRequest } from "@/lib/chat/request";
import { openChat } from "@/lib/engine/open-chat";
import { chatglm } from "@/lib/providers/chatglm";
import type { WholeResponse } from "@/lib/providers/provider";
import { fakeEnvironment } from "@/test/support/fake-environment";

const connection = { baseUrl: "https://open.bigmodel.cn", headers: { Authorization: "Bearer k" } };
const messages = [{ role: "user", content: "A kite" }] as const;
const image = { size: "768x1344", quality: "hd", style: "natural" } as const;

async function bodyFor(model: string, asked: Partial<ChatRequest> = {}) {
  const request: ChatRequest = { model, messages, stream: true, temperature: 1.5, topP: 1, ...asked };
  const { url, body } = (await chatglm.chat(model)).buildRequest(request, connection);
  return { path: url.slice(connection.baseUrl.length), body: JSON.parse(body ?? "") };
}

test("a chat model is called in the common dialect, with a temperature up to 1", async () => {
  expect(await bodyFor("glm-5.3")).toEqual({
    path: "/api/paas/v4/chat/completions",
    body: { model: "glm-5.3", messages, stream: true, temperature: 1, top_p: 1 },
  });
});

test.each(["cogview-3-plus", "cogview-4", "glm-image"])(
  "%s generates an image of the requested size",
  async (model) => {
    expect((await chatglm.chat(model)).isWhole).toBe(true);
    const path = "/api/paas/v4/images/generations";
    expect(await bodyFor(model)).toEqual({ path, body: { model, prompt: "A kite", size: "1024x1024" } });
    expect(await bodyFor(model, { image })).toEqual({ path, body: { model, prompt: "A kite", size: "768x1344" } });
  },
);

test("a video model starts a task, which is then polled", async () => {
  const codec = await chatglm.chat("cogvideox-3");
  expect(codec.isWhole).toBe(true);
  expect(await bodyFor("cogvideox-3")).toEqual({
    path: "/api/paas/v4/videos/generations",
    body: { model: "cogvideox-3", prompt: "A kite" },
  });
  expect(codec.task?.buildRequest("a/../b", connection)).toEqual({
    method: "GET",
    url: "https://open.bigmodel.cn/api/paas/v4/async-result/a%2F..%2Fb",
    headers: { Authorization: "Bearer k", Accept: "application/json" },
  });
});

test("waits for a video and returns it as text", async () => {
  const states = [
    { id: "t-1", task_status: "PROCESSING" },
    { task_status: "PROCESSING" },
    {
      task_status: "SUCCESS",
      video_result: [{ url: "https://x.test/v.mp4", cover_image_url: "https://x.test/c.png" }],
    },
  ];
  const env = fakeEnvironment({ responses: states.map((state) => Response.json(state)) });
  const open = openChat({
    codec: await chatglm.chat("cogvideox-3"),
    connection,
    env,
    signal: new AbortController().signal,
    timeoutMs: 60_000,
  });
  const events: ChatEvent[] = [];
  const reading = (async () => {
    for await (const event of open({ model: "cogvideox-3", messages, stream: true })) events.push(event);
  })();
  await env.advance(5000);
  await env.advance(5000);
  await reading;
  expect(env.calls.map(({ url }) => url.split("/v4/")[1])).toEqual([
    "videos/generations",
    "async-result/t-1",
    "async-result/t-1",
  ]);
  expect(events).toEqual([
    {
      type: "text-delta",
      text: '<video controls src="https://x.test/v.mp4" poster="https://x.test/c.png"></video>',
    },
    { type: "end" },
  ]);
});

async function endOf(body: unknown, status = 200): Promise<ChatEvent[]> {
  const { task } = await chatglm.chat("cogvideox-3");
  return task?.parseResponse({ status, body: JSON.stringify(body) }, "t-1") ?? [];
}

describe("a finished video", () => {
  test.each([
    [
      "without a cover has none",
      [{ url: "https://x.test/v.mp4" }],
      '<video controls src="https://x.test/v.mp4"></video>',
    ],
    [
      "cannot break out of its tag",
      [{ url: "https://x.test/\"><script>alert(1)</script>&'", cover_image_url: "https://x.test/a b" }],
      '<video controls src="https://x.test/&#34;&#62;&#60;script&#62;alert(1)&#60;/script&#62;&#38;&#39;" poster="https://x.test/a&#32;b"></video>',
    ],
    [
      "only shows web addresses",
      [{ url: "javascript:alert(1)" }, { url: "https://x.test/v.mp4", cover_image_url: "data:text/html,x" }, null],
      '<video controls src="https://x.test/v.mp4"></video>',
    ],
  ])("%s", async (_name, videos, text) => {
    const events = [{ type: "text-delta", text }, { type: "end" }];
    expect(await endOf({ task_status: "SUCCESS", video_result: videos })).toEqual(events);
  });

  test.each([
    ["a failure", { task_status: "FAIL" }, 200, "server"],
    ["no video", { task_status: "SUCCESS", video_result: [] }, 200, "protocol"],
    ["an unknown state", { task_status: "RESTING" }, 200, "protocol"],
    ["an error", { error: { code: "1301", message: "No." } }, 400, "content-filter"],
    ["an error with a successful status", { error: { code: "1302", message: "Later." } }, 200, "rate-limit"],
  ])("may be %s", async (_name, body, status, kind) => {
    expect(await endOf(body, status)).toMatchObject([{ type: "error", error: { kind } }]);
  });
});

test.each([
  ["500", "server"],
  ["1000", "auth"],
  ["1004", "auth"],
  ["1113", "quota"],
  ["1121", "permission"],
  ["1211", "not-found"],
  ["1214", "bad-request"],
  ["1220", "permission"],
  ["1234", "server"],
  ["1261", "context-length"],
  ["1300", "content-filter"],
  ["1303", "rate-limit"],
  ["1310", "quota"],
  ["1312", "overloaded"],
])("maps the code %s to %s, whatever model was called", async (code, kind) => {
  const response = { status: 429, body: JSON.stringify({ error: { code, message: "…" } }) };
  for (const model of ["glm-5.3", "cogview-4", "cogvideox-3"]) {
    expect((await chatglm.chat(model)).parseResponse(response)).toMatchObject([{ error: { kind, code } }]);
  }
});

test("never throws on the state of a task", async () => {
  const { parseEvent, parseResponse, task } = await chatglm.chat("cogvideox-3");
  const state = fc.record({
    id: fc.anything(),
    task_status: fc.constantFrom("PROCESSING", "SUCCESS", "FAIL", null),
    video_result: fc.anything(),
  });
  fc.assert(
    fc.property(
      fc.oneof(state.map(safeJson), fc.json(), fc.string()),
      fc.integer({ min: 100, max: 599 }),
      (body, status) => {
        const response: WholeResponse = { status, body };
        expect(parseResponse(response).length).toBeGreaterThan(0);
        expect(task?.parseResponse(response, "t-1").length).toBeGreaterThan(0);
        expect(parseEvent({ data: body })).toEqual([]);
      },
    ),
  );
});

function safeJson(value: unknown): string {
  return JSON.stringify(value, (_key, part) => (typeof part === "bigint" ? String(part) : part));
}
