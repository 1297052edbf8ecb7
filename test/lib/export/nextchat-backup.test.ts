import fc from "fast-check";
import { isBlank, type Mask } from "@/lib/chat/mask";
import { readMaskList, storedMaskList } from "@/lib/chat/mask-list";
import { type Message, textOf } from "@/lib/chat/message";
import { inListOrder } from "@/lib/chat/session";
import type { BackupData } from "@/lib/export/backup-data";
import { nextChatBackup } from "@/lib/export/nextchat-backup";
import type { ImportContext } from "@/lib/import/imported";
import { histories, noImages } from "../../support/backup-samples";
import { sampleMessage, sampleRecord, sampleSession } from "../../support/chat-samples";
import { importContext, importFixture, importText } from "../../support/import-samples";
import { sampleMask } from "../../support/mask-samples";
import { textOfPieces } from "../../support/text-of-pieces";

const written = (data: BackupData, withCredentials = false) => textOfPieces(nextChatBackup(data, { withCredentials }));
const nothing: BackupData = { exportedAt: 5, sessions: [], messages: [], tombstones: [], documents: {}, ...noImages };

const quoted = ({ reasoning }: Message) => (reasoning ? `${reasoning.replace(/^/gm, "> ")}\n\n` : "");

test("importing a backup restores the visible messages of every chat, with their roles, times and order", async () => {
  const context: ImportContext = { ...importContext, thinks: () => false };
  await fc.assert(
    fc.asyncProperty(histories, async (data) => {
      const messages = [...data.messages].filter(({ isAside }) => !isAside);
      const hasMessages = (id: string) => messages.some(({ sessionId }) => sessionId === id);
      // NextChat always stores an empty chat; one without any content is not read.
      const kept = [...data.sessions].filter(
        ({ id, topic, memoryPrompt, mask }) =>
          hasMessages(id) || topic + memoryPrompt !== "" || !isBlank({ ...mask, syncGlobalConfig: true }),
      );
      const chats = inListOrder([...kept]).map(({ id, topic, lastUpdate }) => ({
        head: { id, topic, lastUpdate },
        said: messages
          .filter(({ sessionId }) => sessionId === id)
          .map((message) => [message.id, message.role, quoted(message) + textOf(message), message.isError]),
      }));
      const read = importText(await written(data), context);
      expect(
        read.chats.map(({ session: { id, topic, lastUpdate }, messages: said }) => ({
          head: { id, topic, lastUpdate },
          said: said.map((message) => [message.id, message.role, textOf(message), message.isError]),
        })),
      ).toEqual(chats);
    }),
  );
});

test("reasoning, images and tools are restored", async () => {
  const messages = [
    sampleRecord({
      id: "a",
      sessionId: "s",
      seq: 1,
      role: "assistant",
      model: "a-reasoner",
      date: Date.UTC(2025, 0, 2),
      content: "Answer.",
      reasoning: "One.\n\nTwo.",
      tools: [{ id: "t", name: "look", argumentsText: "{}", result: "dark", isError: true }],
    }),
    sampleRecord({
      id: "b",
      sessionId: "s",
      seq: 2,
      date: Date.UTC(2025, 0, 3),
      content: [{ type: "image_url", image_url: { url: "data:image/png;base64,AAAA" } }],
    }),
  ];
  const sessions = [sampleSession({ id: "s", messageCount: 2, lastUpdate: Date.UTC(2025, 0, 3) })];
  const read = importText(await written({ ...nothing, sessions, messages }));
  expect(read.chats[0]?.messages).toEqual(messages);
});

test("parts of unknown types are restored at their positions", async () => {
  const { messages } = importFixture("nextchat/backup-current.json").chats[0] ?? { messages: [] };
  const sessions = [sampleSession({ id: messages[0]?.sessionId ?? "" })];
  const file = JSON.parse(await written({ ...nothing, sessions, messages }));
  expect(file["chat-next-web-store"].sessions[0].messages[2].content).toEqual([
    { type: "text", text: "Like this?" },
    { type: "audio", data: "x" },
    { type: "image_url", image_url: { url: "https://chat.example/api/cache/abc.png" } },
  ]);
});

