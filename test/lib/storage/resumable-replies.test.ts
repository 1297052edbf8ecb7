import "fake-indexeddb/auto";
import { openDatabase } from "@/lib/storage/database";
import { textKeys } from "@/lib/storage/local-keys";
import { readResumable, storeResumable } from "@/lib/storage/resumable-replies";

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

test.each([
  ["text", "{"],
  ["a list", "[1]"],
  ["null", "null"],
  ["an id of another form", JSON.stringify({ m1: { ...reply("a"), id: "../../x" } })],
  ["a key of another length", JSON.stringify({ m1: { ...reply("a"), key: "short" } })],
  ["a time that is text", JSON.stringify({ m1: { ...reply("a"), startedAt: "now" } })],
])("%s counts as no reply", async (_name, text) => {
  const readTexts = async () => ({ [textKeys.resumable]: text });
  expect(await readResumable({ readTexts })).toEqual({});
});
