import type { ImportedChat } from "@/lib/import/imported";
import { planImport } from "@/lib/import/plan";
import { usualSettings } from "../../../support/chat-samples";
import { flawsOf, importContext, importFixture, importText, outlineOf } from "../../../support/import-samples";

function onlyChat({ chats }: { readonly chats: readonly ImportedChat[] }): ImportedChat {
  expect(chats).toHaveLength(1);
  return chats[0] as ImportedChat;
}

const files = [
  "v0-config-inside.json",
  "v1.json",
  "v1.1.json",
  "v1.2.json",
  "v2.json",
  "v3.json",
  "v3.2-compress.json",
  "backup-july-2024.json",
  "backup-october-2024.json",
  "backup-current.json",
  "browser-dump.json",
  "single-chat.json",
  "fine-tuning.jsonl",
];

test.each(files)("%s gives valid records, and the same ones every time", (file) => {
  const first = importFixture(`nextchat/${file}`);
  expect(flawsOf(first)).toEqual([]);
  expect(importFixture(`nextchat/${file}`, { ...importContext, now: 5 }).chats.map(idsOf)).toEqual(
    first.chats.map(idsOf),
  );
});

function idsOf({ session, messages }: ImportedChat): string[] {
  return [session.id, ...messages.map(({ id }) => id)];
}

test.each([
  ["a chosen voice", {}, "en-GB-SoniaNeural", { edgeVoice: "en-GB-SoniaNeural" }],
  ["no voice", {}, "", {}],
  [
    "a voice, but Parley has one, too",
    { edgeVoice: "de-DE-KatjaNeural" },
    "en-GB-SoniaNeural",
    { edgeVoice: "de-DE-KatjaNeural" },
  ],
])("imports Edge's voice into the speech settings if there is %s", (_, speech, edgeTTSVoiceName, taken) => {
  const ttsConfig = { engine: "Edge-TTS", ...speech };
  const { documents } = importText(
    JSON.stringify({
      "app-config": { state: { submitKey: "Enter", modelConfig: {}, ttsConfig }, version: 4.1 },
      "access-control": { state: { accessCode: "", edgeTTSVoiceName }, version: 2 },
    }),
  );
  expect(documents["app-config"]?.ttsConfig).toEqual({ engine: "Edge-TTS", ...taken });
});

describe("a current backup", () => {
  const backup = importFixture("nextchat/backup-current.json");

  test("keeps the order of chats and reports that the empty one was skipped", () => {
    expect(backup.format).toBe("nextchat");
    expect(backup.chats.map(({ session }) => session.id)).toEqual(["b1Xy0000000000000000A", "older-on-top-00000000"]);
    const [first, second] = backup.chats.map(({ session }) => session.order);
    expect(second).toBe(1741166209000);
    expect(first).toBe(1741166209001);
    expect(backup.notUnderstood).toEqual([{ where: "chat-next-web-store.sessions[2]", reason: "no-messages" }]);
  });

  test("keeps a chat's metadata, with fields that Parley does not know", () => {
    expect(backup.chats[0]?.session).toMatchObject({
      topic: "Sourdough",
      preview: "Why is my loaf flat?",
      memoryPrompt: "About bread.",
      lastUpdate: 1741166109000,
      lastSummarizeIndex: 0,
      clearContextIndex: 2,
      messageCount: 4,
      rank: 4,
      stat: { tokenCount: 0, wordCount: 0, charCount: 41 },
      mask: {
        id: "k1",
        name: "",
        plugin: ["arxivsearch"],
        enableArtifacts: false,
        syncGlobalConfig: true,
        modelConfig: { model: "deepseek-reasoner", providerName: "DeepSeek", compressModel: "gpt-4o", later: 1 },
      },
    });
  });

  test("keeps every message at its position, with its date", () => {
    const [question, answer, image, tools] = backup.chats[0]?.messages ?? [];
    expect(question).toEqual({
      id: "m1",
      role: "user",
      content: "Why is my loaf flat?",
      date: Date.UTC(2025, 2, 5, 9, 14, 2),
      dateText: "3/5/2025, 10:14:02 AM",
      sessionId: "b1Xy0000000000000000A",
      seq: 1,
    });
    expect(answer).toMatchObject({
      content: "The dough was under-proofed.",
      reasoning: "The user asks.\nHm.",
      model: "deepseek-reasoner",
      seq: 2,
    });
    expect(image).toMatchObject({
      content: [
        { type: "text", text: "Like this?" },
        { type: "image_url", image_url: { url: "https://chat.example/api/cache/abc.png" } },
      ],
      otherParts: [{ place: 1, part: { type: "audio", data: "x" } }],
    });
    expect(tools).toMatchObject({
      content: "> A quotation.\n\nMine.",
      isError: true,
      audio_url: "a.mp3",
      tools: [
        { id: "call_1", name: "search", argumentsText: '{"q":"crumb"}', result: '{"hits":3}', isError: false },
        { id: "call_2", name: "look", argumentsText: "", result: "no light", isError: true },
      ],
    });
    expect(tools).not.toHaveProperty("streaming");
    expect(tools).not.toHaveProperty("reasoning");
  });

  test("gives a shared message id to the first of two chats, and the second chat a new id", () => {
    expect(backup.chats[1]?.messages[0]).toMatchObject({
      id: "older-on-top-00000000:m1",
      isMcpResponse: true,
      date: Date.UTC(2025, 2, 5, 9, 16, 49),
      dateText: "٥‏/٣‏/٢٠٢٥ ٩:١٦:٤٩ ص",
    });
    expect(backup.chats[1]?.session).toMatchObject({ topic: "نص", mask: { name: "", syncGlobalConfig: false } });
  });

  test("contains the other stores", () => {
    expect(Object.keys(backup.documents).sort()).toEqual([
      "access-control",
      "app-config",
      "mask-store",
      "prompt-store",
    ]);
    expect(backup.documents["access-control"]).toMatchObject({
      openaiUrl: "https://api.example",
      openaiApiKey: "sk-synthetic",
      hosts: { openaiApiKey: "api.example" },
    });
    expect(backup.documents["mask-store"]).toMatchObject({
      language: "en",
      masks: {
        k9: { name: "Translator", hideContext: true, context: [{ id: "c1", role: "system", content: "Translate." }] },
      },
    });
    expect(backup.documents["prompt-store"]).toEqual({
      counter: 0,
      prompts: { p1: { id: "p1", isUser: true, title: "Polish", content: "Rewrite: ", createdAt: 1741160000000 } },
    });
  });
});

