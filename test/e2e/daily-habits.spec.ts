import { composerLoaded, expect, messageBox, messages, newChat, replyEnded, send, test } from "./support/fixtures";

test("Escape stops a reply while the focus is in the conversation", async ({ page, app }) => {
  await page.goto(app.url);
  await send(page, "endless");
  await expect(messages(page).nth(1)).toContainText("word9 ");
  await page.getByRole("log").focus();
  await page.keyboard.press("Escape");
  await expect(messages(page).nth(1)).toContainText("Stopped");
  await expect(messages(page).nth(1)).not.toHaveAttribute("aria-busy", "true");
});

test("Escape in a dialog closes it, and the reply goes on", async ({ page, app }) => {
  await page.goto(app.url);
  await send(page, "endless");
  await expect(messages(page).nth(1)).toContainText("word9 ");
  await page.keyboard.press("Control+/");
  await expect(page.getByRole("dialog")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toBeHidden();
  await expect(messages(page).nth(1)).toHaveAttribute("aria-busy", "true");
  await page.keyboard.press("Escape");
  await expect(messages(page).nth(1)).toContainText("Stopped");
});

test("what is typed as soon as the message box appears survives a reload at once", async ({ page, app }) => {
  let text = "";
  await page.goto(app.url, { waitUntil: "commit" });
  for (const word of ["low", " tide", " at six"]) {
    await messageBox(page).press("End");
    await messageBox(page).pressSequentially(word);
    text += word;
    await page.reload({ waitUntil: "commit" });
    await expect(messageBox(page)).toHaveValue(text);
  }
});

test("after a reload, the caret is behind the draft", async ({ page, app }) => {
  await page.goto(app.url);
  await messageBox(page).pressSequentially("Hello");
  await page.reload();
  await expect(messageBox(page)).toHaveValue("Hello");
  await expect(messageBox(page)).toBeFocused();
  await page.keyboard.type(" world");
  await expect(messageBox(page)).toHaveValue("Hello world");
});

test("on a phone, where nothing is focused after a reload, the caret is behind the draft as well", async ({
  page,
  app,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${app.url}/chat`);
  await messageBox(page).pressSequentially("Hello");
  await page.reload();
  await expect(messageBox(page)).toHaveValue("Hello");
  await composerLoaded(page);
  await expect(messageBox(page)).not.toBeFocused();
  await messageBox(page).focus();
  await page.keyboard.type(" world");
  await expect(messageBox(page)).toHaveValue("Hello world");
});

test("the undo history of the message box survives another chat, and texts that the app inserts", async ({
  page,
  app,
}) => {
  await page.goto(app.url);
  await send(page, "one");
  await replyEnded(page);
  const box = messageBox(page);
  await composerLoaded(page);
  await box.pressSequentially("low");
  await page.waitForTimeout(900);
  await box.pressSequentially(" tide");
  await newChat(page);
  await box.pressSequentially("other");
  await page.goBack();
  await expect(box).toHaveValue("low tide");
  await expect(box).toBeFocused();
  await page.keyboard.press("Control+z");
  await expect(box).toHaveValue("low");
  await page.keyboard.press("Control+z");
  await expect(box).toHaveValue("");
  await page.keyboard.press("Control+Shift+z");
  await page.keyboard.press("Control+y");
  await expect(box).toHaveValue("low tide");
  await page.goForward();
  await expect(box).toHaveValue("other");
  await expect(box).toBeFocused();
  await page.keyboard.press("Control+z");
  await expect(box).toHaveValue("");
});
