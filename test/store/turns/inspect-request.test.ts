import { fileBlock } from "@/lib/chat/file-block";
import { knowledgeReference, knowledgeType, writeKnowledge } from "@/lib/chat/knowledge";
import { openai } from "@/lib/providers/openai";
import { serverlessFlags } from "@/lib/settings/server-flags";
import { useChats } from "@/store/chats/chats";
import { useFacts } from "@/store/library/facts";
import { tabContext } from "@/store/records/records";
import { useAccess } from "@/store/settings/access";
import { useSettings } from "@/store/settings/settings";
import { buildNextRequest, openReply } from "@/store/turns/engine";
import { inspectRequest, sentParts } from "@/store/turns/inspect-request";
import { omittedParts, useOmittedParts } from "@/store/turns/omitted-parts";
import { recordedReply } from "@/store/turns/recorded-replies";
import { sampleMessage, sampleSession, usualDefaults, usualSettings } from "../../support/chat-samples";
import { fakeEnvironment } from "../../support/fake-environment";
import { memoryStorage } from "../../support/memory-storage";

beforeEach(() => {
  Object.assign(globalThis, {
    localStorage: memoryStorage(),
    navigator: { languages: ["en"] },
    document: { addEventListener() {} },
    location: { href: "https://app.test/chat", origin: "https://app.test" },
  });
  useAccess.setState({ flags: { ...serverlessFlags, demo: "off" }, reach: {} });
  useAccess.getState().setUseCustomConfig(true);
  useAccess.getState().setValue(openai, "apiKey", "sk-0123456789");
  useSettings.getState().setSystemPrompt("Use short sentences.");
  useOmittedParts.setState({ byChat: {} });
  useSettings.getState().set("enableFacts", false);
  const plain = sampleSession({ id: "s1" });
  const modelConfig = { ...usualSettings, model: "gpt-4o", providerName: "OpenAI", enableInjectSystemPrompts: false };
  const context = [sampleMessage({ id: "p1", content: "Answer in rhymes." })];
  const mask = { ...plain.mask, modelConfig, context, syncGlobalConfig: false };
  useChats.getState().hydrate([{ ...plain, mask }], "s1", usualDefaults);
  useChats.getState().fillThread("s1", []);
  useChats
    .getState()
    .append("s1", [
      sampleMessage({ id: "q1", content: "When is high tide?" }),
      sampleMessage({ id: "r1", role: "assistant", content: "At noon." }),
    ]);
});

/** Returns the contents of the messages in a request body. */
function contentsOf(body = ""): unknown[] {
  const { messages } = JSON.parse(body) as { messages: { content: unknown }[] };
  return messages.map(({ content }) => content);
}

test("the request is shown in its parts, and as it is sent, without the key", async () => {
  const inspected = await inspectRequest("s1", "And low tide?");
  expect(inspected?.parts.map(({ kind, count, isOmitted }) => [kind, count, isOmitted])).toEqual([
    ["instructions", 1, false],
    ["pinned", 1, false],
    ["history", 2, false],
    ["question", 1, undefined],
  ]);
  expect(inspected?.tokens).toBe(inspected?.parts.reduce((sum, { tokens }) => sum + tokens, 0));
  expect(inspected?.parts.every(({ tokens }) => tokens > 0)).toBe(true);
  expect(inspected?.call).toMatchObject({ method: "POST", url: "https://api.openai.com/v1/chat/completions" });
  expect(Object.values(inspected?.call.headers ?? {})).toContain("Bearer •••");
  expect(JSON.stringify(inspected)).not.toContain("sk-0123456789");
  expect(inspected?.curl).toContain('Bearer \'"$API_KEY"');
  expect(contentsOf(inspected?.call.body)).toEqual([
    "Use short sentences.",
    "Answer in rhymes.",
    "When is high tide?",
    "At noon.",
    "And low tide?",
  ]);
});

test("a part that is left out is missing once, and is sent again with the request after", async () => {
  useOmittedParts.getState().set("s1", "history", true);
  useOmittedParts.getState().set("s1", "instructions", true);
  useOmittedParts.getState().set("s1", "instructions", false);
  const inspected = await inspectRequest("s1", "And low tide?");
  expect(inspected?.parts.map(({ kind, isOmitted }) => [kind, isOmitted])).toEqual([
    ["instructions", false],
    ["pinned", false],
    ["history", true],
    ["question", undefined],
  ]);
  const expected = ["Use short sentences.", "Answer in rhymes.", "And low tide?"];
  expect(contentsOf(inspected?.call.body)).toEqual(expected);
  expect(omittedParts("s1")).toEqual(["history"]);

  const session = useChats.getState().sessions[0];
  const { messages } = useChats.getState();
  const history = ["q1", "r1"].flatMap((id) => messages[id] ?? []);
  if (!session) throw new Error("no chat");
  const turn = { session, history, question: sampleMessage({ id: "q2", content: "And low tide?" }) };
  expect((await buildNextRequest(turn)).messages.map(({ content }) => content)).toEqual(expected);
  expect((await buildNextRequest(turn)).messages).toHaveLength(5);
  expect(omittedParts("s1")).toEqual([]);
});

