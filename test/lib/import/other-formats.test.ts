import { flawsOf, importContext, importFixture, outlineOf } from "../../support/import-samples";

const second = 1000;
const newYear = Date.UTC(2025, 0, 1);

/** Each file, its format, and its chats as a person sees them: titles, who says what, with asides in brackets. */
test.each([
  [
    "librechat/flat.json",
    "librechat",
    {
      "librechat:27b5": [
        "user: Tell me a story",
        "assistant: Once…\n\nEnd.",
        "(assistant: Another one)",
        "(user: Another question)",
      ],
    },
  ],
  [
    "librechat/recursive.json",
    "librechat",
    { "librechat:27b6": ["user: One", "assistant: Three", "user: Four", "(assistant: Two)"] },
  ],
  [
    "open-webui/chats.json",
    "open-webui",
    {
      "open-webui:c1": [
        'user: [{"type":"text","text":"Weather in Paris?"},{"type":"image_url","image_url":{"url":"data:image/png;base64,AAAA"}}]',
        "assistant: It is 18 C.",
        "(assistant: Mild.\n<details><summary>More</summary>kept</details>)",
      ],
      "open-webui:…": ["user: Hi", "assistant: Hello"],
    },
  ],
  [
    "lobechat/browser.json",
    "lobechat",
    { "lobechat:t1": ["user: Hi", "assistant: Boil it."], "lobechat:session-inbox": ["user: No topic"] },
  ],
  ["lobechat/database.json", "lobechat", { "lobechat:t1": ["user: Bowline?"] }],
  [
    "cherry-studio/data.json",
    "cherry-studio",
    { "cherry-studio:t1": ["user: Hi", "assistant: Ciao\n\n```js\nx\n```", "(assistant: Hello)"] },
  ],
  ["cherry-studio/first-version.json", "cherry-studio", { "cherry-studio:t9": ["user: Old"] }],
  ["big-agi/all.json", "big-agi", { "big-agi:c1": ["user: Hi", "assistant: Hello"] }],
  ["big-agi/one.json", "big-agi", { "big-agi:c2": ["user: Hi"] }],
  ["big-agi/flash.json", "big-agi", { "big-agi:c3": ["user: Hi"] }],
  ["chatbot-ui/history.json", "chatbot-ui", { "chatbot-ui:h1": ["user: Hi", "assistant: Hello"] }],
  ["chatbot-ui/old-data.json", "chatbot-ui", { "chatbot-ui:3": ["user: Hi"] }],
  [
    "typingmind/data.json",
    "typingmind",
    {
      "typingmind:c1": [
        'user: [{"type":"text","text":"Hi"},{"type":"image_url","image_url":{"url":"data:image/png;base64,AAAA"}}]',
        "assistant: Hello",
      ],
    },
  ],
  ["character-card/v2.json", "character-card", {}],
  ["character-card/v1.json", "character-card", {}],
  [
    "silly-tavern/chat.jsonl",
    "silly-tavern",
    {
      "silly-tavern:Ada:2024-01-01@10h00m00s": [
        "assistant: Hello",
        "user: Good day",
        "assistant: Tea?",
        "(assistant: Hi)",
        "(assistant: Coffee?)",
      ],
    },
  ],
  ["sharegpt/set.json", "sharegpt", { "sharegpt:x": ["system: Be kind.", "user: Hi", "assistant: <p>Hello</p>"] }],
  ["sharegpt/request.json", "sharegpt", { "sharegpt:…": ["user: Hi", "assistant: <p>Hello</p>"] }],
  [
    "chatbox/data.json",
    "chatbox",
    {
      "chatbox:c1": ["system: You cook.", "user: Hi", "assistant: Hello", "(assistant: Ciao)", "(user: What?)"],
      "chatbox:c1:th1": ["user: Before"],
    },
  ],
  [
    "deepseek/conversations.json",
    "deepseek",
    { "deepseek:d1": ["user: Green or black?", "assistant: Black.", "(assistant: Green.)"] },
  ],
  ["grok/data.json", "grok", { "grok:g1": ["user: How far?", "assistant: Far."] }],
])("reads %s", (file, format, expected) => {
  const read = importFixture(file);
  expect(read.format).toBe(format);
  expect(flawsOf(read)).toEqual([]);
  const outline = Object.entries(outlineOf(read)).map(([id, said]) => [id.replace(/[0-9a-f]{32}$/, "…"), said]);
  expect(Object.fromEntries(outline)).toEqual(expected);
  const later = importFixture(file, { ...importContext, now: 5 });
  expect(Object.keys(outlineOf(later))).toEqual(Object.keys(outlineOf(read)));
});

const chatIn = (file: string, place = 0) => {
  const chat = importFixture(file).chats[place];
  if (!chat) throw new Error(`${file} has no chat ${place}`);
  return chat;
};

