import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { composerLoaded, expect, messageBox, messages, replyEnded, send, test } from "./support/fixtures";
import { killableBrowser } from "./support/killable-browser";

/** The delays between the last key and the kill, in milliseconds. */
const delays = [0, 20, 50, 100, 150, 250, 400, 600, 800, 1000];
/** The time in which a key is written, in milliseconds. */
const writtenWithinMs = 100;

test.describe.configure({ timeout: 300_000 });

const attachments = (page: Page) => page.getByRole("list", { name: "Attachments" });

/** Returns the text of the only draft in the database. */
function storedText(page: Page): Promise<string | undefined> {
  return page.evaluate(async () => {
    const settled = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const database = await settled(indexedDB.open("parley"));
    const keys = IDBKeyRange.bound("draft-", "draft.", false, true);
    const [text] = await settled(database.transaction("documents").objectStore("documents").getAll(keys));
    database.close();
    return text && JSON.parse(text).text;
  });
}

test("a draft survives a kill of the browser right after the last key", async ({
  app,
  launchOptions,
  storageState,
}) => {
  const browser = await killableBrowser(launchOptions, storageState);
  const losses: string[] = [];
  let text = "";
  try {
    let page = await browser.start(app.url);
    for (const delay of delays) {
      await messageBox(page).press("End");
      // Only the writes of a tab that has started are measured.
      await messageBox(page).pressSequentially(" ");
      text += " ";
      await expect.poll(() => storedText(page)).toBe(text);
      const word = `word${delay}`;
      await messageBox(page).pressSequentially(word, { delay: 5 });
      text += word;
      await page.waitForTimeout(delay);
      await browser.kill();
      page = await browser.start(app.url);
      await expect(messageBox(page)).toBeVisible();
      const restored = (await storedText(page)) ?? "";
      const lost = text.length - restored.length;
      losses.push(`${lost} after ${delay}`);
      expect(text.startsWith(restored) && lost <= (delay < writtenWithinMs ? word.length : 0), losses.join()).toBe(
        true,
      );
      text = restored;
      await expect(messageBox(page)).toHaveValue(text);
    }
  } finally {
    await browser.remove();
    console.info(`drafts: lost keys by delay of the kill in ms: ${losses.join(", ")}`);
  }
});

test("attachments of a draft survive a kill", async ({ app, launchOptions, storageState }) => {
  const browser = await killableBrowser(launchOptions, storageState);
  try {
    let page = await browser.start(app.url);
    await composerLoaded(page);
    const picture = readFileSync("test/fixtures/images/tide.png").toString("base64");
    await page.evaluate((base64) => {
      const data = new DataTransfer();
      const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
      data.items.add(new File([bytes], "tide.png", { type: "image/png" }));
      data.items.add(new File(["ebb and flow"], "tide.txt", { type: "text/plain" }));
      const event = new ClipboardEvent("paste", { bubbles: true, cancelable: true, clipboardData: data });
      document.querySelector("[data-chat-screen] textarea")?.dispatchEvent(event);
    }, picture);
    await expect(attachments(page).getByRole("listitem")).toHaveCount(2);
    await expect(attachments(page).getByRole("img")).toHaveCount(1);
    await messageBox(page).pressSequentially("look");
    await page.waitForTimeout(100);
    await browser.kill();
    page = await browser.start(app.url);
    await expect(messageBox(page)).toHaveValue("look");
    await expect(attachments(page).getByRole("listitem")).toHaveCount(2);
    await expect(attachments(page).getByRole("img")).toHaveCount(1);
  } finally {
    await browser.remove();
  }
});

test("a message is in its chat or in the message box, whenever the browser is killed after sending", async ({
  app,
  launchOptions,
  storageState,
}) => {
  const browser = await killableBrowser(launchOptions, storageState);
  try {
    for (const delay of [0, 10, 30, 60, 100, 200, 1500]) {
      let page = await browser.start(app.url);
      await composerLoaded(page);
      await messageBox(page).fill("");
      await messageBox(page).pressSequentially(`echo ${delay}`);
      // The last keys before a kill may be lost, which is the subject of another test.
      await expect.poll(() => storedText(page)).toBe(`echo ${delay}`);
      await messageBox(page).press("Enter");
      await page.waitForTimeout(delay);
      await browser.kill();
      page = await browser.start(app.url);
      const question = messages(page).filter({ has: page.getByText(`echo ${delay}`, { exact: true }) });
      const where = async () => ({ sent: await question.count(), unsent: await messageBox(page).inputValue() });
      if (delay < 500) await expect.poll(where).not.toEqual({ sent: 0, unsent: "" });
      else await expect.poll(where).toEqual({ sent: 1, unsent: "" });
      await browser.end();
    }
  } finally {
    await browser.remove();
  }
});

test("a waiting message survives a kill, and so does the draft after it", async ({
  app,
  launchOptions,
  storageState,
}) => {
  const browser = await killableBrowser(launchOptions, storageState);
  try {
    let page = await browser.start(app.url);
    await send(page, "endless words");
    await expect(messages(page).nth(1)).toContainText("word2");
    await send(page, "one");
    await messageBox(page).pressSequentially("two");
    await page.waitForTimeout(300);
    await browser.kill();
    page = await browser.start(app.url);
    await expect(messageBox(page)).toHaveValue("two");
    await expect(page.getByRole("list", { name: "Queued messages" }).getByRole("listitem")).toHaveText(["one"]);
  } finally {
    await browser.remove();
  }
});

test("a draft that an earlier version has left in localStorage appears and is copied into the database", async ({
  app,
  launchOptions,
  storageState,
}) => {
  const browser = await killableBrowser(launchOptions, storageState);
  try {
    let page = await browser.start(app.url);
    await send(page, "first");
    await replyEnded(page);
    await page.goto(`${app.url}/settings`);
    await page.evaluate(async () => {
      const { state } = JSON.parse(localStorage.getItem("chat-state") ?? "");
      localStorage.setItem(`unfinished-input-${state.currentId}`, "half a thought");
      localStorage.removeItem(`unfinished-attachments-${state.currentId}`);
      const opening = indexedDB.open("parley");
      await new Promise((resolve) => {
        opening.onsuccess = resolve;
      });
      const transaction = opening.result.transaction("documents", "readwrite");
      transaction.objectStore("documents").delete(`draft-${state.currentId}`);
      await new Promise((resolve) => {
        transaction.oncomplete = resolve;
      });
      opening.result.close();
    });
    await browser.end();
    page = await browser.start(app.url);
    await expect(messageBox(page)).toHaveValue("half a thought");
    await expect.poll(() => storedText(page)).toBe("half a thought");
    await messageBox(page).press("End");
    await messageBox(page).pressSequentially(", and the other half");
    await page.waitForTimeout(100);
    await browser.kill();
    page = await browser.start(app.url);
    await expect(messageBox(page)).toHaveValue("half a thought, and the other half");
  } finally {
    await browser.remove();
  }
});
