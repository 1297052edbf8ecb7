import { isSyncConfigured, readSyncSettings } from "@/lib/settings/sync-settings";

const webdav = { endpoint: "https://cloud.example", username: "mara", password: "secret" };
const upstash = { endpoint: "https://store.example", username: "backup", apiKey: "token" };

test.each([
  ["every field of the chosen service is filled", { provider: "webdav", webdav }, true],
  ["every field of the other one is filled", { provider: "webdav", upstash }, false],
  ["the name is missing", { provider: "webdav", webdav: { ...webdav, username: "" } }, false],
  ["the password is a blank, which may be one", { provider: "webdav", webdav: { ...webdav, password: " " } }, true],
  ["every field of Upstash is filled", { provider: "upstash", upstash }, true],
  ["the name of the backup was emptied", { provider: "upstash", upstash: { ...upstash, username: "" } }, false],
  ["nothing is filled", {}, false],
])("where %s", (_name, stored, isConfigured) => {
  expect(isSyncConfigured(readSyncSettings(stored))).toBe(isConfigured);
});

test("what is stored and broken is the default, and the name of the backup is the one that other clients use", () => {
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
