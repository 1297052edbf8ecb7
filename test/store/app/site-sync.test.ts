import { ownBrand, type SiteDefaults } from "@/lib/brand/brand";
import { storedMaskList } from "@/lib/chat/mask-list";
import { isRecord } from "@/lib/json";
import { setBrand } from "@/lib/platform/brand";
import { storedAppConfig } from "@/lib/settings/app-settings";
import type { Database } from "@/lib/storage/database";
import { documentWith } from "@/lib/sync/document-cells";
import { emptyLedger, type Ledger } from "@/lib/sync/ledger";
import type { Remote } from "@/lib/sync/remote";
import { readSiteBaseline, withSiteBaseline } from "@/lib/sync/site-baseline";
import { applySiteDefaults } from "@/store/app/site-defaults";
import { addSiteLibrary } from "@/store/app/site-library";
import { useMasks } from "@/store/library/masks";
import { usePrompts } from "@/store/library/prompts";
import { useSettings } from "@/store/settings/settings";
import { useMcp } from "@/store/tools/mcp";
import { usePlugins } from "@/store/tools/plugins";
import { fakeEnvironment } from "../../support/fake-environment";
import { memoryStorage } from "../../support/memory-storage";
import { closeDevices, openDevice, openLocation, syncDevice } from "../../support/sync-locations";

jest.mock("@/lib/sealing/passphrase-key", () => require("../../support/fast-passphrase-key"));

const storage = memoryStorage();
Object.assign(globalThis, { localStorage: storage, fetch: async () => new Response(null, { status: 404 }) });
// The documents of a device are moved in and out by hand, so nothing binds the stores.
for (const store of [useMasks, usePrompts, usePlugins, useMcp]) Object.assign(store, { whenRead: async () => {} });
const storedKeys = () => Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? "");

afterEach(closeDevices);

/** A device whose documents are those of the stores while it is in use. */
interface Device {
  readonly database: Database;
  ledger: Ledger;
  documents: Record<string, Record<string, unknown>>;
  storage: Record<string, string>;
}

const library = {
  masks: [
    { name: "Pilot", context: [{ role: "user", content: "Guide ships." }] },
    { name: "Cook", context: [] },
  ],
  prompts: [{ title: "Log", content: "Write the log." }],
  plugins: [{ title: "Weather", document: { openapi: "3.1.0" } }],
  mcpServers: { Tides: { url: "https://tides.example/mcp" } },
};

async function newDevice(): Promise<Device> {
  return { database: await openDevice(), ledger: emptyLedger, documents: {}, storage: {} };
}

/** Runs changes with the stores of a device, as its tab does between two syncs. */
async function on(device: Device, change: () => unknown): Promise<void> {
  for (const key of storedKeys()) storage.removeItem(key);
  for (const [key, value] of Object.entries(device.storage)) storage.setItem(key, value);
  const { documents } = device;
  useSettings.getState().hydrate(documents["app-config"]);
  useMasks.getState().hydrate(documents["mask-store"]);
  usePrompts.getState().hydrate(documents["prompt-store"]);
  usePlugins.getState().hydrate(documents["chat-next-web-plugin"]);
  useMcp.getState().hydrate(documents["mcp-store"]);
  await change();
  const { own, lastUpdateTime } = usePlugins.getState();
  const byId = (items: readonly { id: string }[]) => Object.fromEntries(items.map((item) => [item.id, item]));
  device.documents = JSON.parse(
    JSON.stringify({
      "app-config": storedAppConfig(useSettings.getState()),
      "mask-store": storedMaskList(useMasks.getState()),
      "prompt-store": usePrompts.getState().document,
      "chat-next-web-plugin": { plugins: byId(own), lastUpdateTime },
      "mcp-store": { servers: byId(useMcp.getState().servers) },
    }),
  );
  device.storage = Object.fromEntries(storedKeys().map((key) => [key, storage.getItem(key) ?? ""]));
}

/** Starts a device for the first time, with the operator's defaults. */
async function start(device: Device, defaults?: Partial<SiteDefaults>): Promise<void> {
  const { fetch } = fakeEnvironment({ responses: [() => Response.json(library)] });
  await on(device, async () => {
    if (defaults) {
      setBrand({ ...ownBrand, defaults: { settings: {}, fixed: [], hidden: [], ...defaults } }, []);
      await applySiteDefaults(Promise.resolve());
    } else await addSiteLibrary({ ...fakeEnvironment(), fetch });
  });
}

