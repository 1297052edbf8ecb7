import type { Message } from "@/lib/chat/message";
import { replyFacts } from "@/lib/chat/reply-facts";
import { sampleMessage } from "../../support/chat-samples";

const reply = (given: Partial<Message>) =>
  sampleMessage({ id: "r", role: "assistant", content: "", date: 10_000, ...given });

test("a reply has its times, its tokens by kind and its speed", () => {
  const usage = {
    ...{ inputTokens: 900, cachedInputTokens: 800, inputImageTokens: 0, outputTokens: 90, reasoningTokens: 40 },
    ...{ outputAudioTokens: 3, totalTokens: 990 },
  };
  const message = reply({ usage, firstByteMs: 500, totalMs: 4000, receivingMs: 3000 });
  expect(replyFacts(message, "stop")).toEqual({
    startedAt: 6000,
    firstByteMs: 500,
    totalMs: 4000,
    tokensPerSecond: 30,
    tokens: [
      { kind: "inputTokens", count: 900, isAbout: false },
      { kind: "cachedInputTokens", count: 800, isAbout: false },
      { kind: "outputTokens", count: 90, isAbout: false },
      { kind: "reasoningTokens", count: 40, isAbout: false },
      { kind: "outputAudioTokens", count: 3, isAbout: false },
    ],
    end: "complete",
  });
});

test("a reply of which nothing was reported has an estimated number of tokens and no speed", () => {
  expect(replyFacts(reply({ content: "High water.", receivingMs: 3000 }))).toEqual({
    tokens: [{ kind: "outputTokens", count: expect.any(Number), isAbout: true }],
    end: "complete",
  });
});

test("a reply that arrives in one piece has no speed", () => {
  const usage = { outputTokens: 90 };
  expect(replyFacts(reply({ usage, receivingMs: 99 })).tokensPerSecond).toBeUndefined();
  expect(replyFacts(reply({ usage, receivingMs: 100 })).tokensPerSecond).toBe(900);
});

test.each([-1, Number.NaN, 1e300])("a duration of %p is ignored", (ms) => {
  const usage = { outputTokens: 5 };
  expect(replyFacts(reply({ usage, firstByteMs: ms, totalMs: ms, receivingMs: ms }))).toEqual({
    tokens: [{ kind: "outputTokens", count: 5, isAbout: false }],
    end: "complete",
  });
});

test.each([
  [{ stopped: true }, "stop", "stopped"],
  [{ error: { kind: "network", code: null, message: "" } }, undefined, "failed"],
  [{ isCut: true }, undefined, "length"],
  [{}, "content-filter", "filter"],
  [{}, "tool-calls", "tools"],
  [{}, "paused", "paused"],
  [{}, "unknown", "other"],
  [{}, undefined, "complete"],
] as const)("a reply with %j and the reason %p is %s", (given, finish, end) => {
  expect(replyFacts(reply(given), finish).end).toBe(end);
});
