import { readFolder, storeSyncFolder } from "@/lib/storage/backups";
import { allowSyncFolder, chooseSyncFolder, isSyncFolderClosed, openSyncFolder } from "@/store/sync/sync-folder";

// A handle cannot be copied into the tests' database.
jest.mock("@/lib/storage/backups", () => {
  const stored = new Map<string, unknown>();
  return {
    syncFolderKey: (id: string) => id,
    readFolder: async (key: string) => stored.get(key),
    storeSyncFolder: async (id: string, folder: unknown) => {
      stored.clear();
      stored.set(id, folder);
    },
  };
});

/** A handle of the browser, whose permission the user gives or refuses. */
function handleOf(name: string, asked: PermissionState, state: PermissionState = "prompt") {
  let now = state;
  return {
    name,
    queryPermission: async () => now,
    requestPermission: async () => {
      now = asked;
      return now;
    },
    isSameEntry: async (other: { name: string }) => other.name === name,
  };
}

const none = { id: "", name: "" };

function pick(picked: unknown) {
  Object.assign(globalThis, { showDirectoryPicker: async () => picked });
}

test("a chosen folder replaces the former one; the same folder keeps its id", async () => {
  pick(handleOf("Notes", "granted"));
  const first = await chooseSyncFolder(none, () => "one");
  expect(first).toEqual({ id: "one", name: "Notes" });
  expect(await chooseSyncFolder(first ?? none, () => "two")).toEqual({ id: "one", name: "Notes" });
  pick(handleOf("Other", "granted"));
  expect(await chooseSyncFolder(first ?? none, () => "two")).toEqual({ id: "two", name: "Other" });
  expect(await readFolder("one")).toBeUndefined();
  Object.assign(globalThis, {
    showDirectoryPicker: () => Promise.reject(new DOMException("cancelled", "AbortError")),
  });
  expect(await chooseSyncFolder({ id: "two", name: "Other" }, () => "three")).toBeUndefined();
});

test.each([
  ["granted", true],
  ["denied", false],
] as const)("asks for permission again, which is then %s", async (asked, isAllowed) => {
  const folder = { id: "a", name: "Notes" };
  await storeSyncFolder("a", handleOf("Notes", asked) as unknown as FileSystemDirectoryHandle);
  expect(await isSyncFolderClosed(folder)).toBe(true);
  await expect(openSyncFolder(folder)).rejects.toMatchObject({ details: { problem: "folder-closed" } });
  expect(await allowSyncFolder(folder)).toBe(isAllowed);
  expect(await isSyncFolderClosed(folder)).toBe(!isAllowed);
});

test("settings of another device, whose folder is not here, ask for the choice", async () => {
  for (const folder of [none, { id: "elsewhere", name: "Notes" }]) {
    await expect(openSyncFolder(folder)).rejects.toMatchObject({ details: { problem: "folder-missing" } });
    expect([await allowSyncFolder(folder), await isSyncFolderClosed(folder)]).toEqual([false, false]);
  }
});
