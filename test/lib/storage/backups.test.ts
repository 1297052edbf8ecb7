import "fake-indexeddb/auto";
import { IDBFactory } from "fake-indexeddb";
import { type Backup, clearBackups, listBackups, maxBackups, storeBackup } from "@/lib/storage/backups";

beforeEach(() => Object.assign(globalThis, { indexedDB: new IDBFactory() }));

function backup(at: number, reason: Backup["reason"] = "import"): Backup {
  return { id: `b${at}`, at, reason, file: new Blob([`copy ${at}`]) };
}

async function ids(): Promise<string[]> {
  return (await listBackups()).map(({ id }) => id);
}

test("backups are sorted newest first, and the oldest is deleted", async () => {
  for (let at = 1; at <= maxBackups + 2; at++) await storeBackup(backup(at));
  expect(await ids()).toEqual(["b7", "b6", "b5", "b4", "b3"]);
});

test("after the clock was set back, a new backup stays and backups with a later time are deleted first", async () => {
  for (let at = 101; at <= 100 + maxBackups; at++) await storeBackup(backup(at));
  await storeBackup(backup(1));
  expect(await ids()).toEqual(["b105", "b104", "b103", "b102", "b1"]);
  await storeBackup(backup(2));
  expect(await ids()).toEqual(["b105", "b104", "b103", "b2", "b1"]);
});

test("the backup of a NextChat's data stays, however many backups follow", async () => {
  await storeBackup(backup(1, "takeover"));
  for (let at = 2; at <= maxBackups + 3; at++) await storeBackup(backup(at, "daily"));
  expect(await ids()).toEqual(["b8", "b7", "b6", "b5", "b4", "b1"]);
});

test("clearing all data deletes all backups", async () => {
  await storeBackup(backup(1));
  await clearBackups();
  expect(await ids()).toEqual([]);
});

test("throws if the browser blocks storage", async () => {
  indexedDB.open = () => {
    throw new DOMException("denied", "SecurityError");
  };
  await expect(storeBackup(backup(1))).rejects.toMatchObject({ code: "storage-unavailable" });
  await expect(listBackups()).rejects.toMatchObject({ code: "storage-unavailable" });
});