test("remembered facts are sent if they are on, also for their own row, and a chat can refuse them", async () => {
  // Without a database, the list is empty once it is read.
  await useFacts.whenRead().catch(() => {});
  useFacts.setState({ facts: [{ id: "f1", text: "Boats: 3.", createdAt: 1 }] });
  const kinds = async () => (await inspectRequest("s1", "And low tide?"))?.parts.map(({ kind }) => kind);
  expect(await kinds()).not.toContain("facts");
  useSettings.getState().set("enableFacts", true);
  expect(await kinds()).toEqual(["instructions", "facts", "pinned", "history", "question", "tools"]);
  const inspected = await inspectRequest("s1", "And low tide?");
  expect(contentsOf(inspected?.call.body)[1]).toContain("\n- Boats: 3.");
  useOmittedParts.getState().set("s1", "facts", true);
  expect(contentsOf((await inspectRequest("s1", "And low tide?"))?.call.body).join()).not.toContain("Boats");
  useOmittedParts.getState().set("s1", "facts", false);
  const toolsRow = async () =>
    (await inspectRequest("s1", "And low tide?"))?.parts.find(({ kind }) => kind === "tools");
  const offered = await toolsRow();
  expect(offered).toMatchObject({ count: 1, isOmitted: false });
  useOmittedParts.getState().set("s1", "tools", true);
  expect(await toolsRow()).toEqual({ ...offered, isOmitted: true });
  expect(JSON.stringify((await inspectRequest("s1", "And low tide?"))?.call.body)).not.toContain('"tools"');
  useOmittedParts.getState().set("s1", "tools", false);
  useChats.getState().patchSession("s1", { enableFacts: false });
  expect(await kinds()).not.toContain("facts");
});

test("an unknown chat has no request", async () => {
  expect(await inspectRequest("gone", "And low tide?")).toBeUndefined();
});

test("parts are left out of the retry as well if the request got no reply", async () => {
  Object.assign(globalThis, {
    addEventListener() {},
    matchMedia: () => ({ matches: true }),
    document: { hidden: true },
  });
  useOmittedParts.getState().set("s1", "history", true);
  const session = useChats.getState().sessions[0];
  if (!session) throw new Error("no chat");
  const question = sampleMessage({ id: "q2", content: "And low tide?" });
  const request = await buildNextRequest({ session, history: [], question });
  expect(omittedParts("s1")).toEqual([]);
  const env = fakeEnvironment({ responses: [new Response("{}", { status: 401 })], clock: "instant" });
  const { signal } = new AbortController();
  const context = { ...tabContext, env };
  const types: string[] = [];
  for await (const { type } of openReply(session, request, { signal, thread: [question] }, context)) types.push(type);
  expect(types).toContain("error");
  expect(omittedParts("s1")).toEqual(["history"]);
});

test("the calls of a reply are recorded for its details, without the key, and its durations come at the end", async () => {
  Object.assign(globalThis, { matchMedia: () => ({ matches: true }), document: { hidden: true } });
  const session = useChats.getState().sessions[0];
  if (!session) throw new Error("no chat");
  const question = sampleMessage({ id: "q2", content: "And low tide?" });
  const request = await buildNextRequest({ session, history: [], question });
  const events =
    'data: {"choices":[{"index":0,"delta":{"content":"At six."},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n';
  const response = new Response(events, { headers: { "content-type": "text/event-stream" } });
  const env = { ...fakeEnvironment({ responses: [response] }), delay: async () => {} };
  const { signal } = new AbortController();
  const asked = { signal, thread: [question], replyId: "r2" };
  const received: unknown[] = [];
  for await (const event of openReply(session, request, asked, { ...tabContext, env })) received.push(event);
  expect(received).toContainEqual({
    type: "timing",
    timing: { firstByteMs: expect.any(Number), receivingMs: expect.any(Number), totalMs: expect.any(Number) },
  });
  const recorded = recordedReply("r2");
  expect(recorded?.calls.map((call) => [contentsOf(call.call.body).at(-1), call.responseText()])).toEqual([
    ["And low tide?", events],
  ]);
  expect(recorded?.finish).toEqual({ finish: "stop", raw: "stop" });
  expect(JSON.stringify(recorded)).not.toContain("sk-0123456789");
});

