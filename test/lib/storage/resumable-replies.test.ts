import "fake-indexeddb/auto";
import { openDatabase } from "@/lib/storage/database";
import { textKeys } from "@/lib/storage/local-keys";
import { readResumable, type StoredReply, storeResumable } from "@/lib/storage/resumable-replies";

const reply = (letter: string) => ({
  sessionId: "chat",
  ...(letter === "b" && { providerName: "OpenAI" }),
  id: letter.repeat(22),
  key: letter.repeat(43),
  startedAt: 1_800_000_000_000,
});

test("replies are stored by message and removed one by one, and the last one leaves nothing", async () => {
  const database = await openDatabase(() => {});
  await Promise.all([storeResumable(database, "m1", reply("a")), storeResumable(database, "m2", reply("b"))]);
  expect(await readResumable(database)).toEqual({ m1: reply("a"), m2: reply("b") });
  // A retry has replaced the reply, so the end of the earlier one does not remove it.
  await storeResumable(database, "m1", reply("c"));
  await storeResumable(database, "m1", { removedId: reply("a").id });
  expect(await readResumable(database)).toEqual({ m1: reply("c"), m2: reply("b") });
  await storeResumable(database, "m1", { removedId: reply("c").id });
  await storeResumable(database, "absent", { removedId: reply("c").id });
  expect(await readResumable(database)).toEqual({ m2: reply("b") });
  await storeResumable(database, "m2", { removedId: reply("b").id });
  expect(await database.readTexts([textKeys.resumable])).toEqual({});
  database.close();
});

test("a later call is stored with the rounds before it and what else the reply needs, unless that is too long", async () => {
  const database = await openDatabase(() => {});
  const stored: StoredReply = {
    ...reply("a"),
    rounds: [
      {
        events: [
          { type: "text-delta", text: "Let me see." },
          { type: "tool-call-start", id: "c", name: "tide" },
          { type: "tool-run", position: 0, run: { state: "done", result: "06:12", ms: 3 } },
        ],
        results: [{ role: "tool", callId: "c", name: "tide", content: "06:12", images: ["data:,"] }],
      },
    ],
    cost: { kind: "about", currency: "USD", micros: 7 },
    continued: { id: "m1", role: "assistant", content: "Half a", date: 1 },
    omitted: ["memory", "tools"],
  };
  expect(await storeResumable(database, "m1", stored)).toBe(true);
  expect(await readResumable(database)).toEqual({ m1: stored });
  const long = { ...stored, id: "b".repeat(22), continued: { ...stored.continued, content: "x".repeat(2_000_000) } };
  expect(await storeResumable(database, "m2", long as StoredReply)).toBe(false);
  expect(await readResumable(database)).toEqual({ m1: stored });
  database.close();
});

test.each([
  ["text", "{"],
  ["a list", "[1]"],
  ["null", "null"],
  ["an id of another form", JSON.stringify({ m1: { ...reply("a"), id: "../../x" } })],
  ["a key of another length", JSON.stringify({ m1: { ...reply("a"), key: "short" } })],
  ["a time that is text", JSON.stringify({ m1: { ...reply("a"), startedAt: "now" } })],
  ["rounds of another form", JSON.stringify({ m1: { ...reply("a"), rounds: [{ events: "none" }] } })],
])("%s counts as no reply", async (_name, text) => {
  const readTexts = async () => ({ [textKeys.resumable]: text });
  expect(await readResumable({ readTexts })).toEqual({});
});
