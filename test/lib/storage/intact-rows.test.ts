import fc from "fast-check";
import type { ToolView } from "@/lib/chat/tool";
import { isRecord } from "@/lib/json";
import { readIntactHead, readIntactMessage } from "@/lib/storage/intact-rows";
import { validateHead, validateMessage } from "@/lib/storage/validate-rows";
import { sampleMessage, sampleRecord, sampleSession } from "../../support/chat-samples";

const message = sampleRecord({
  id: "m1",
  sessionId: "s1",
  seq: 1.5,
  role: "assistant",
  content: [
    { type: "text", text: "Hello" },
    { type: "image_url", image_url: { url: "stored:1" } },
  ],
  date: 1_700_000_000_000,
  reasoning: "Hm.",
  reasoningMs: 20,
  firstByteMs: 30,
  totalMs: 40,
  receivingMs: 10,
  model: "m",
  providerName: "OpenAI",
  streaming: false,
  stopped: true,
  isCut: false,
  isError: true,
  error: { kind: "timeout", code: null, message: "No", status: 500, body: "{}", retryAfterMs: 5, seconds: 9 },
  usage: {
    ...{ inputTokens: 1, outputTokens: 2, reasoningTokens: 3, cachedInputTokens: 4, totalTokens: 5 },
    ...{ cacheWriteTokens: 6, inputAudioTokens: 7, inputImageTokens: 8, outputAudioTokens: 9, outputImageTokens: 10 },
  },
  cost: { kind: "about", currency: "USD", micros: 1200 },
  tools: [
    {
      id: "t1",
      name: "find",
      argumentsText: "{}",
      result: "ok",
      isError: false,
      state: "done",
      kind: "mcp",
      source: "s",
      ownName: "find",
      host: "tools.test",
      isReading: true,
      progress: "1",
      problem: "failed",
      ms: 3,
      client: "c",
      media: [{ type: "image/png", url: "stored:2" }],
      view: { server: "s1", uri: "ui://s/page", result: "{}" },
    },
  ],
  missingTools: { sources: ["Tides"], search: "unsupported", beyondLimit: ["find"], more: 1 },
  sources: [{ url: "https://a.test", title: "A", quote: "q" }],
  phases: [{ start: 0, phase: "final_answer" }],
  thoughtParts: [{ start: 5, textBefore: 9, callsBefore: 1 }],
  isMcpResponse: false,
  parentId: "m0",
  isAside: false,
  branchName: "Plan B",
  comparison: "c1",
  column: 2,
  blend: { prompt: "Join.", answers: [{ id: "a", model: "tide-1" }] },
  audio_url: "stored:3",
});
const plain = sampleSession({ id: "s1" });
const head = sampleSession({
  id: "s1",
  topic: "Ships",
  preview: "What floats?",
  clearContextIndex: 3,
  pinned: true,
  projectId: "p1",
  tags: ["Tides", "Work"],
  enableFacts: false,
  deletedAt: 1_700_000_000_000,
  lastUpdate: 1_700_000_000_000,
  order: -2.5,
  mask: {
    ...plain.mask,
    context: [sampleMessage({ id: "c1" })],
    plugin: ["p1"],
    description: "Counts waves",
    category: "work",
    hideContext: true,
    toolsOff: { p1: ["count"] },
    toolsAsText: false,
    webSearch: true,
    knowledge: "stored:a",
    enableArtifacts: true,
    enableCodeFold: false,
  },
});

const anyValue = fc.oneof(
  fc.constantFrom<unknown>(undefined, null, true, "", "text", -0, -1, 0.5, 1e16, Number.NaN, Number.POSITIVE_INFINITY),
  fc.constantFrom<unknown>([], {}, [1], ["text"], [[]], { a: 1 }, [{ type: "text" }], { url: 1 }, [{ id: "t" }]),
);