test("version 0: settings among the chats, numeric ids, and no messages", () => {
  const dump = importFixture("nextchat/v0-config-inside.json");
  const { session, messages } = onlyChat(dump);
  expect(session.id).toMatch(/^nextchat:[0-9a-f]{32}$/);
  expect(session).toMatchObject({ topic: "", preview: "你好", lastUpdate: Date.UTC(2023, 2, 17, 12, 31, 5) });
  expect(session.mask).toMatchObject({
    syncGlobalConfig: true,
    modelConfig: { model: "gpt-3.5-turbo", historyMessageCount: 9, compressMessageLengthThreshold: 1500 },
  });
  expect(messages.map(({ role, content, date }) => [role, content, date])).toEqual([
    ["user", "你好", Date.UTC(2023, 2, 17, 12, 31, 0)],
    ["assistant", "你好！", Date.UTC(2023, 2, 17, 12, 31, 5)],
  ]);
  expect(dump.documents["app-config"]).toEqual({
    submitKey: "Ctrl + Enter",
    avatar: "1f604",
    theme: "dark",
    tightBorder: true,
    dontShowMaskSplashScreen: false,
    hideBuiltinMasks: false,
    customModels: "",
    enableAutoGenerateTitle: true,
    lastUpdate: importContext.now,
    modelConfig: {
      sendMemory: true,
      historyMessageCount: 9,
      compressMessageLengthThreshold: 1500,
      frequency_penalty: 0,
      top_p: 1,
      template: "{{input}}",
      model: "gpt-3.5-turbo",
      providerName: "OpenAI",
      temperature: 1,
      max_tokens: 2000,
      presence_penalty: 0,
      enableInjectSystemPrompts: true,
      compressModel: "",
      compressProviderName: "",
    },
  });
});

test("assumes this device's time zone for dates without a time zone", () => {
  const { session, messages } = onlyChat(
    importFixture("nextchat/v0-config-inside.json", { ...importContext, zoneMinutes: 480 }),
  );
  expect(session.lastUpdate).toBe(Date.UTC(2023, 2, 17, 4, 31, 5));
  expect(messages.map(({ date }) => date)).toEqual([Date.UTC(2023, 2, 17, 4, 31, 0), Date.UTC(2023, 2, 17, 4, 31, 5)]);
});

