import type { Ledger } from "@/lib/sync/ledger";
import { type DocumentMemory, markKey, recallDocuments, rememberDocuments } from "@/store/sync/sync-memory";

const ledgerOfTheme = (print: string): Ledger =>
  new Map([["document/app-config", { deletedAt: 0, cells: new Map([["theme", { at: 5, print }]]) }]]);
const light: DocumentMemory = { mark: "first", ledger: ledgerOfTheme("light") };
const dark: DocumentMemory = { mark: "second", ledger: ledgerOfTheme("dark") };

/** A device: one database, and a localStorage of which each tab sees what the others write when it arrives. */
function openDevice() {
  let kept: readonly DocumentMemory[] | undefined;
  const database = {
    readSyncMemory: async (): Promise<unknown> => structuredClone(kept),
    writeSyncMemory: async (_part: string, value: readonly DocumentMemory[]) => {
      kept = structuredClone(value);
    },
  };
  const tabs: Map<string, string>[] = [];
  const underWay: (() => void)[] = [];
  return {
    database,
    /** Lets all arrive that was written. */
    arrive() {
      for (const step of underWay.splice(0)) step();
    },
    openTab() {
      const seen = new Map(tabs[0]);
      tabs.push(seen);
      const setItem = (key: string, value: string) => {
        seen.set(key, value);
        for (const tab of tabs) if (tab !== seen) underWay.push(() => tab.set(key, value));
      };
      return {
        database,
        storage: {
          getItem: (key: string) => seen.get(key) ?? null,
          setItem,
          removeItem: (key: string) => void seen.delete(key),
        },
      };
    },
  };
}

type Tab = ReturnType<ReturnType<typeof openDevice>["openTab"]>;

const writeTheme = (tab: Tab, theme: string) => async () => tab.storage.setItem("theme", theme);
const noDelay = async () => {};

test("before the first sync, there is no ledger and nothing to wait for", async () => {
  const tab = openDevice().openTab();
  const delay = jest.fn(noDelay);
  expect(await recallDocuments(tab, delay)).toBeUndefined();
  expect(delay).not.toHaveBeenCalled();
});

test("waits until another tab's write arrives, and stores its ledger", async () => {
  const device = openDevice();
  const one = device.openTab();
  await rememberDocuments(one, light, undefined, writeTheme(one, "light"));
  const other = device.openTab();
  device.arrive();
  await rememberDocuments(one, dark, light, writeTheme(one, "dark"));
  expect(other.storage.getItem("theme")).toBe("light");
  const waits: number[] = [];
  const recalled = await recallDocuments(other, async (ms) => {
    waits.push(ms);
    if (waits.length === 3) device.arrive();
  });
  expect(recalled).toEqual(dark);
  expect(other.storage.getItem("theme")).toBe("dark");
  expect(waits).toEqual([20, 20, 20]);
});

test("waits two seconds for a missing write, then stores the ledger of the current documents", async () => {
  const device = openDevice();
  const one = device.openTab();
  await rememberDocuments(one, light, undefined, writeTheme(one, "light"));
  const restored = device.openTab();
  await rememberDocuments(one, dark, light, writeTheme(one, "dark"));
  const delay = jest.fn(noDelay);
  expect(await recallDocuments(restored, delay)).toEqual(light);
  expect(delay).toHaveBeenCalledTimes(100);
});

test("returns no ledger for documents that no sync has written", async () => {
  const device = openDevice();
  const tab = device.openTab();
  await rememberDocuments(tab, light, undefined, writeTheme(tab, "light"));
  tab.storage.removeItem(markKey);
  expect(await recallDocuments(tab, noDelay)).toBeUndefined();
  tab.storage.setItem(markKey, "of a copy");
  expect(await recallDocuments(tab, noDelay)).toBeUndefined();
});

test("if the documents exceed the quota, the previous ledger stays valid", async () => {
  const tab = openDevice().openTab();
  await rememberDocuments(tab, light, undefined, writeTheme(tab, "light"));
  const fails = rememberDocuments(tab, dark, light, async () => {
    throw new Error("no room");
  });
  await expect(fails).rejects.toThrow("no room");
  expect(await recallDocuments(tab, noDelay)).toEqual(light);
});

test("reports a mark that exceeds the quota as full storage", async () => {
  const { database, storage } = openDevice().openTab();
  const setItem = () => {
    throw new DOMException("full", "QuotaExceededError");
  };
  const fails = rememberDocuments({ database, storage: { ...storage, setItem } }, light, undefined, async () => {});
  await expect(fails).rejects.toMatchObject({ code: "storage-full" });
});