/** All paths to values of a row, and one to an undeclared field of each record. */
function pathsOf(value: unknown): string[][] {
  const inner = Array.isArray(value) || isRecord(value) ? Object.entries(value) : [];
  const paths = inner.flatMap(([name, each]) => pathsOf(each).map((path) => [name, ...path]));
  return [[], ...paths, ...(isRecord(value) ? [["other"]] : [])];
}

/** Returns a copy of a row in which one value is replaced. */
function replaced(value: unknown, [name, ...rest]: readonly string[], by: unknown): unknown {
  if (name === undefined) return by;
  if (Array.isArray(value)) return value.with(Number(name), replaced(value[Number(name)], rest, by));
  return isRecord(value) ? { ...value, [name]: replaced(value[name], rest, by) } : value;
}

/** Returns a copy of a row in which one field is removed. */
function without(value: unknown, [name = "", ...rest]: readonly string[]): unknown {
  if (Array.isArray(value)) return value.with(Number(name), without(value[Number(name)], rest));
  if (!isRecord(value)) return value;
  const { [name]: former, ...others } = value;
  return rest.length === 0 ? others : { ...others, [name]: without(former, rest) };
}

describe.each([
  ["a message", message, readIntactMessage, validateMessage],
  ["a chat head", head, readIntactHead, validateHead],
])("%s", (_name, row, readIntact, validate) => {
  test("with all fields is intact", () => {
    expect(readIntact(row)).toStrictEqual(row);
    expect(validate(row)).toStrictEqual({ record: row });
  });

  test("with fields of other programs is intact", () => {
    expect(readIntact({ ...row, stat: { tokenCount: 1 } })).toStrictEqual({ ...row, stat: { tokenCount: 1 } });
  });

  test("with any replaced or removed value is read as by its schema, or left to it", () => {
    const paths = pathsOf(row);
    const same = (changed: unknown) => {
      const read = readIntact(changed);
      if (read) expect(validate(changed)).toStrictEqual({ record: read });
    };
    fc.assert(
      fc.property(fc.constantFrom(...paths), anyValue, (path, value) => same(replaced(row, path, value))),
      { numRuns: 3000 },
    );
    for (const path of paths) same(without(row, path));
  });
});

test("a message without optional fields and a plain chat are intact", () => {
  const bare = sampleRecord({ id: "m1", sessionId: "s1", seq: 1 });
  expect(readIntactMessage(bare)).toStrictEqual(bare);
  expect(readIntactHead(plain)).toStrictEqual(plain);
});

test("a chat head without a model setting gets its default", () => {
  const { temperature, ...modelConfig } = plain.mask.modelConfig;
  expect(readIntactHead({ ...plain, mask: { ...plain.mask, modelConfig } })).toStrictEqual(plain);
});

test("a row with a key that would replace a prototype is left to its schema", () => {
  const row: unknown = JSON.parse(JSON.stringify(message).replace("{", '{"__proto__":{"isAside":true},'));
  expect(readIntactMessage(row)).toBeUndefined();
});

test("a message with a too long name of its branch is left to its schema", () => {
  const named = { ...message, branchName: "x".repeat(101) };
  expect(readIntactMessage(named)).toBeUndefined();
  expect(validateMessage(named)).toStrictEqual({ record: { ...message, branchName: undefined } });
});

test.each<[string, object, object | undefined]>([
  ["with an address of the web", { server: "s1", uri: "https://a.test" }, undefined],
  ["with a long address", { server: "s1", uri: `ui://${"x".repeat(2000)}` }, undefined],
  [
    "with a long result",
    { server: "s1", uri: "ui://a", result: "x".repeat(200_001) },
    { server: "s1", uri: "ui://a", result: undefined },
  ],
])("an interactive page %s is left to its schema @T9.12", (_name, view, read) => {
  const tool = { id: "t", name: "find", argumentsText: "{}" };
  const row = sampleRecord({ id: "m1", sessionId: "s1", seq: 1, tools: [{ ...tool, view: view as ToolView }] });
  expect(readIntactMessage(row)).toBeUndefined();
  expect(validateMessage(row)).toMatchObject({ record: { tools: [{ ...tool, view: read }] } });
});
