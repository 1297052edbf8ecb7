import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type ArtifactStore, newArtifactId } from "@/lib/server/artifacts/artifact-store";
import { cloudflareArtifacts } from "@/lib/server/artifacts/cloudflare-artifacts";
import { diskArtifacts } from "@/lib/server/artifacts/disk-artifacts";
import { upstashArtifacts } from "@/lib/server/artifacts/upstash-artifacts";
import { type KeyValuePeer, startKeyValueStore } from "../../../support/key-value-peer";
import { peerCredentials, startUpstash, type UpstashPeer } from "../../../support/sync-peers";

let redis: UpstashPeer;
let keyValue: KeyValuePeer;
let folder: string;
const stores: Record<string, () => ArtifactStore> = {
  "the disk": () => diskArtifacts(folder, Date.now),
  Redis: () => upstashArtifacts({ url: redis.url, token: peerCredentials.token }, { fetch }),
  "Cloudflare's store": () => cloudflare("kv-key"),
};

/** Asks the store of this computer in the place of Cloudflare's. */
function cloudflare(key: string): ArtifactStore {
  const send: typeof fetch = (url, init) =>
    fetch(String(url).replace("https://api.cloudflare.com", keyValue.url), init);
  const place = { accountId: "account", namespaceId: "pages", keys: [key] };
  return cloudflareArtifacts(place, { fetch: send, random: () => 0 });
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "stores-"));
  [redis, keyValue] = await Promise.all([startUpstash(), startKeyValueStore()]);
});
afterAll(() => Promise.all([redis.stop(), keyValue.stop(), rm(folder, { recursive: true })]));

const names = Object.keys(stores);
const open = (name: string) => stores[name]?.() as ArtifactStore;

test.each(names)("%s returns a page unchanged", async (name) => {
  const page = `<!doctype html>\r\n<p title="a &amp; b">京都 🌊 المدّ\u0000 ${" ".repeat(5000)}</p>\n\n`;
  const id = newArtifactId();
  await open(name).put(id, page, undefined);
  expect(await open(name).get(id)).toBe(page);
});

test.each(names)("%s stores pages up to the size limit, and only returns stored pages", async (name) => {
  const store = open(name);
  const id = newArtifactId();
  const page = "x".repeat(store.maxBytes);
  await store.put(id, page, 3600);
  expect((await store.get(id)) === page).toBe(true);
  expect(await store.get(newArtifactId())).toBeUndefined();
});

test.each(names)("%s deletes a page, also one that does not exist", async (name) => {
  const store = open(name);
  const [id, other] = [newArtifactId(), newArtifactId()];
  await store.put(id, "<p>one</p>", undefined);
  await store.put(other, "<p>other</p>", undefined);
  await store.remove(id);
  await store.remove(id);
  expect([await store.get(id), await store.get(other)]).toEqual([undefined, "<p>other</p>"]);
});

test("Redis deletes a page when it expires", async () => {
  const store = open("Redis");
  const id = newArtifactId();
  await store.put(id, "<p>brief</p>", 1);
  expect(await store.get(id)).toBe("<p>brief</p>");
  await expect(until(async () => (await store.get(id)) === undefined)).resolves.toBeUndefined();
});

test("sends the lifetime of a page to Cloudflare's store", async () => {
  const id = newArtifactId();
  await open("Cloudflare's store").put(id, "<p>an hour</p>", 3600);
  const left = ((await keyValue.expiration(id)) ?? 0) - Date.now() / 1000;
  expect(left).toBeGreaterThan(3500);
  expect(left).toBeLessThan(3700);
});

test("a lifetime that Cloudflare's store rejects is an error, and so is a wrong key", async () => {
  await expect(open("Cloudflare's store").put(newArtifactId(), "<p></p>", 30)).rejects.toThrow("answered 400");
  await expect(cloudflare("other").put(newArtifactId(), "<p></p>", undefined)).rejects.toThrow("answered 403");
  await expect(cloudflare("other").get(newArtifactId())).rejects.toThrow("answered 403");
});

test("a wrong token is an error, not a missing page", async () => {
  const store = upstashArtifacts({ url: redis.url, token: "other" }, { fetch });
  await expect(store.get(newArtifactId())).rejects.toThrow("answered 401");
});

test("the disk only contains complete files", async () => {
  const store = open("the disk");
  await Promise.all(Array.from({ length: 20 }, () => store.put(newArtifactId(), "x".repeat(100_000), undefined)));
  expect((await readdir(folder)).filter((name) => !name.endsWith(".page"))).toEqual([]);
});

/** Waits for what comes by itself. */
async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, 100));
}
