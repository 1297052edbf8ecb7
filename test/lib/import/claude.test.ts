import { flawsOf, importFixture, outlineOf } from "../../support/import-samples";

const read = importFixture("claude/conversations.json");

test("imports every conversation with messages and reports other entries", () => {
  expect(read.format).toBe("claude");
  expect(flawsOf(read)).toEqual([]);
  expect(
    read.chats.map(({ session }) => [session.topic, session.preview, session.messageCount, session.lastUpdate]),
  ).toEqual([
    ["Pasta", expect.stringMatching(/^What sauce\?/), 2, Date.UTC(2025, 5, 1, 10, 2)],
    ["", "One?", 2, Date.UTC(2025, 5, 2, 10, 2)],
  ]);
  expect(read.notUnderstood).toEqual([
    { where: "[1].chat_messages[3]", reason: "wrong-shape" },
    { where: "[2]", reason: "no-messages" },
  ]);
});

test("appends the texts of attachments to the question, in fences longer than any inside them", () => {
  expect(read.chats[0]?.messages[0]).toMatchObject({
    role: "user",
    content: "What sauce?\n\n📎 list.txt\n\n````\ncapers\n```\nolives\n````\n\n📎 photo.jpg",
    date: Date.UTC(2025, 5, 1, 10),
  });
});

test("attaches reasoning and tool calls to the answer", () => {
  expect(read.chats[0]?.messages[1]).toEqual({
    id: "claude:7d6e0000-0000-4000-8000-000000000001:a1",
    role: "assistant",
    content: "Puttanesca.\n\nEnjoy.",
    reasoning: "Pantry…",
    tools: [
      { id: "a1-2", name: "artifacts", argumentsText: '{"command":"create","id":"x"}', result: "OK" },
      { id: "tu2", name: "web", argumentsText: "{}", result: '{"status":500}', isError: true },
    ],
    date: Date.UTC(2025, 5, 1, 10, 0, 5),
    sessionId: "claude:7d6e0000-0000-4000-8000-000000000001",
    seq: 2,
  });
});

test("shows the newest answer and hides the other one if messages name their parents", () => {
  expect(Object.values(outlineOf(read))[1]).toEqual([
    "user: One?",
    "assistant: Second try.",
    "(assistant: First try.)",
  ]);
});