async function sync(device: Device, remote: Remote): Promise<void> {
  const { documents, ledger, storage } = device;
  const baseline = readSiteBaseline(storage["parley-site-baseline"] ?? null);
  const defaults = withSiteBaseline({ "app-config": storedAppConfig(undefined) }, baseline);
  const outcome = await syncDevice(device.database, remote, { documents, documentLedger: ledger, defaults });
  if (outcome.kind !== "synced") throw new Error(outcome.kind);
  device.ledger = outcome.ledger;
  for (const [key, cells] of outcome.documents) {
    const here = documents[key];
    device.documents[key] = documentWith(key, { deletedAt: 0, cells }, isRecord(here) ? here : {});
  }
}

/** Returns the names of all things of the library on a device. */
async function namesOn(device: Device) {
  let names: Record<string, string[]> = {};
  await on(device, () => {
    names = {
      masks: useMasks.getState().own.map(({ name }) => name),
      prompts: usePrompts.getState().own.map(({ title }) => title),
      plugins: usePlugins.getState().own.map(({ title }) => title),
      servers: useMcp.getState().servers.map(({ name }) => name),
    };
  });
  return names;
}

const pause = () => new Promise((resolve) => setTimeout(resolve, 5));

test("the operator's settings on a new device replace none of the user's other devices @S13", async () => {
  const { remote } = openLocation();
  const one = await newDevice();
  await on(one, () => {
    useSettings.getState().set("theme", "light");
    useSettings.getState().setSystemPrompt("MY OWN WORDS");
    useSettings.getState().setModelConfig({ temperature: 0.9 });
  });
  await sync(one, remote);
  const three = await newDevice();
  await pause();
  await start(three, { settings: { theme: "dark", systemPrompt: "Operator words.", temperature: 0.2 } });
  expect(three.documents["app-config"]).toMatchObject({ theme: "dark", systemPrompt: "Operator words." });
  await on(three, () => useSettings.getState().set("enableCodeFold", false));
  await sync(three, remote);
  await sync(one, remote);
  for (const device of [one, three]) {
    expect(device.documents["app-config"]).toMatchObject({
      theme: "light",
      systemPrompt: "MY OWN WORDS",
      modelConfig: { temperature: 0.9 },
      enableCodeFold: false,
    });
  }
});

test("a setting that the user changes on the new device wins, also if it is the product's default", async () => {
  const { remote } = openLocation();
  const one = await newDevice();
  await on(one, () => useSettings.getState().set("theme", "light"));
  await sync(one, remote);
  await pause();
  const two = await newDevice();
  await start(two, { settings: { theme: "dark" } });
  await on(two, () => useSettings.getState().set("density", "roomy"));
  await sync(two, remote);
  await on(two, () => useSettings.getState().set("theme", "auto"));
  await sync(two, remote);
  await sync(one, remote);
  expect(one.documents["app-config"]).toMatchObject({ theme: "auto", density: "roomy" });
});

test("the operator's masks and the like are the same on all devices, and deleted ones do not return @S13", async () => {
  const { remote } = openLocation();
  const one = await newDevice();
  await start(one);
  const all = { masks: ["Pilot", "Cook"], prompts: ["Log"], plugins: ["Weather"], servers: ["Tides"] };
  expect(await namesOn(one)).toEqual(all);
  await sync(one, remote);
  await on(one, () => {
    const [pilot, cook] = useMasks.getState().own;
    useMasks.getState().change(pilot?.id ?? "", { name: "My pilot" });
    useMasks.getState().remove(cook?.id ?? "");
    const [log] = usePrompts.getState().own;
    usePrompts.getState().change(log?.id ?? "", { content: "My log." });
  });
  await sync(one, remote);
  const rest = { ...all, masks: ["My pilot"] };
  const devices = [one];
  for (let count = 0; count < 2; count++) {
    await pause();
    const next = await newDevice();
    await start(next);
    expect(await namesOn(next)).toEqual(all);
    await sync(next, remote);
    devices.push(next);
  }
  for (const device of devices) {
    await sync(device, remote);
    expect(await namesOn(device)).toEqual(rest);
    expect(JSON.stringify(device.documents["prompt-store"])).toContain("My log.");
  }
});

test("a mask of the operator that was edited on two devices before a sync stays in both versions", async () => {
  const { remote } = openLocation();
  const devices = [await newDevice(), await newDevice()];
  for (const [index, device] of devices.entries()) {
    await pause();
    await start(device);
    await on(device, () => {
      const [pilot] = useMasks.getState().own;
      useMasks.getState().change(pilot?.id ?? "", { name: `Pilot of ${index}` });
    });
  }
  for (const device of [...devices, ...devices]) await sync(device, remote);
  for (const device of devices) {
    expect((await namesOn(device)).masks?.toSorted()).toEqual(["Cook", "Pilot of 0", "Pilot of 1"]);
  }
});
