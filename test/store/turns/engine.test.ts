import "fake-indexeddb/auto";
import type { ChatSession } from "@/lib/chat/session";
import { useModels } from "@/store/settings/models";
import { useProjects } from "@/store/settings/projects";
import { useSettings } from "@/store/settings/settings";
import { buildRequest, continueText, responseTo } from "@/store/turns/engine";
import { sampleMessage, usualImageOptions } from "../../support/chat-samples";
import { chatWith, reply, resetEngine, sayingAll, stopped, text } from "../../support/engine-replies";
import { fakeEnvironment } from "../../support/fake-environment";

beforeEach(resetEngine);

/** Lines of Ollama's own API. */
function native(...lines: readonly object[]): Response {
  const body = lines.map((line) => `${JSON.stringify(line)}\n`).join("");
  return new Response(body, { headers: { "content-type": "application/x-ndjson" } });
}

describe("a chat with a context length", () => {
  const settings = { model: "qwen3:8b", providerName: "Ollama", num_ctx: "16384", keep_alive: "oneHour" } as const;
  const turn = (session: ChatSession) => ({ session, history: [], question: sampleMessage({ id: "When?" }) });
  const listed = { ollama: { "qwen3:8b": { maxWindow: 8192 } } };

  beforeEach(() => useModels.setState({ abilities: listed }));
  afterEach(() => useModels.setState({ abilities: {} }));

  test("asks Ollama's own API for it, up to the model's own, and reads its reply", async () => {
    const session = chatWith({}, settings);
    const request = await buildRequest(turn(session));
    expect(request.controls).toEqual({ contextLength: 8192, keepAlive: "oneHour" });
    const answer = native(
      { message: { role: "assistant", content: "At noon." }, done: false },
      { message: { role: "assistant", content: "" }, done: true, done_reason: "stop" },
    );
    const { events, calls, bodies } = await reply([answer], { session, request });
    expect(calls.map(({ url }) => url)).toEqual(["http://localhost:11434/api/chat"]);
    expect(bodies[0]).toMatchObject({ model: "qwen3:8b", options: { num_ctx: 8192 }, keep_alive: "1h" });
    expect(events).toEqual([text("At noon."), stopped, { type: "end" }]);
  });

  test("does not send it to another provider", async () => {
    const session = chatWith({}, { ...settings, model: "gpt-4o-mini", providerName: "OpenAI" });
    const { bodies } = await reply([sayingAll("At noon.")], { session, request: await buildRequest(turn(session)) });
    expect(JSON.stringify(bodies[0])).not.toMatch(/num_ctx|keep_alive|16384/);
  });

  test("sends as much of its history as fits into it", async () => {
    const history = Array.from({ length: 40 }, (_, index) =>
      sampleMessage({ id: `m${index}`, content: "tide ".repeat(500), role: index % 2 ? "assistant" : "user" }),
    );
    const sentWith = async (num_ctx: string) => {
      const session = chatWith({}, { ...settings, num_ctx, sendsWholeHistory: true, max_tokens: 500 });
      const { messages } = await buildRequest({ ...turn(session), history });
      return messages.filter(({ role }) => role !== "system").length - 1;
    };
    expect([await sentWith("8192"), await sentWith("4096")]).toEqual([9, 4]);
  });
});