test("the file has the five stores, NextChat's default title for untitled chats, and no trash", async () => {
  const sessions = [sampleSession({ id: "s" }), sampleSession({ id: "t", deletedAt: 5 })];
  const file = JSON.parse(
    await written({ ...nothing, sessions, messages: [sampleRecord({ id: "a", sessionId: "s", seq: 1 })] }),
  );
  expect(Object.keys(file)).toEqual([
    "chat-next-web-store",
    "access-control",
    "app-config",
    "mask-store",
    "prompt-store",
  ]);
  expect(file["chat-next-web-store"].sessions).toMatchObject([
    {
      id: "s",
      topic: "New Conversation",
      mask: { name: "New Conversation" },
      stat: { charCount: 0 },
      messages: [{ id: "a", role: "user", content: "a", date: "", streaming: false }],
    },
  ]);
  expect(file["chat-next-web-store"].sessions[0]).not.toHaveProperty("order");
  expect(file["chat-next-web-store"].sessions[0].messages[0]).not.toHaveProperty("seq");
  expect(file["prompt-store"]).toEqual({ counter: 0, prompts: {} });
});

test("prompts are restored unchanged, and deleted ones are not in the file", async () => {
  const prompts = { p: { id: "p", isUser: true, title: "Report", content: "Write it", createdAt: 5, tint: "olive" } };
  const state = { prompts, counter: 3, deleted: { q: 4 }, lastUpdateTime: 9 };
  const file = JSON.parse(await written({ ...nothing, documents: { "prompt-store": { version: 3, state } } }));
  expect(file["prompt-store"]).toEqual({ prompts, counter: 3, lastUpdateTime: 9 });
});

test("masks are written in NextChat's format, without deletions, and are restored unchanged", async () => {
  const context = [sampleMessage({ id: "p", content: "Be kind.", date: Date.UTC(2025, 0, 2) })];
  const own = sampleMask({ id: "a", name: "Tutor", createdAt: 5, hideContext: true, syncGlobalConfig: false, context });
  const state = storedMaskList({ own: [own], language: "cn", deleted: { gone: 5 }, unread: {}, lastUpdateTime: 9 });
  const text = await written({ ...nothing, documents: { "mask-store": { version: 3.1, state } } });
  const store = JSON.parse(text)["mask-store"];
  expect(store).toMatchObject({ masks: { a: { context: [{ date: "2025-01-02T00:00:00.000Z" }] } }, language: "cn" });
  expect(store).not.toHaveProperty("deleted");
  const read = readMaskList(importText(text).documents["mask-store"]);
  expect(read).toMatchObject({
    own: [{ ...own, context: [{ ...context[0], date: expect.any(Number) }] }],
    language: "cn",
  });
});

test("credentials are only included on request", async () => {
  const state = { openaiUrl: "https://gw.example", openaiApiKey: "secret-1" };
  const data = { ...nothing, documents: { "access-control": { version: 2, state } } };
  expect(JSON.parse(await written(data))["access-control"]).toEqual({ openaiUrl: "https://gw.example" });
  expect(JSON.parse(await written(data, true))["access-control"]).toEqual(state);
});

test("titles begin with the names of projects if that was chosen", async () => {
  const sessions = [
    sampleSession({ id: "a", topic: "Neap", projectId: "p", tags: ["Sea"], order: 3 }),
    sampleSession({ id: "b", topic: "", projectId: "p", order: 2 }),
    sampleSession({ id: "c", topic: "Bread", projectId: "gone", order: 1 }),
  ];
  const state = { projects: { p: { id: "p", name: "Tides" } } };
  const data = { ...nothing, sessions, documents: { "project-store": { version: 1, state } } };
  const topics = async (withProjectNames: boolean) =>
    JSON.parse(await textOfPieces(nextChatBackup(data, { withCredentials: false, withProjectNames })))[
      "chat-next-web-store"
    ].sessions.map(({ topic }: { topic: string }) => topic);
  expect(await topics(true)).toEqual(["Tides: Neap", "Tides: New Conversation", "Bread"]);
  expect(await topics(false)).toEqual(["Neap", "New Conversation", "Bread"]);
});

