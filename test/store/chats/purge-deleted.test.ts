/** @jest-environment jsdom */
import { purgeDeleted } from "@/store/chats/purge-deleted";
import { memoryTexts } from "../../support/memory-texts";

test("deletes the drafts of permanently deleted chats in both storages", async () => {
  for (const id of ["old", "new"]) {
    localStorage.setItem(`unfinished-input-${id}`, "text");
    localStorage.setItem(`unfinished-attachments-${id}`, "{}");
  }
  const texts = memoryTexts({ "draft-old": "{}", "draft-new": "{}" });
  const purged: unknown[] = [];
  const database = {
    updateTexts: texts.update,
    purge: async (tombstone: unknown) => void purged.push(tombstone),
  };
  const now = 60 * 60_000;
  const deleted = [
    { id: "old", deletedAt: 1 },
    { id: "new", deletedAt: now - 1 },
  ];
  await purgeDeleted(database, deleted, now);
  expect(purged).toEqual([{ id: "old", deletedAt: 1 }]);
  expect([...texts.values.keys()]).toEqual(["draft-new"]);
  expect({ ...localStorage }).toEqual({ "unfinished-input-new": "text", "unfinished-attachments-new": "{}" });
});