describe("the request", () => {
  test("has the system prompt with the time, the history, the question and the chat's settings", async () => {
    const history = [sampleMessage({ id: "Hello" }), sampleMessage({ id: "Hi", role: "assistant" })];
    const turn = { session: chatWith(), history, question: sampleMessage({ id: "When?" }) };
    expect(await buildRequest(turn, fakeEnvironment({ now: 5000 }))).toEqual({
      model: "gpt-4o-mini",
      messages: [
        {
          role: "system",
          content: `You are an assistant, a language model served by OpenAI. Your model is gpt-4o-mini, and your knowledge cutoff is 2023-10. The current time is ${new Date(5000)}. Write inline math as \\(…\\) and display math as $$…$$.`,
        },
        { role: "user", content: "Hello" },
        { role: "assistant", content: "Hi" },
        { role: "user", content: "When?" },
      ],
      stream: true,
      temperature: 0.5,
      topP: 1,
      presencePenalty: 0,
      frequencyPenalty: 0,
      maxOutputTokens: 4000,
      isContinued: true,
      image: usualImageOptions,
    });
  });

  test("begins with the same text all day where the provider caches it", async () => {
    const systemOf = async (providerName: string, now: number) => {
      const history = [sampleMessage({ id: "Hello", date: 4000 })];
      const question = sampleMessage({ id: "When?", date: now });
      const turn = { session: chatWith({}, { providerName }), history, question };
      return (await buildRequest(turn, fakeEnvironment({ now }))).messages[0]?.content;
    };
    expect(await systemOf("OpenAI", 9000)).toBe(await systemOf("OpenAI", 5000));
    expect(await systemOf("OpenAI", 9000)).toContain(String(new Date(4000)));
    expect(await systemOf("OpenRouter", 9000)).toContain(String(new Date(9000)));
  });

  test("has notes in place of images for a model without vision, until the user says that it has vision", async () => {
    const image = { type: "image_url", image_url: { url: "data:image/png;base64,AAAA" } } as const;
    const content = [{ type: "text", text: "Which port?" }, image] as const;
    const session = chatWith({}, { enableInjectSystemPrompts: false, model: "gpt-3.5-turbo" });
    const sent = async () =>
      (await buildRequest({ session, history: [], question: sampleMessage({ id: "q", content }) })).messages;
    expect(await sent()).toEqual([
      { role: "user", content: "Which port?\n\n[Image not sent: this model cannot see images]" },
    ]);
    useSettings.getState().setAbility("gpt-3.5-turbo@OpenAI", "vision", true);
    expect(await sent()).toEqual([{ role: "user", content }]);
    useSettings.getState().setAbility("gpt-3.5-turbo@OpenAI", "vision", undefined);
    expect(useSettings.getState().modelAbilities).toEqual({});
  });

  test("to continue a reply ends with that reply and the prompt to go on", async () => {
    const cut = sampleMessage({ id: "At n", role: "assistant" });
    const turn = {
      session: chatWith({}, { enableInjectSystemPrompts: false }),
      history: [sampleMessage({ id: "When?" }), cut],
      question: sampleMessage({ id: "continue", content: await continueText() }),
    };
    expect((await buildRequest(turn)).messages).toEqual([
      { role: "user", content: "When?" },
      { role: "assistant", content: "At n" },
      {
        role: "user",
        content:
          "Your last reply was cut off. Continue exactly where it stopped. Don’t repeat anything, and don’t comment on it.",
      },
    ]);
  });

  test.each([
    [{ client: "tides", result: "At noon." }, "```json:mcp-response:tides\nAt noon.\n```"],
    [
      { client: "tides", problem: "timeout" as const },
      "```json:mcp-response:tides\nError: The tool did not respond in time.\n```",
    ],
    [{}, "```json:mcp-response:\n\n```"],
  ])("formats the tool result %j", (tool, content) => {
    expect(responseTo({ id: "c", name: "tide", argumentsText: "{}", ...tool })).toBe(content);
  });
});

test("a chat whose project could not be read is not sent", async () => {
  useProjects.setState({ isUnread: true });
  const fetched: unknown[] = [];
  const answer = () => {
    fetched.push("called");
    return sayingAll("At noon.");
  };
  const session = { ...chatWith(), projectId: "tides" };
  await expect(reply([answer as never], { session })).rejects.toMatchObject({ code: "project" });
  expect(fetched).toEqual([]);
  useProjects.setState({ isUnread: false });
  expect((await reply([sayingAll("At noon.")], { session })).events).toContainEqual(text("At noon."));
});