test("version 1: keeps shared counters separate, and the memory and order", () => {
  const { chats } = importFixture("nextchat/v1.json");
  expect(chats.map(({ session }) => [session.topic, session.memoryPrompt, session.lastSummarizeIndex])).toEqual([
    ["Tides", "They speak of tides.", 2],
    ["", "", 0],
  ]);
  expect(chats[0]?.session.mask.modelConfig).toMatchObject({ model: "gpt-4", temperature: 0.7, sendMemory: true });
  const ids = chats.flatMap(({ messages }) => messages.map(({ id }) => id));
  expect(ids.map((id) => id.replace(/[0-9a-f]{32}/, "…"))).toEqual(["nextchat:…:0", "nextchat:…:1", "nextchat:…:0"]);
  expect(chats[0]?.messages.map(({ date }) => date)).toEqual([
    Date.UTC(2023, 2, 28, 10, 40, 0),
    Date.UTC(2023, 2, 28, 10, 40, 7),
  ]);
});

test("version 1.1: moves a chat's prompts and avatar into its mask", () => {
  const { session } = onlyChat(importFixture("nextchat/v1.1.json"));
  expect(session.mask).toMatchObject({
    avatar: "1f4d6",
    context: [{ role: "system", content: "You rhyme.", date: 0 }],
    modelConfig: { ...usualSettings, sendMemory: false },
  });
  expect(session).not.toHaveProperty("context");
  expect(session).not.toHaveProperty("sendMemory");
});

test("version 1.2: keeps a chat's own model settings, whatever the global ones are", () => {
  const { session, messages } = onlyChat(importFixture("nextchat/v1.2.json"));
  expect(session.mask).toMatchObject({
    syncGlobalConfig: false,
    modelConfig: { model: "gpt-4-32k", providerName: "OpenAI", temperature: 0.2, historyMessageCount: 4 },
  });
  expect(messages[1]).toMatchObject({ model: "gpt-4-32k", date: Date.UTC(2023, 3, 20, 14, 13, 29) });
});

test("version 2: masks with numeric ids, the placeholder of the empty mask, and prompts that were never stored", () => {
  const dump = importFixture("nextchat/v2.json");
  expect(
    dump.chats.map(({ session }) => [session.topic, session.mask.id, session.mask.builtin, session.mask.name]),
  ).toEqual([
    ["Recipes", "100012", true, "Cook"],
    ["", `mask-of-${dump.chats[1]?.session.id}`, false, ""],
  ]);
  expect(dump.chats[0]?.session.mask.context).toMatchObject([{ id: "7", content: "You cook." }]);
  const masks = Object.values(dump.documents["mask-store"]?.masks ?? {});
  expect(masks).toMatchObject([{ name: "Translator", lang: "de", context: [{ role: "user", content: "Translate" }] }]);
  expect(Object.keys(dump.documents["mask-store"]?.masks ?? {})).toEqual(masks.map(({ id }) => id));
  expect(dump.documents["mask-store"]).not.toHaveProperty("globalMaskId");
  expect(dump.documents["prompt-store"]).toEqual({ prompts: {} });
});

test("version 3: system prompts by the global setting, masks keyed by id, prompts with string ids, old WebDAV", () => {
  const dump = importFixture("nextchat/v3.json");
  expect(onlyChat(dump).session.mask.modelConfig.enableInjectSystemPrompts).toBe(false);
  expect(dump.documents["app-config"]).toMatchObject({ customModels: "", lastUpdate: 1 });
  expect(Object.keys(dump.documents["mask-store"]?.masks ?? {})).toEqual(["new-id"]);
  const prompts = Object.values(dump.documents["prompt-store"]?.prompts ?? {});
  expect(prompts).toEqual([
    {
      id: expect.stringMatching(/^nextchat:prompt:/),
      isUser: true,
      title: "Polish",
      content: "Rewrite: ",
      createdAt: 0,
    },
  ]);
  expect(dump.documents.sync).toEqual({
    webdav: { endpoint: "https://dav.example", username: "ada", password: "pw" },
    proxyUrl: "",
    upstash: { endpoint: "", username: "chatgpt-next-web", apiKey: "" },
  });
});

test("version 3.2: resets the summary model that NextChat had filled in, but not one that was chosen", () => {
  const dump = importFixture("nextchat/v3.2-compress.json");
  expect(onlyChat(dump).session.mask.modelConfig).toMatchObject({
    compressModel: "",
    compressProviderName: "",
    enableInjectSystemPrompts: false,
  });
  expect(dump.documents["app-config"]).toMatchObject({
    enableAutoGenerateTitle: false,
    modelConfig: { compressModel: "", compressProviderName: "" },
  });
});