test.each([
  ["librechat/flat.json", "Story", Date.UTC(2024, 4, 28, 18, 8, 58, 669), "Be brave."],
  ["open-webui/chats.json", "Weather", 1_700_001_020_000, "Be dry."],
  ["lobechat/browser.json", "Pasta", 1_700_000_002_000, "You cook."],
  ["lobechat/database.json", "Knots", newYear + second, "You sail."],
  ["cherry-studio/data.json", "Pasta", newYear + 3 * second, "You cook."],
  ["big-agi/all.json", "Pasta", 1_700_000_100_000, undefined],
  ["big-agi/one.json", "Old", 1_690_000_000_000, undefined],
  ["chatbot-ui/history.json", "Pasta", importContext.now, "You are…"],
  ["typingmind/data.json", "Pasta", newYear + 9 * second, undefined],
  ["silly-tavern/chat.jsonl", "Ada", Date.UTC(2024, 0, 1, 13), undefined],
  ["chatbox/data.json", "Pasta", 1_700_000_001_000, undefined],
  ["deepseek/conversations.json", "Tea", Date.UTC(2025, 1, 1, 0, 1), undefined],
  ["grok/data.json", "Mars", 1_740_787_205_000, undefined],
])("reads the title, the last change and the system prompt of %s", (file, topic, lastUpdate, prompt) => {
  const { session } = chatIn(file);
  expect(session).toMatchObject({ topic, lastUpdate, order: lastUpdate });
  expect(session.mask.context.map(({ role, content }) => [role, content])).toEqual(prompt ? [["system", prompt]] : []);
});

test.each([
  [
    "librechat/flat.json",
    1,
    { reasoning: "Hm.", model: "gpt-4o", tools: [{ id: "c1", name: "dice", argumentsText: "{}", result: "6" }] },
  ],
  ["librechat/flat.json", 2, { isError: true, parentId: "librechat:27b5:m1" }],
  [
    "open-webui/chats.json",
    1,
    {
      reasoning: "step…",
      model: "gpt-4o",
      tools: [{ id: "k1", name: "get_weather", argumentsText: '{"city":"Paris"}', result: "18C" }],
    },
  ],
  [
    "open-webui/chats.json",
    2,
    {
      reasoning: "cold?",
      model: "llama",
      tools: [{ id: "a2-0", name: "look", argumentsText: '{"a":1}', result: "<b>" }],
    },
  ],
  [
    "lobechat/browser.json",
    1,
    {
      reasoning: "Hm.",
      model: "gpt-4o",
      tools: [{ id: "k", name: "web.search", argumentsText: "{}", result: "found" }],
    },
  ],
  [
    "cherry-studio/data.json",
    2,
    {
      reasoning: "Hm.",
      model: "gpt-4o",
      parentId: "cherry-studio:t1:m1",
      tools: [{ id: "b5", name: "web", argumentsText: '{"q":1}', result: "found" }],
    },
  ],
  ["big-agi/all.json", 1, { reasoning: "Hm.", model: "gpt-4o", date: 1_700_000_001_000 }],
  ["chatbot-ui/history.json", 1, { model: "gpt-4" }],
  ["typingmind/data.json", 1, { model: "gpt-4o", date: newYear + second }],
  ["silly-tavern/chat.jsonl", 1, { date: Date.UTC(2024, 0, 1, 10, 5, 30) }],
  ["silly-tavern/chat.jsonl", 4, { parentId: "silly-tavern:Ada:2024-01-01@10h00m00s:1" }],
  ["chatbox/data.json", 2, { model: "GPT-4o", date: 1_700_000_001_000 }],
  ["chatbox/data.json", 4, { parentId: "chatbox:c1:f1", date: 1_700_000_000_000 }],
  ["deepseek/conversations.json", 2, { reasoning: "Hm.", model: "deepseek-reasoner", parentId: "deepseek:d1:1" }],
  ["grok/data.json", 1, { model: "grok-3", date: 1_740_787_205_000 }],
])("reads the metadata of a message of %s: number %i", (file, place, expected) => {
  expect(chatIn(file).messages[place]).toMatchObject(expected);
});

test("imports prompts", () => {
  for (const file of ["chatbot-ui/history.json", "typingmind/data.json"]) {
    expect(Object.values(importFixture(file).documents["prompt-store"]?.prompts ?? {})).toMatchObject([
      { title: "Polish", content: expect.stringMatching(/^Rewrite/), isUser: true },
    ]);
  }
});

test.each([
  [
    "v2",
    "Ada",
    [
      ["system", "Ada is kind.\n\nAda meets User."],
      ["user", "Hi"],
      ["assistant", "Hey\nyou"],
      ["assistant", "Hello, User."],
    ],
  ],
  [
    "v1",
    "Bo",
    [
      ["system", "Bo is old.\n\ncalm"],
      ["assistant", "Ahoy."],
    ],
  ],
])("imports a character card of %s as a mask", (version, name, context) => {
  const { masks } = importFixture(`character-card/${version}.json`).documents["mask-store"] ?? {};
  const [mask] = Object.values(masks ?? {});
  expect(mask).toMatchObject({ name, builtin: false, plugin: [] });
  expect(mask.context.map(({ role, content }: { role: string; content: string }) => [role, content])).toEqual(context);
});

test("does not import keys inside another product's models", () => {
  expect(JSON.stringify(importFixture("big-agi/all.json"))).not.toContain("sk-synthetic");
});

test("reports an unknown speaker", () => {
  expect(importFixture("sharegpt/set.json").notUnderstood).toEqual([
    { where: "[0].conversations[3]", reason: "wrong-shape" },
  ]);
});
