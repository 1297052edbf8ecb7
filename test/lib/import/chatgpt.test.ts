import { flawsOf, importFixture, importText, outlineOf } from "../../support/import-samples";

const read = importFixture("chatgpt/conversations.json");

test("imports every conversation with messages and reports the others", () => {
  expect(read.format).toBe("chatgpt");
  expect(flawsOf(read)).toEqual([]);
  expect(
    read.chats.map(({ session }) => [session.id, session.topic, session.messageCount, session.lastUpdate]),
  ).toEqual([
    ["chatgpt:c-1", "Rollback", 2, 1756000400650],
    ["chatgpt:c-2", "Chart", 2, 1756000600000],
    ["chatgpt:c-3", "Broken off", 4, 1756000800000],
  ]);
  expect(read.notUnderstood).toEqual([
    { where: "[3]", reason: "wrong-shape" },
    { where: "[4]", reason: "no-messages" },
    { where: "[5]", reason: "wrong-shape" },
  ]);
});

test("shows the path to the current node and hides the other answer with its followers", () => {
  expect(read.chats[0]?.messages).toEqual([
    {
      id: "chatgpt:c-1:u1",
      role: "user",
      content: "How do I roll back?",
      date: 1756000001000,
      sessionId: "chatgpt:c-1",
      seq: 1,
    },
    {
      id: "chatgpt:c-1:a1",
      role: "assistant",
      content: "Use the ([Docs](<https://example.org>)) previous chart. See [Charts](<https://example.org/charts>).",
      model: "gpt-5-thinking",
      date: 1756000002000,
      sessionId: "chatgpt:c-1",
      seq: 2,
    },
    {
      id: "chatgpt:c-1:a2",
      role: "assistant",
      content: "Ask your team.",
      model: "gpt-5",
      date: 1756000001000,
      sessionId: "chatgpt:c-1",
      seq: 3,
      parentId: "chatgpt:c-1:u1",
      isAside: true,
    },
    {
      id: "chatgpt:c-1:u2",
      role: "user",
      content: "Which?",
      date: 1756000009000,
      sessionId: "chatgpt:c-1",
      seq: 4,
      parentId: "chatgpt:c-1:a2",
      isAside: true,
    },
  ]);
});

test("attaches reasoning, tool calls and their results to the answer that follows them", () => {
  expect(read.chats[1]?.messages).toMatchObject([
    {
      role: "user",
      content: [
        { type: "text", text: "Plot this\nplease" },
        { type: "image_url", image_url: { url: "file-service://file-AAA" } },
      ],
      otherParts: [{ place: 2, part: { content_type: "audio_asset_pointer" } }],
    },
    {
      id: "chatgpt:c-2:f",
      role: "assistant",
      model: "gpt-4o",
      reasoning: "Plan\n\nRead the numbers.\n\nThen plot.",
      content: [
        { type: "text", text: "Here it is." },
        { type: "image_url", image_url: { url: "sediment://file_CCC" } },
      ],
      tools: [
        { id: "k", name: "python", argumentsText: "plot()", result: "done" },
        { id: "g", name: "dalle.text2im", argumentsText: "", result: "" },
      ],
    },
  ]);
});

test("imports a tool call without an answer as an answer without text", () => {
  expect(Object.values(outlineOf({ ...read, chats: read.chats.slice(2) }))).toEqual([
    ["user: Search", "assistant: ", "user: Never mind", "assistant: It failed."],
  ]);
  expect(read.chats[2]?.messages[1]?.tools).toEqual([{ id: "k", name: "browser", argumentsText: "search('x')" }]);
  expect(read.chats[2]?.messages[3]).toMatchObject({ isError: true });
});

const said = (role: string, text: string) => ({ author: { role }, content: { content_type: "text", parts: [text] } });

test.each([
  ["a circle", { a: { parent: "b", message: said("user", "A") }, b: { parent: "a", message: said("assistant", "B") } }],
  [
    "parents that are missing",
    { a: { parent: "gone", message: said("user", "A") }, b: { parent: "a", message: said("assistant", "B") } },
  ],
])("loses nothing if the mapping has %s", (_name, mapping) => {
  const result = importText(JSON.stringify([{ id: "x", mapping }]));
  expect(flawsOf(result)).toEqual([]);
  expect(Object.values(outlineOf(result))).toEqual([["user: A", "assistant: B"]]);
});

test("tolerates null nodes, numeric ids and content parts of the wrong type", () => {
  const mapping = {
    1: null,
    2: { parent: 1, message: said("user", "A") },
    3: { parent: 2, message: 7 },
    4: { parent: [], message: {} },
  };
  expect(Object.values(outlineOf(importText(JSON.stringify([{ id: 5, title: 6, mapping }]))))).toEqual([["user: A"]]);
});

test("imports a duplicate conversation once and reports it", () => {
  const one = { id: "x", mapping: { a: { message: said("user", "A") } } };
  const twice = importText(JSON.stringify([one, one]));
  expect(twice.chats).toHaveLength(1);
  expect(twice.notUnderstood).toEqual([{ where: "chatgpt:x", reason: "duplicate" }]);
});

test("imports a very long text completely", () => {
  const text = "x".repeat(1_000_000);
  const result = importText(JSON.stringify([{ id: "x", mapping: { a: { message: said("user", text) } } }]));
  expect(result.chats[0]?.messages[0]?.content).toBe(text);
  expect(result.chats[0]?.session.preview).toBe("x".repeat(80));
});
