import { isLocationEncrypted, isSyncConfigured, readSyncSettings, syncLocation } from "@/lib/settings/sync-settings";

const webdav = { endpoint: "https://cloud.example", username: "mara", password: "secret" };
const s3 = {
  endpoint: "https://s3.example",
  region: "auto",
  bucket: "notes",
  accessKeyId: "id",
  secretAccessKey: "secret",
};
const upstash = { endpoint: "https://store.example", username: "backup", apiKey: "token" };

test.each([
  ["every field of the chosen service is filled", { provider: "webdav", webdav }, true],
  ["every field of the other service is filled", { provider: "webdav", upstash }, false],
  ["the name is missing", { provider: "webdav", webdav: { ...webdav, username: "" } }, false],
  ["the password is a space, which is valid", { provider: "webdav", webdav: { ...webdav, password: " " } }, true],
  ["every field of Upstash is filled", { provider: "upstash", upstash }, true],
  ["the name of the backup was cleared", { provider: "upstash", upstash: { ...upstash, username: "" } }, false],
  ["every field of S3 but its folder is filled", { provider: "s3", s3 }, true],
  ["the region of S3 is missing", { provider: "s3", s3: { ...s3, region: "" } }, false],
  ["a folder is chosen", { provider: "folder", folder: { id: "a", name: "Notes" } }, true],
  ["no folder is chosen", { provider: "folder" }, false],
  ["nothing is filled", {}, false],
])("checks whether sync is configured: %s", (_name, stored, isConfigured) => {
  expect(isSyncConfigured(readSyncSettings(stored))).toBe(isConfigured);
});

test("replaces invalid stored values with the defaults, among them the backup name that other clients use", () => {
  expect(
    readSyncSettings({ provider: "ftp", useProxy: "yes", upstash: { endpoint: 1 }, lastSyncTime: "never" }),
  ).toEqual({
    provider: "webdav",
    useProxy: true,
    proxyUrl: "",
    webdav: { endpoint: "", username: "", password: "" },
    upstash: { endpoint: "", username: "chatgpt-next-web", apiKey: "" },
    s3: {
      endpoint: "",
      region: "",
      bucket: "",
      prefix: "",
      isPathStyle: true,
      accessKeyId: "",
      secretAccessKey: "",
    },
    folder: { id: "", name: "" },
    withKeys: false,
    isEncrypted: true,
    encryptedLocation: "",
    isAutomatic: false,
    isPaused: false,
    lastSyncTime: 0,
    lastProvider: "",
  });
});

test("encrypts new locations, and leaves those of earlier versions readable until the user chooses", () => {
  const webdav = { endpoint: "https://cloud.example", username: "u", password: "p" };
  const isEncrypted = (stored: object) => readSyncSettings(stored).isEncrypted;
  expect(
    [{}, { webdav }, { lastSyncTime: 5 }, { webdav, isEncrypted: true }, { isEncrypted: false }].map(isEncrypted),
  ).toEqual([true, false, false, true, false]);
});

test("each folder of each bucket is a location of its own", () => {
  const locations = [
    s3,
    { ...s3, bucket: "other" },
    { ...s3, prefix: "a" },
    { ...s3, endpoint: "https://other.example" },
  ];
  const named = locations.map((each) => syncLocation(readSyncSettings({ provider: "s3", s3: each })));
  expect(new Set(named).size).toBe(4);
});

test("the key of one location does not count for another", () => {
  const settings = readSyncSettings({ webdav: { endpoint: "https://cloud.example", username: "u", password: "p" } });
  const encrypted = { ...settings, encryptedLocation: syncLocation(settings) };
  expect([settings, encrypted, { ...encrypted, provider: "upstash" as const }].map(isLocationEncrypted)).toEqual([
    false,
    true,
    false,
  ]);
});
