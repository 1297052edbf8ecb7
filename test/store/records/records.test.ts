import "fake-indexeddb/auto";
import { AppError } from "@/lib/errors";
import { openDatabase } from "@/lib/storage/database";
import { createRecords } from "@/store/records/records";

const otherTabs = { tellChanged() {}, tellCleared() {}, takeOver() {} };

test("records have a database between opening and closing", async () => {
  const records = createRecords();
  const states = [() => records.database, () => records.otherTabs, () => records.isDeleted];
  const state = () => states.map((read) => read());
  expect(state()).toEqual([undefined, undefined, false]);
  expect(() => records.requireDatabase()).toThrow(new AppError("storage-unavailable"));

  const database = await openDatabase(() => {});
  records.open({ database, otherTabs });
  expect(state()).toEqual([database, otherTabs, false]);
  expect(records.requireDatabase()).toBe(database);

  records.close();
  expect(state()).toEqual([undefined, undefined, true]);
  expect(() => records.requireDatabase()).toThrow(new AppError("storage-unavailable"));
  database.close();
});