test("July 2024: provider names, the token, unknown models", () => {
  const backup = importFixture("nextchat/backup-july-2024.json");
  expect(onlyChat(backup).session.mask).toMatchObject({
    syncGlobalConfig: false,
    modelConfig: { providerName: "OpenAI" },
  });
  expect(backup.documents["access-control"]).toEqual({
    azureApiVersion: "2023-08-01-preview",
    openaiApiKey: "sk-old",
    accessCode: "code-1",
    openaiUrl: "",
    hosts: { openaiApiKey: "" },
  });
  expect(backup.documents["app-config"]).toMatchObject({
    customModels: "+mine,+house-model,+other@OpenAI=Other one",
    modelConfig: { providerName: "OpenAI" },
  });
  expect(backup.documents["app-config"]).not.toHaveProperty("models");
  expect(backup.documents["app-config"]).not.toHaveProperty("_hasHydrated");
});

test("October 2024: ChatGLM's short model names, and addresses that mean the default", () => {
  expect(importFixture("nextchat/backup-october-2024.json").documents["access-control"]).toEqual({
    accessCode: "",
    useCustomConfig: true,
    provider: "OpenAI",
    openaiUrl: "https://gw.example/v1",
    openaiApiKey: "sk-synthetic",
    azureUrl: "",
    anthropicUrl: "",
    googleUrl: "",
    deepseekUrl: "",
    chatglmUrl: "https://glm.example",
    chatglmApiKey: "glm-synthetic",
    lastUpdateTime: 5,
    hosts: { openaiApiKey: "gw.example", chatglmApiKey: "glm.example" },
  });
});

test("reads a dump of all browser storage, whose stores are strings", () => {
  const dump = importFixture("nextchat/browser-dump.json");
  expect(outlineOf(dump)).toEqual({ "dump-0000000000000000": ["user: Hi"] });
  expect(onlyChat(dump).messages[0]?.date).toBe(1735787045000);
  expect(dump.documents).toEqual({
    "chat-next-web-plugin": { plugins: { p: { id: "p", title: "Weather", usingProxy: true } } },
    "sd-list": { draw: [], currentId: 0 },
    "chat-update": { used: 3 },
    sync: { proxyUrl: "" },
  });
  expect(dump.notUnderstood).toEqual([{ where: "mcp-store", reason: "wrong-shape" }]);
});

test.each([
  ["bare", (state: object) => state],
  ["in its envelope", (state: object) => ({ state, version: 3.3 })],
])("recognizes the value of a single store, %s, without its key", (_name, wrap) => {
  const state = { sessions: [{ id: "one", messages: [{ id: "m", role: "user", content: "Hi" }] }] };
  expect(outlineOf(importText(JSON.stringify(wrap(state))))).toEqual({ one: ["user: Hi"] });
});

test("recognizes the old name of the chats in a sync file", () => {
  const chat = { sessions: [{ id: "one", messages: [{ id: "m", role: "user", content: "Hi" }] }] };
  expect(outlineOf(importText(JSON.stringify({ chat })))).toEqual({ one: ["user: Hi"] });
});

test("imports and reports a chat whose text a desktop build damaged", () => {
  const content = Buffer.from("你好世界，今天", "utf16le").toString("latin1");
  const chat = {
    sessions: [{ id: "one", messages: [{ id: "m", role: "user", content: `${content}\u0080\u0099\u0084` }] }],
  };
  const read = importText(JSON.stringify({ "chat-next-web-store": chat }));
  expect(read.chats).toHaveLength(1);
  expect(read.notUnderstood).toEqual([{ where: "chat-next-web-store.sessions[0]", reason: "damaged-text" }]);
});

test("imports masks from a file as the user's own and reports invalid ones", () => {
  const { documents, notUnderstood } = importFixture("nextchat/masks.json");
  const masks = Object.values(documents["mask-store"]?.masks ?? {});
  expect(masks).toMatchObject([
    { id: "a", name: "Pilot", avatar: "1f603", context: [{ content: "You fly." }], syncGlobalConfig: false },
    { id: expect.stringMatching(/^nextchat:mask:/), name: "Writer", builtin: false, syncGlobalConfig: true },
  ]);
  expect(notUnderstood).toEqual([{ where: "[2]", reason: "wrong-shape" }]);
});

test("imports prompts from a file, except empty ones", () => {
  const { documents, notUnderstood } = importFixture("nextchat/prompts.json");
  expect(Object.values(documents["prompt-store"]?.prompts ?? {})).toMatchObject([
    { title: "Polish", content: "Rewrite: ", isUser: true },
    { title: "润色", content: "改写：" },
  ]);
  expect(notUnderstood).toEqual([{ where: "en[2]", reason: "wrong-shape" }]);
});

