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

test("after the clock went back a new copy stays, and those of a later time go first", async () => {
  for (let at = 101; at <= 100 + keptBackups; at++) await keepBackup(backup(at));
  await keepBackup(backup(1));
  expect(await ids()).toEqual(["b105", "b104", "b103", "b102", "b1"]);
  await keepBackup(backup(2));
  expect(await ids()).toEqual(["b105", "b104", "b103", "b2", "b1"]);
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

test("if the browser blocks storage it throws", async () => {
  indexedDB.open = () => {
    throw new DOMException("denied", "SecurityError");
  };
  await expect(keepBackup(backup(1))).rejects.toMatchObject({ code: "storage-unavailable" });
  await expect(listBackups()).rejects.toMatchObject({ code: "storage-unavailable" });
});