test("the instructions of a project are the first prompt of its chats if that was chosen", async () => {
  const prompt = sampleMessage({ id: "p1", role: "user", content: "Be kind.", date: Date.UTC(2025, 0, 2) });
  const mask = sampleMask({ id: "m", context: [prompt] });
  const sessions = [
    sampleSession({ id: "a", topic: "Neap", projectId: "p", mask, order: 3 }),
    sampleSession({ id: "b", topic: "Bread", projectId: "empty", mask, order: 2 }),
    sampleSession({ id: "c", topic: "Salt", mask, order: 1 }),
  ];
  const projects = {
    p: { id: "p", name: "Tides", instructions: "Answer in knots." },
    empty: { id: "empty", name: "Empty", instructions: " " },
  };
  const data = { ...nothing, sessions, documents: { "project-store": { version: 1, state: { projects } } } };
  const contexts = async (withProjectInstructions: boolean) =>
    JSON.parse(await textOfPieces(nextChatBackup(data, { withCredentials: false, withProjectInstructions })))[
      "chat-next-web-store"
    ].sessions.map(({ topic, mask: { context } }: { topic: string; mask: { context: unknown } }) => [topic, context]);
  const own = { id: "p1", role: "user", content: "Be kind.", date: "2025-01-02T00:00:00.000Z", streaming: false };
  const instructions = {
    id: "instructions:p",
    role: "system",
    content: "Answer in knots.",
    date: "",
    streaming: false,
  };
  expect(await contexts(true)).toEqual([
    ["Neap", [instructions, own]],
    ["Bread", [own]],
    ["Salt", [own]],
  ]);
  expect(await contexts(false)).toEqual([
    ["Neap", [own]],
    ["Bread", [own]],
    ["Salt", [own]],
  ]);
});

test("chats have the model settings and the tools of their project if that was chosen", async () => {
  const follows = sampleMask({ id: "m", plugin: ["tides"], syncGlobalConfig: true });
  const own = sampleMask({ id: "o", syncGlobalConfig: false, modelConfig: { ...follows.modelConfig, model: "own" } });
  const sessions = [
    sampleSession({ id: "a", topic: "Neap", projectId: "p", mask: follows, order: 4 }),
    sampleSession({ id: "b", topic: "Own", projectId: "p", mask: own, order: 3 }),
    sampleSession({ id: "c", topic: "Plain", projectId: "plain", mask: follows, order: 2 }),
    sampleSession({ id: "d", topic: "Salt", mask: follows, order: 1 }),
  ];
  const projects = {
    p: { id: "p", name: "Tides", modelConfig: { model: "gpt-5", providerName: "OpenAI" }, plugin: ["charts", "tides"] },
    plain: { id: "plain", name: "Plain" },
  };
  const documents = {
    "project-store": { version: 1, state: { projects } },
    "app-config": { version: 4, state: { modelConfig: { model: "app", temperature: 0.9 } } },
  };
  const masks = async (withProjectSettings: boolean) => {
    const options = { withCredentials: false, withProjectSettings };
    const file = JSON.parse(await textOfPieces(nextChatBackup({ ...nothing, sessions, documents }, options)));
    return file["chat-next-web-store"].sessions.map(({ topic, mask }: { topic: string; mask: Mask }) => {
      const { model, temperature } = mask.modelConfig;
      return [topic, mask.syncGlobalConfig || { model, temperature }, mask.plugin];
    });
  };
  const others = [
    ["Plain", true, ["tides"]],
    ["Salt", true, ["tides"]],
  ];
  const { temperature } = own.modelConfig;
  expect(await masks(true)).toEqual([
    ["Neap", { model: "gpt-5", temperature: 0.9 }, ["charts", "tides"]],
    ["Own", { model: "own", temperature }, ["charts", "tides"]],
    ...others,
  ]);
  expect(await masks(false)).toEqual([
    ["Neap", true, ["tides"]],
    ["Own", { model: "own", temperature }, []],
    ...others,
  ]);
});
