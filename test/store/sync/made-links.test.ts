/** @jest-environment jsdom */
import "../../support/jsdom-platform";
import { holdTabLock } from "@/lib/platform/held-locks";
import { readSyncSettings, syncLocation } from "@/lib/settings/sync-settings";
import { syncError } from "@/lib/sync/remote";
import { type TabContext, tabContext } from "@/store/records/records";
import { linkRemote } from "@/store/sync/link-remote";
import { invitationLock, isWithdrawn, partingWithdrawal, withdrawLeft, withdrawLink } from "@/store/sync/made-links";

jest.mock("@/store/sync/link-remote", () => ({ linkRemote: jest.fn(), invitationLimits: {} }));

const webdav = { endpoint: "https://cloud.example/dav", username: "mara", password: "secret" };
const settings = readSyncSettings({ provider: "webdav", webdav });
const location = syncLocation(settings);
const minute = 60_000;

/** Web Locks of several tabs. */
function openLocks() {
  const held = new Map<string, Promise<void>>();
  return {
    async request(...given: [string, unknown, (() => Promise<unknown>)?]) {
      const [name] = given;
      const before = held.get(name);
      const run = async () => {
        await before;
        await (given.at(-1) as () => Promise<unknown>)();
        if (held.get(name) === running) held.delete(name);
      };
      const running = run();
      held.set(name, running);
      await running;
    },
    query: async () => ({ held: [...held.keys()].map((name) => ({ name })) }),
  };
}

/** Notes invitations as stored by this device; returns what is left of the notes and what was deleted. */
function noted(names: Readonly<Record<string, number>>) {
  let stored: unknown = { [location]: Object.entries(names).map(([name, expires]) => ({ name, expires })) };
  const removed: string[] = [];
  jest.spyOn(tabContext.records, "requireDatabase").mockReturnValue({
    readSyncMemory: async () => stored,
    writeSyncMemory: async (_part: string, value: unknown) => {
      stored = value;
    },
  } as unknown as ReturnType<TabContext["records"]["requireDatabase"]>);
  const remove = jest.fn(async (name: string) => {
    removed.push(name);
  });
  jest.mocked(linkRemote).mockResolvedValue({ objects: { remove } } as never);
  const left = () => ((stored as Record<string, { name: string }[]>)?.[location] ?? []).map(({ name }) => name);
  return { remove, removed, left };
}

afterEach(() => {
  Reflect.deleteProperty(navigator, "locks");
  jest.restoreAllMocks();
});

test("a new dialog deletes expired invitations and those of a crashed tab, but no live one of another tab @V12.7", async () => {
  Object.defineProperty(navigator, "locks", { configurable: true, value: openLocks() });
  const { removed, left } = noted({ expired: Date.now() - 1, live: Date.now() + minute, left: Date.now() + minute });
  const release = await holdTabLock(invitationLock("live"));
  await withdrawLeft(settings);
  expect([removed, left()]).toEqual([["expired", "left"], ["live"]]);
  release();
  await new Promise((resolve) => setTimeout(resolve));
  await withdrawLeft(settings);
  expect(left()).toEqual([]);
});

test("without Web Locks, a new dialog deletes expired invitations only", async () => {
  const { removed } = noted({ expired: Date.now() - 1, live: Date.now() + minute });
  await withdrawLeft(settings);
  expect(removed).toEqual(["expired"]);
});

test("a link is withdrawn alone; a failure is returned, and its invitation stays noted", async () => {
  const { remove, removed, left } = noted({ a: 1, b: 2 });
  const release = jest.fn();
  const made = { link: "", name: "a", expires: 1, settings, release };
  remove.mockRejectedValueOnce(syncError("unreachable"));
  expect([await withdrawLink(made), left(), await isWithdrawn(made)]).toEqual([false, ["a", "b"], false]);
  expect([await withdrawLink(made), left(), removed, await isWithdrawn(made)]).toEqual([true, ["b"], ["a"], true]);
  expect(release).toHaveBeenCalled();
});

test("what is prepared for leaving the page is sent in the same moment", async () => {
  const { remove } = noted({ a: 1 });
  const leave = await partingWithdrawal({ link: "", name: "a", expires: 1, settings, release: () => {} });
  expect(remove).not.toHaveBeenCalled();
  leave();
  expect(remove.mock.calls).toEqual([["a", true]]);
  expect(jest.mocked(linkRemote)).toHaveBeenLastCalledWith(settings, { outlivesPage: true });
});

test.each([
  ["WebDAV", settings],
  ["Upstash", readSyncSettings({ provider: "upstash", upstash: { endpoint: "https://db.example", apiKey: "t" } })],
])("%s gets the deletion before the page is gone", async (_name, given) => {
  const fetch = jest.fn(async () => new Response(JSON.stringify({ result: "1" })));
  const { openRemote } = jest.requireActual("@/store/sync/open-remote");
  const { objects } = await openRemote(given, {}, { fetch, now: Date.now }, { outlivesPage: true });
  void objects.remove("0".repeat(32), true);
  expect(fetch.mock.calls).toEqual([[expect.anything(), expect.objectContaining({ keepalive: true })]]);
});

test("two tabs that delete their links at once do not bring back the note of each other", async () => {
  Object.defineProperty(navigator, "locks", { configurable: true, value: openLocks() });
  const { left, removed } = noted({ a: 1, b: 2, c: 3 });
  const made = (name: string) => ({ link: "", name, expires: 1, settings, release: () => {} });
  await Promise.all([withdrawLink(made("a")), withdrawLink(made("b"))]);
  expect([removed.toSorted(), left()]).toEqual([["a", "b"], ["c"]]);
});
