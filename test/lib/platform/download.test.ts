/** @jest-environment jsdom */
import type { SavedFile } from "@/lib/platform/desktop-port";
import { downloadFile } from "@/lib/platform/download";

const file = new Blob(["tides"]);
let saved: SavedFile;
const saveFile = jest.fn(async () => saved);

jest.mock("@/lib/platform/desktop", () => ({ desktop: async () => ({ saveFile }) }));

afterEach(() => {
  process.env.BUILD_APP = "";
  saveFile.mockClear();
});

test("in the desktop app, a download waits until the file is saved", async () => {
  process.env.BUILD_APP = "1";
  saved = { state: "saved" };
  expect(await downloadFile(file, "chats.json")).toBe(true);
  expect(saveFile).toHaveBeenCalledWith(file, "chats.json");
  saved = { state: "canceled" };
  expect(await downloadFile(file, "chats.json")).toBe(false);
  saved = { state: "failed", reason: "Permission denied" };
  await expect(downloadFile(file, "chats.json")).rejects.toMatchObject({
    code: "unexpected",
    details: { message: "Permission denied" },
  });
});

test("in a browser, the download is left to the browser, within the click", () => {
  const names: string[] = [];
  Object.assign(URL, { createObjectURL: () => "blob:x", revokeObjectURL: () => undefined });
  jest.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (this: HTMLAnchorElement) {
    names.push(this.download);
  });
  void downloadFile(file, "chats.json");
  expect(names).toEqual(["chats.json"]);
  expect(saveFile).not.toHaveBeenCalled();
});