test("titles a single chat by its first sentence", () => {
  const chat = onlyChat(importFixture("nextchat/single-chat.json"));
  expect(chat.session).toMatchObject({ topic: "Sourdough", messageCount: 2, lastUpdate: importContext.now });
  expect(chat.messages.map(({ role, content }) => [role, content])).toEqual([
    ["user", "Why is my loaf flat?"],
    ["assistant", "Proof it longer."],
  ]);
});

test("imports each line of a fine-tuning file as a chat, with its system message", () => {
  expect(Object.values(outlineOf(importFixture("nextchat/fine-tuning.jsonl")))).toEqual([
    ["system: You answer in verse.", "user: Rain?", "assistant: It falls."],
    ["user: Sun?", "assistant: It shines."],
  ]);
});

describe("a chat without messages", () => {
  const mask = { id: "k", name: "", avatar: "gpt-bot", context: [], plugin: [], modelConfig: {} };
  const prompt = { id: "p", role: "system", content: "You sail.", date: "" };

  /** Reads a store with one chat that has no message. */
  function readOne(session: object, beside: object = {}) {
    const state = {
      sessions: [{ id: "one", topic: "New Conversation", messages: [], memoryPrompt: "", mask, ...session }],
    };
    return importText(JSON.stringify({ "chat-next-web-store": { state, version: 3.3 }, ...beside }));
  }

  test.each<[string, object]>([
    ["a title", { topic: "Tides" }],
    ["a memory", { memoryPrompt: "We spoke of tides." }],
    ["a mask with a name", { mask: { ...mask, name: "Pilot" } }],
    ["a mask with a prompt", { mask: { ...mask, context: [prompt] } }],
    ["a mask with an avatar", { mask: { ...mask, avatar: "1f603" } }],
    ["a mask with a plugin", { mask: { ...mask, plugin: ["weather"] } }],
  ])("is imported with %s", (_name, session) => {
    const { chats, notUnderstood } = readOne(session);
    expect(chats.map(({ session: { id, messageCount }, messages }) => [id, messageCount, messages])).toEqual([
      ["one", 0, []],
    ]);
    expect(notUnderstood).toEqual([]);
  });

  test("is imported with its draft, which is only used if the chat is new", () => {
    const read = readOne({}, { "unfinished-input-one": "half a thought", "unfinished-input-two": "of no chat" });
    expect(read.chats).toMatchObject([{ session: { id: "one" }, draft: "half a thought" }]);
    const nothing = { sessionIds: new Set<string>(), messageIds: new Set<string>(), blobIds: new Set<string>() };
    expect(planImport(read, nothing).newDrafts).toEqual({ one: "half a thought" });
    expect(planImport(read, { ...nothing, sessionIds: new Set(["one"]) }).newDrafts).toEqual({});
  });

  test.each<[string, object, object]>([
    ["nothing", {}, {}],
    ["another model", { mask: { ...mask, syncGlobalConfig: false, modelConfig: { model: "gpt-4o" } } }, {}],
    ["a blank draft", {}, { "unfinished-input-one": "  " }],
    ["a draft that is not a string", {}, { "unfinished-input-one": 7 }],
  ])("is skipped with %s", (_name, session, beside) => {
    const { chats, notUnderstood } = readOne(session, beside);
    expect(chats).toEqual([]);
    expect(notUnderstood).toEqual([{ where: "chat-next-web-store.sessions[0]", reason: "no-messages" }]);
  });
});

test("keeps the dates of failed messages after the last reply, and does not shift the dates before them", () => {
  const answered = Date.UTC(2025, 0, 2, 3, 4, 5);
  const message = (id: string, role: string, date: string, isError = false) => ({
    id,
    role,
    date,
    content: id,
    isError,
  });
  const sessions = [
    {
      id: "one",
      // The reply finished then, by a clock two hours ahead of Greenwich; nine days later a question failed.
      lastUpdate: answered,
      messages: [
        message("q1", "user", "1/2/2025, 5:03:00 AM"),
        message("a1", "assistant", "1/2/2025, 5:04:05 AM"),
        message("q2", "user", "1/11/2025, 5:20:30 AM", true),
        message("a2", "assistant", "1/11/2025, 5:20:30 AM", true),
      ],
    },
  ];
  const { messages } = onlyChat(importText(JSON.stringify({ "chat-next-web-store": { sessions } })));
  const failed = Date.UTC(2025, 0, 11, 3, 20, 30);
  expect(messages.map(({ date }) => date)).toEqual([answered - 65_000, answered, failed, failed]);
});
