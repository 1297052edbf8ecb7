import { useAccess } from "@/store/settings/access";
import { completeForTool } from "@/store/turns/tool-completion";
import { sampleSession, usualSettings } from "../../support/chat-samples";
import { type FakeAnswer, fakeEnvironment } from "../../support/fake-environment";
import { memoryStorage } from "../../support/memory-storage";

beforeEach(() => {
  Object.assign(globalThis, { localStorage: memoryStorage(), addEventListener() {} });
  useAccess.setState({ reach: { relay: "/api" }, accessCode: "letmein", flags: null });
});

const asked = {
  type: "completion",
  systemPrompt: "Be brief",
  maxTokens: 50,
  messages: [{ role: "user", text: "When is high tide?" }],
} as const;

const streamed = (finish: string, content = "At noon.") =>
  new Response(
    [{ choices: [{ delta: { content } }] }, { choices: [{ delta: {}, finish_reason: finish }] }, "[DONE]"]
      .map((event) => `data: ${typeof event === "string" ? event : JSON.stringify(event)}\n\n`)
      .join(""),
    { headers: { "content-type": "text/event-stream" } },
  );

async function complete(response: FakeAnswer, signal = new AbortController().signal, model = "gpt-3.5-turbo") {
  const session = sampleSession({ id: "s" });
  const modelConfig = { ...usualSettings, model, providerName: "OpenAI" };
  const chat = { ...session, mask: { ...session.mask, modelConfig, plugin: ["tides"] } };
  const env = fakeEnvironment({ responses: [response] });
  const completion = await completeForTool(chat, asked, signal, env);
  return { completion, bodies: env.calls.map(({ init }) => JSON.parse(String(init.body))) };
}

test("calls the chat's model with the request only, without tools", async () => {
  const { completion, bodies } = await complete(streamed("stop"));
  expect(completion).toEqual({ text: "At noon.", model: "gpt-3.5-turbo", isCut: false });
  expect(bodies).toMatchObject([
    {
      model: "gpt-3.5-turbo",
      messages: [
        { role: "system", content: "Be brief" },
        { role: "user", content: "When is high tide?" },
      ],
    },
  ]);
  expect(bodies[0]).not.toHaveProperty("tools");
});

test("sends the token limit and reports that the text ended there", async () => {
  expect((await complete(streamed("stop"), undefined, "o3-mini")).bodies).toMatchObject([
    { max_completion_tokens: 50 },
  ]);
  expect((await complete(streamed("length"))).completion.isCut).toBe(true);
});

test("ends a text beyond the limit if the provider does not", async () => {
  const pieces = Array.from({ length: 50 }, () => "The tide is high at noon. ");
  const encoder = new TextEncoder();
  let sent = 0;
  const endless = new ReadableStream({
    pull(controller) {
      const content = pieces[sent % pieces.length];
      sent += 1;
      controller.enqueue(encoder.encode(`data: ${JSON.stringify({ choices: [{ delta: { content } }] })}\n\n`));
    },
  });
  const response = new Response(endless, { headers: { "content-type": "text/event-stream" } });
  const { completion } = await complete(response);
  expect(completion.isCut).toBe(true);
  expect(completion.text.length).toBeLessThan(1000);
});

test("throws the error of the model's provider, or of an abort", async () => {
  const denied = new Response('{"error":{"message":"No credit"}}', { status: 401 });
  await expect(complete(denied)).rejects.toMatchObject({ code: "auth" });
  const stopped = new AbortController();
  stopped.abort();
  await expect(complete(streamed("stop"), stopped.signal)).rejects.toMatchObject({ name: "AbortError" });
  await expect(complete(streamed("stop"), undefined, "dall-e-3")).rejects.toMatchObject({ code: "not-supported" });
});
