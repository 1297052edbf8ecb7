import "fake-indexeddb/auto";
import { IDBFactory } from "fake-indexeddb";
import { type Backup, clearBackups, keepBackup, keptBackups, listBackups } from "@/lib/storage/backups";

beforeEach(() => Object.assign(globalThis, { indexedDB: new IDBFactory() }));

function backup(at: number, reason: Backup["reason"] = "import"): Backup {
  return { id: `b${at}`, at, reason, file: new Blob([`copy ${at}`]) };
}

async function ids(): Promise<string[]> {
  return (await listBackups()).map(({ id }) => id);
}

test("the newest come first, and the oldest goes", async () => {
  for (let at = 1; at <= keptBackups + 2; at++) await keepBackup(backup(at));
  expect(await ids()).toEqual(["b7", "b6", "b5", "b4", "b3"]);
});

test("what was found of a NextChat stays however many come later", async () => {
  await keepBackup(backup(1, "takeover"));
  for (let at = 2; at <= keptBackups + 3; at++) await keepBackup(backup(at, "daily"));
  expect(await ids()).toEqual(["b8", "b7", "b6", "b5", "b4", "b1"]);
});

test("all are gone once everything is cleared", async () => {
  await keepBackup(backup(1));
  await clearBackups();
  expect(await ids()).toEqual([]);
});

test("where the browser forbids storage it says so", async () => {
  indexedDB.open = () => {
    throw new DOMException("denied", "SecurityError");
  };
  await expect(keepBackup(backup(1))).rejects.toMatchObject({ code: "storage-unavailable" });
  await expect(listBackups()).rejects.toMatchObject({ code: "storage-unavailable" });
});
