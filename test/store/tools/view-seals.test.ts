import { localKeys } from "@/lib/storage/local-keys";
import type { SealedCall } from "@/lib/tools/mcp/view-seal";
import { memoryStorage } from "@/test/support/memory-storage";

const call: SealedCall = {
  server: { id: "s", host: "tides.example", serverHash: undefined },
  ownName: "tides",
  argumentsText: '{"place":"Kiel"}',
  view: { server: "s", uri: "ui://tides/chart", result: '{"content":[],"structuredContent":{"level":2}}' },
  text: "high",
  isError: false,
};

/** Returns the functions of a device with its own storage. */
async function device(storage = memoryStorage()) {
  jest.resetModules();
  Object.assign(globalThis, { localStorage: storage });
  return { ...(await import("@/store/tools/view-seals")), storage };
}

test("a result that this device has received is recognized, also after a reload @T9.12", async () => {
  const { withSeal, hasSeal, storage } = await device();
  const view = withSeal(call);
  expect(view).toEqual({ ...call.view, seal: expect.stringMatching(/^[0-9a-f]{64}$/) });
  expect(hasSeal({ ...call, view })).toBe(true);
  const reloaded = await device(storage);
  expect(reloaded.hasSeal({ ...call, view })).toBe(true);
  expect(reloaded.withSeal(call)).toEqual(view);
});

test.each<[string, Partial<SealedCall>]>([
  ["other arguments", { argumentsText: '{"place":"Hamburg"}' }],
  ["another tool", { ownName: "refresh" }],
  ["another text", { text: "low" }],
  ["an error", { isError: true }],
  ["another complete result", { view: { ...call.view, result: '{"content":[]}' } }],
  ["no complete result", { view: { server: "s", uri: call.view.uri } }],
  ["another page", { view: { ...call.view, uri: "ui://tides/admin" } }],
  ["another server", { server: { ...call.server, id: "t" } }],
  ["another address of the server", { server: { ...call.server, host: "other.example" } }],
  ["another command of the server", { server: { ...call.server, serverHash: "a1" } }],
])("a message with %s has no valid seal @T9.12", async (_name, change) => {
  const { withSeal, hasSeal } = await device();
  const { seal = "" } = withSeal(call);
  const changed = { ...call, ...change };
  expect(hasSeal({ ...changed, view: { ...changed.view, seal } })).toBe(false);
});

test("results of another device, without a seal, or before the first result are not recognized @T9.12", async () => {
  const other = await device();
  const view = other.withSeal(call);
  const own = await device();
  expect(own.hasSeal({ ...call, view })).toBe(false);
  expect(own.hasSeal(call)).toBe(false);
  expect(own.storage.getItem(localKeys.viewSeals)).toBeNull();
  own.withSeal(call);
  expect(own.hasSeal({ ...call, view })).toBe(false);
  expect(own.hasSeal(call)).toBe(false);
});

test("without room for the secret, results are recognized until the page reloads", async () => {
  const storage = memoryStorage();
  const full = () => {
    throw new Error("QuotaExceededError");
  };
  const warn = jest.spyOn(console, "warn").mockImplementation(() => {});
  const { withSeal, hasSeal } = await device(Object.assign(storage, { setItem: full }));
  expect(hasSeal({ ...call, view: withSeal(call) })).toBe(true);
  expect(warn).toHaveBeenCalledTimes(1);
  warn.mockRestore();
});
