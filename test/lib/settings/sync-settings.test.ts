import { isSyncConfigured, readSyncSettings } from "@/lib/settings/sync-settings";

const webdav = { endpoint: "https://cloud.example", username: "mara", password: "secret" };
const upstash = { endpoint: "https://store.example", username: "backup", apiKey: "token" };

test.each([
  ["every field of the chosen service is filled", { provider: "webdav", webdav }, true],
  ["every field of the other service is filled", { provider: "webdav", upstash }, false],
  ["the name is missing", { provider: "webdav", webdav: { ...webdav, username: "" } }, false],
  ["the password is a space, which is valid", { provider: "webdav", webdav: { ...webdav, password: " " } }, true],
  ["every field of Upstash is filled", { provider: "upstash", upstash }, true],
  ["the name of the backup was cleared", { provider: "upstash", upstash: { ...upstash, username: "" } }, false],
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
    withKeys: false,
    isAutomatic: false,
    lastSyncTime: 0,
    lastProvider: "",
  });
});