test("afterwards, the parts of a request are those that were sent, whatever has changed since", async () => {
  Object.assign(globalThis, { matchMedia: () => ({ matches: true }), document: { hidden: true } });
  const session = useChats.getState().sessions[0];
  if (!session) throw new Error("no chat");
  const { messages } = useChats.getState();
  const history = ["q1", "r1"].flatMap((id) => messages[id] ?? []);
  const question = sampleMessage({ id: "q2", content: "And low tide?" });
  useOmittedParts.getState().set("s1", "pinned", true);
  const before = await inspectRequest("s1", "And low tide?");
  const request = await buildNextRequest({ session, history, question });
  const env = { ...fakeEnvironment({ responses: () => Response.json({}, { status: 500 }) }), delay: async () => {} };
  const { signal } = new AbortController();
  const asked = { signal, thread: [...history, question], replyId: "r3" };
  for await (const _event of openReply(session, request, asked, { ...tabContext, env }));
  useSettings.getState().setSystemPrompt("Use long sentences, and many of them.");
  useOmittedParts.setState({ byChat: {} });
  useChats.getState().update("q1", (message) => ({ ...message, content: "When is high tide in spring?" }));

  const recorded = recordedReply("r3")?.request;
  const parts = recorded && (await sentParts(recorded));
  expect(parts?.map(({ kind, count }) => [kind, count])).toEqual([
    ["instructions", 1],
    ["history", 2],
    ["question", 1],
  ]);
  const sent = before?.parts.filter(({ isOmitted }) => isOmitted !== true);
  expect(parts?.map(({ tokens }) => tokens)).toEqual(sent?.map(({ tokens }) => tokens));
});

describe("documents", () => {
  const text = "The ferry takes forty minutes to the island.";
  const blobOf = (letter: string, type: string, content: string) => {
    const { buffer, byteLength } = new TextEncoder().encode(content);
    return { id: letter.repeat(64), type, size: byteLength, at: 1, bytes: buffer };
  };
  const known = [{ id: "b".repeat(64), name: "bread.txt", pages: 0, tokens: 10, chars: 40 }];
  const blobs = [
    blobOf("a", "text/plain", text),
    blobOf("b", "text/plain", "Bread for the ferry is baked at four."),
    blobOf("c", knowledgeType, writeKnowledge(known)),
  ];
  const database = { readBlob: async (id: string) => blobs.find((blob) => blob.id === id) };
  const context = { ...tabContext, records: { ...tabContext.records, database } as never };
  const document = { id: "a".repeat(64), pages: 0, tokens: 12, sent: "whole" };
  const draft = `How long does the ferry take?\n\n${fileBlock({ name: "ferry.txt", text: "", document })}`;

  beforeEach(() => {
    jest.spyOn(console, "warn").mockImplementation(() => {});
    const session = useChats.getState().sessions[0];
    if (!session) throw new Error("no chat");
    const mask = { ...session.mask, knowledge: knowledgeReference("c".repeat(64)) };
    useChats.setState({ sessions: [{ ...session, mask }] });
  });

  const inspect = async () => {
    const inspected = await inspectRequest("s1", draft, context);
    if (!inspected) throw new Error("no request");
    const question = String(contentsOf(inspected.call.body).at(-1));
    const parts = inspected.parts.filter(({ kind }) => kind === "documents" || kind === "knowledge");
    return { ...inspected, question, parts };
  };

  test("of messages and of the mask are parts that can be left out", async () => {
    const whole = await inspect();
    expect(whole.parts).toEqual([
      { kind: "documents", count: 1, tokens: expect.any(Number), isOmitted: false },
      { kind: "knowledge", count: 1, tokens: expect.any(Number), isOmitted: false },
    ]);
    expect(whole.parts.every(({ tokens }) => tokens > 0)).toBe(true);
    expect(whole.question).toContain(text);
    expect(whole.question).toContain("Bread for the ferry");

    useOmittedParts.getState().set("s1", "documents", true);
    const without = await inspect();
    expect(without.question).toContain('(The document "ferry.txt" is left out of this request.)');
    expect(without.question).not.toContain(text);
    expect(without.question).toContain("Bread for the ferry");
    expect(without.tokens).toBeLessThan(whole.tokens);

    useOmittedParts.getState().set("s1", "knowledge", true);
    const bare = await inspect();
    expect(bare.parts.map(({ kind, isOmitted }) => [kind, isOmitted])).toEqual([
      ["documents", true],
      ["knowledge", true],
    ]);
    expect(bare.question).toBe(
      'How long does the ferry take?\n\n(The document "ferry.txt" is left out of this request.)',
    );
    expect(bare.tokens).toBeLessThan(without.tokens);
  });
});
