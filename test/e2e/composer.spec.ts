import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { waitingMessagesKey } from "@/lib/storage/waiting-messages";
import { pngOf } from "../support/png";
import {
  chooseModel,
  composerLoaded,
  expect,
  messageBox,
  messages,
  newChat,
  replyEnded,
  send,
  stopReply,
  test,
  watchFor,
} from "./support/fixtures";
import { storedText } from "./support/stored-texts";

const picture = readFileSync("test/fixtures/images/tide.png");
const pictures = (...names: string[]) => names.map((name) => ({ name, mimeType: "image/png", buffer: picture }));

const hints = (page: Page, name: string) => page.getByRole("listbox", { name });
const option = (page: Page, name: string) => page.getByRole("option").filter({ hasText: name });
const chats = (page: Page) => page.getByRole("navigation", { name: "Chats" }).getByRole("link");
const thumbnails = (page: Page) => page.getByRole("list", { name: "Attachments" }).getByRole("img");
const sentence = (page: Page) => page.getByRole("status");

/** Opens the app with the whole message box there. */
async function open(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await composerLoaded(page);
}

/** Gives the page prompts of its own. */
async function savePrompts(page: Page): Promise<void> {
  const prompt = (id: string, title: string, createdAt: number) => ({
    [id]: { id, isUser: true, title, content: `The text of ${title}`, createdAt },
  });
  const prompts = {
    ...prompt("p1", "Act as a tutor", 1),
    ...prompt("p2", "Weekly report", 2),
    ...prompt("p3", "Actor", 3),
  };
  const document = JSON.stringify({ state: { counter: 0, prompts }, version: 3 });
  await page.addInitScript((text) => localStorage.setItem("prompt-store", text), document);
}

interface Given {
  readonly text?: string;
  readonly files?: readonly { readonly name: string; readonly type: string; readonly base64: string }[];
}

const files = (count: number, type = "image/png") =>
  Array.from({ length: count }, (_, index) => ({ name: `${index}.png`, type, base64: picture.toString("base64") }));

/** Pastes into the message box. */
async function paste(page: Page, given: Given): Promise<void> {
  await give(page, "paste", given);
}

async function give(page: Page, type: "paste" | "dragover" | "drop", given: Given): Promise<void> {
  await page.evaluate(
    ([kind, { text, files: wanted = [] }]) => {
      const data = new DataTransfer();
      if (text !== undefined) data.setData("text/plain", text);
      for (const { name, type: mime, base64 } of wanted) {
        const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
        data.items.add(new File([bytes], name, { type: mime }));
      }
      const shared = { bubbles: true, cancelable: true };
      const event =
        kind === "paste"
          ? new ClipboardEvent(kind, { ...shared, clipboardData: data })
          : new DragEvent(kind, { ...shared, dataTransfer: data });
      document.querySelector(kind === "paste" ? "textarea" : "main h1")?.dispatchEvent(event);
    },
    [type, given] as const,
  );
}

test.describe("commands", () => {
  test("a colon lists them, the first one next to the box, and keys navigate, close and select", async ({
    page,
    app,
  }) => {
    await open(page, app.url);
    await messageBox(page).press(":");
    await expect(hints(page, "Commands").getByRole("option")).toHaveText([
      /^:newN/,
      /^:newm/,
      /^:next/,
      /^:prev/,
      /^:clear/,
      /^:fork/,
      /^:several/,
      /^:del/,
    ]);
    await expect(option(page, ":new").first()).toHaveAttribute("aria-selected", "true");
    const [first, second] = [
      await option(page, ":new").first().boundingBox(),
      await option(page, ":next").boundingBox(),
    ];
    expect((second?.y ?? 0) < (first?.y ?? 0)).toBe(true);
    await messageBox(page).press("ArrowUp");
    await expect(option(page, ":newm")).toHaveAttribute("aria-selected", "true");
    await messageBox(page).press("ArrowUp");
    await expect(option(page, ":next")).toHaveAttribute("aria-selected", "true");
    const active = await messageBox(page).getAttribute("aria-activedescendant");
    await expect.poll(() => option(page, ":next").getAttribute("id")).toBe(active);
    for (let step = 0; step < 3; step++) await messageBox(page).press("ArrowDown");
    await expect(option(page, ":del")).toHaveAttribute("aria-selected", "true");
    await option(page, ":fork").hover();
    await expect(option(page, ":fork")).toHaveAttribute("aria-selected", "true");
    await messageBox(page).press("Escape");
    await expect(hints(page, "Commands")).toHaveCount(0);
    await expect(messageBox(page)).toHaveValue(":");
    await expect(messageBox(page)).not.toHaveAttribute("aria-activedescendant");
  });

  test("both colons open, switch, duplicate and delete chats", async ({ page, app }) => {
    await open(page, app.url);
    await send(page, "the first chat");
    await replyEnded(page);
    for (const colon of [":", "："]) {
      await messageBox(page).fill(`${colon}ne`);
      await expect(hints(page, "Commands").getByRole("option")).toHaveCount(3);
      await messageBox(page).press("Tab");
      await expect(page.getByRole("heading", { name: "How can I help you?" })).toBeVisible();
      await expect(messageBox(page)).toBeFocused();
      await expect(messageBox(page)).toHaveValue("");
      await send(page, `${colon}prev`);
      await expect(messages(page)).toHaveCount(2);
      await send(page, `${colon}next`);
      await expect(messages(page)).toHaveCount(0);
    }
    await expect(chats(page)).toHaveCount(2);
    await send(page, ":next");
    await expect(messages(page)).toHaveCount(2);
    await send(page, "：fork");
    await expect(chats(page)).toHaveCount(3);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("the first chat (copy)");
    await expect(messages(page).nth(1)).toContainText("You said: the first chat");
    await page.reload();
    await expect(messages(page).nth(1)).toContainText("You said: the first chat");
    await send(page, ":del");
    await expect(chats(page)).toHaveCount(2);
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(chats(page)).toHaveCount(3);
  });

  test("clear excludes earlier messages, and a second click undoes it", async ({ page, app, provider }) => {
    await open(page, app.url);
    await send(page, "before");
    await replyEnded(page);
    await send(page, ":clear");
    await send(page, "after");
    await replyEnded(page);
    expect(provider.asked.at(-1)?.messages).toEqual([{ role: "user", content: "after" }]);
    await page.getByRole("button", { name: "Clear context", exact: true }).click();
    await expect(page.getByRole("button", { name: "Restore context" })).toBeVisible();
    await page.getByRole("button", { name: "Restore context" }).click();
    await send(page, "at last");
    await replyEnded(page);
    expect(provider.asked.at(-1)?.messages).toHaveLength(5);
  });

  test("a message that equals a name, or is not a name, is a message", async ({ page, app, provider }) => {
    await open(page, app.url);
    for (const [index, text] of ["clear", ":D", ": what is it"].entries()) {
      await send(page, text);
      await expect(messages(page)).toHaveCount(2 * index + 2);
      await replyEnded(page);
      expect(provider.asked.at(-1)?.messages.at(-1)).toEqual({ role: "user", content: text });
    }
  });
});

test.describe("prompts", () => {
  test("a slash finds them, and Enter inserts one into the box", async ({ page, app }) => {
    await savePrompts(page);
    await open(page, app.url);
    await messageBox(page).press("/");
    const found = hints(page, "Prompts").getByRole("option");
    for (const [place, title] of ["Actor", "Weekly report", "Act as a tutor", "Proofread, keep my voice"].entries()) {
      await expect(found.nth(place)).toHaveText(new RegExp(`^${title}`));
    }
    await messageBox(page).fill("/act tutor");
    await expect(found.first()).toHaveText(/^Act as a tutor/);
    await messageBox(page).press("Enter");
    await expect(messageBox(page)).toHaveValue("The text of Act as a tutor");
    await expect(messageBox(page)).toBeFocused();
    await messageBox(page).fill("/zebra");
    await expect(hints(page, "Prompts")).toHaveCount(0);
  });

  test("the button shows and hides them, and a click inserts one", async ({ page, app }) => {
    await savePrompts(page);
    await open(page, app.url);
    const button = page.getByRole("button", { name: "Prompts" });
    await button.click();
    await expect(messageBox(page)).toBeFocused();
    await expect(hints(page, "Prompts")).toBeVisible();
    await button.click();
    await expect(hints(page, "Prompts")).toHaveCount(0);
    await expect(messageBox(page)).toHaveValue("");
    await button.click();
    await option(page, "The text of Weekly report").click();
    await expect(messageBox(page)).toHaveValue("The text of Weekly report");
    await expect(button).toHaveAttribute("aria-disabled", "true");
  });

  test("if disabled in the settings, they are not searched, but commands are", async ({ page, app }) => {
    await savePrompts(page);
    await open(page, `${app.url}/chat`);
    await page.getByRole("link", { name: "Settings" }).click();
    await page.getByRole("switch", { name: "Prompt suggestions" }).uncheck();
    await page
      .getByRole("link", { name: "Close settings" })
      .or(page.getByRole("button", { name: "Close settings" }))
      .click();
    await composerLoaded(page);
    await expect(page.getByRole("button", { name: "Prompts" })).toHaveCount(0);
    await messageBox(page).fill("/act");
    await messageBox(page).fill(":");
    await expect(hints(page, "Commands")).toBeVisible();
    await expect(hints(page, "Prompts")).toHaveCount(0);
  });
});

test("ArrowUp in an empty box restores the text that was sent last in any chat, verbatim", async ({ page, app }) => {
  const config = { state: { modelConfig: { template: "In short: {{input}}" } }, version: 4.1 };
  await page.addInitScript((text) => localStorage.setItem("app-config", text), JSON.stringify(config));
  await open(page, app.url);
  await send(page, "why tides?");
  await expect(messages(page).first()).toContainText("In short: why tides?");
  await replyEnded(page);
  await newChat(page);
  await messageBox(page).press("ArrowUp");
  await expect(messageBox(page)).toHaveValue("why tides?");
});

test("only the chosen send key sends; other Enter combinations insert a line break", async ({
  page,
  app,
  provider,
}) => {
  const sendKeys = ["Ctrl + Enter", "Shift + Enter", "Alt + Enter", "Meta + Enter", "Enter"];
  for (const sendKey of sendKeys) {
    await page.goto(`${app.url}/settings`);
    await page.getByRole("combobox", { name: /^Send key/ }).selectOption(sendKey);
    await open(page, app.url);
    await messageBox(page).fill(`by ${sendKey}`);
    const before = provider.asked.length;
    const others = sendKeys.filter((each) => each !== sendKey);
    for (const other of others) await messageBox(page).press(keysOf(other));
    await expect(messageBox(page)).toHaveValue(new RegExp(`^by ${sendKey.replace("+", "\\+")}\\n*$`));
    expect(provider.asked).toHaveLength(before);
    if (sendKey !== "Enter") await expect(messageBox(page)).toHaveValue(/\n/);
    await messageBox(page).press(keysOf(sendKey));
    await expect(messageBox(page)).toHaveValue("");
    await replyEnded(page);
    expect(provider.asked).toHaveLength(before + 1);
  }
});

function keysOf(sendKey: string): string {
  return sendKey.replace("Ctrl", "Control").replaceAll(" ", "");
}

test.describe("attachments", () => {
  test("a question edited in place keeps its images, which are sent again with it", async ({ page, app, provider }) => {
    await open(page, app.url);
    await paste(page, { files: files(2) });
    await expect(thumbnails(page)).toHaveCount(2);
    await send(page, "what is this");
    await replyEnded(page);
    const editor = page.getByRole("textbox", { name: "Message text" });
    const edit = messages(page).first().getByRole("button", { name: "Edit", exact: true });
    await edit.press("Enter");
    await editor.fill("What is it?");
    await page.getByRole("button", { name: "Save only" }).press("Enter");
    await expect(messages(page).first()).toContainText("What is it?");
    await expect(messages(page).first().getByRole("img", { name: "Image" })).toHaveCount(2);
    await edit.press("Enter");
    await editor.fill("And where?");
    await messages(page).first().getByRole("button", { name: "Send", exact: true }).press("Enter");
    await expect(messages(page).first()).toContainText("And where?");
    await replyEnded(page);
    await expect(messages(page).first().getByRole("img", { name: "Image" })).toHaveCount(2);
    const image = { type: "image_url", image_url: { url: expect.stringMatching(/^data:image\/png;base64,iVBOR/) } };
    expect(provider.asked.at(-1)?.messages).toEqual([
      { role: "user", content: [{ type: "text", text: "And where?" }, image, image] },
    ]);
  });

  test("attached images survive a reload, can be removed, and sent without a text", async ({ page, app, provider }) => {
    await open(page, app.url);
    await page.getByRole("button", { name: "Add", exact: true }).press("Enter");
    await expect(page.getByRole("menuitem", { name: "Masks", exact: true })).toBeVisible();
    const choosing = page.waitForEvent("filechooser");
    await page.getByRole("menuitem", { name: "Add images" }).press("Enter");
    await (await choosing).setFiles(pictures("one.png", "two.png"));
    await expect(thumbnails(page)).toHaveCount(2);
    await expect(messageBox(page)).toBeFocused();
    await page.reload();
    await expect(thumbnails(page)).toHaveCount(2);
    await page.getByRole("button", { name: "Remove image 1" }).press("Enter");
    await expect(thumbnails(page)).toHaveCount(1);
    await page.getByRole("button", { name: "Send" }).click();
    await expect(thumbnails(page)).toHaveCount(0);
    await expect(messages(page).first().getByRole("img", { name: "Image" })).toBeVisible();
    await replyEnded(page);
    expect(provider.asked.at(-1)?.messages).toEqual([
      {
        role: "user",
        content: [{ type: "image_url", image_url: { url: expect.stringMatching(/^data:image\/png;base64,iVBOR/) } }],
      },
    ]);
  });

  test("a sent image is opened large by keyboard, downloaded and copied; Escape returns to it", async ({
    page,
    app,
    context,
  }) => {
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await open(page, app.url);
    await paste(page, { files: files(1) });
    await expect(thumbnails(page)).toHaveCount(1);
    await send(page, "look");
    await replyEnded(page);
    const thumbnail = messages(page).first().getByRole("button", { name: "Image" });
    await thumbnail.press("Enter");
    const viewer = page.getByRole("dialog", { name: "Image" });
    await expect(viewer.getByRole("img", { name: "Image" })).toBeVisible();
    const downloading = page.waitForEvent("download");
    await viewer.getByRole("button", { name: "Download" }).press("Enter");
    expect((await downloading).suggestedFilename()).toBe("image.png");
    const isCopied = await watchFor(page, "Copied");
    await viewer.getByRole("button", { name: "Copy" }).press("Enter");
    await isCopied();
    const copied = await page.evaluate(async () => (await navigator.clipboard.read()).flatMap(({ types }) => types));
    expect(copied).toEqual(["image/png"]);
    await page.keyboard.press("Escape");
    await expect(viewer).toHaveCount(0);
    await expect(thumbnail).toBeFocused();
  });

  test("several are pasted at once, in order; at most three, and the rest is reported", async ({
    page,
    app,
    provider,
  }) => {
    await open(page, app.url);
    await paste(page, { files: files(2) });
    await expect(thumbnails(page)).toHaveCount(2);
    await paste(page, { files: files(2) });
    await expect(thumbnails(page)).toHaveCount(3);
    await expect(sentence(page).filter({ hasText: "A message can hold 3 images" })).toBeVisible();
    await send(page, "compare them");
    await replyEnded(page);
    const content = provider.asked.at(-1)?.messages.at(-1)?.content as { type: string }[];
    expect(content.map(({ type }) => type)).toEqual(["text", "image_url", "image_url", "image_url"]);
  });

  test("text files from the picker are sent with their names, and are files afterwards", async ({
    page,
    app,
    provider,
  }) => {
    await open(page, app.url);
    const files = [
      { name: "notes.md", mimeType: "text/markdown", buffer: Buffer.from("# Tides\n\n```js\nx\n```\n") },
      { name: "data.csv", mimeType: "text/csv", buffer: Buffer.from("port,delay\nBrest,3\n") },
    ];
    await page.getByTestId("attach-files").setInputFiles(files);
    await page.getByRole("button", { name: "data.csv", exact: true }).click();
    const text = page.getByRole("dialog", { name: "data.csv" }).getByRole("textbox");
    await expect(text).toHaveValue("port,delay\nBrest,3");
    await text.fill("port,delay\nBrest,4");
    await page.getByRole("button", { name: "Done" }).click();
    await send(page, "compare");
    await replyEnded(page);
    const sent =
      'compare\n\n````md title="notes.md"\n# Tides\n\n```js\nx\n```\n````\n\n```csv title="data.csv"\nport,delay\nBrest,4\n```';
    expect(provider.asked.at(-1)?.messages).toEqual([{ role: "user", content: sent }]);
    await page.reload();
    const question = messages(page).first();
    await expect(question.getByText("compare", { exact: true })).toBeVisible();
    await expect(question.getByText("Tides")).toHaveCount(0);
    await question.getByRole("list", { name: "Attached files" }).getByRole("button", { name: "notes.md" }).click();
    await expect(page.getByRole("dialog", { name: "notes.md" }).getByText("# Tides")).toBeVisible();
    await page.keyboard.press("Escape");
    await question.getByRole("button", { name: "Edit", exact: true }).press("Enter");
    const editor = page.getByRole("textbox", { name: "Message text" });
    await expect(editor).toHaveValue("compare");
    await editor.fill("compare again");
    await page.keyboard.press("Control+Enter");
    await expect
      .poll(() => provider.asked.at(-1)?.messages)
      .toEqual([{ role: "user", content: sent.replace("compare", "compare again") }]);
  });

  test("code pasted into a question is shown as it was written", async ({ page, app }) => {
    await open(page, app.url);
    const code = "def __init__(self):\n    x = a*b*c\n\n    return x";
    await messageBox(page).fill(`Why *this*?\n\n${code}`);
    await page.keyboard.press("Enter");
    const question = messages(page).first();
    await expect(question.locator("em")).toHaveText("this");
    expect(await question.locator("pre").textContent()).toBe(code);
  });

  test("the draft of the very first chat survives a reload", async ({ page, app }) => {
    await open(page, app.url);
    await messageBox(page).fill("half a thought");
    await page.reload();
    await expect(messageBox(page)).toHaveValue("half a thought");
  });

  test("files dropped anywhere on the sheet are attached", async ({ page, app }) => {
    await open(page, app.url);
    await give(page, "dragover", { files: files(1) });
    await expect(page.getByText("Drop to attach")).toBeVisible();
    const text = { name: "log.txt", type: "text/plain", base64: Buffer.from("a log").toString("base64") };
    await give(page, "drop", { files: [...files(1), text] });
    await expect(page.getByText("Drop to attach")).toHaveCount(0);
    await expect(thumbnails(page)).toHaveCount(1);
    await expect(page.getByRole("button", { name: "log.txt", exact: true })).toBeVisible();
  });

  test("a photo is sent upright, small enough, and without camera metadata", async ({ page, app, provider }) => {
    await open(page, app.url);
    // 900 × 600 points of noise, said to lie on its side (orientation 6).
    const base64 = await page.evaluate(async () => {
      const canvas = document.createElement("canvas");
      [canvas.width, canvas.height] = [900, 600];
      const context = canvas.getContext("2d");
      const noise = context?.createImageData(900, 600);
      for (let index = 0; noise && index < noise.data.length; index++) noise.data[index] = (index * 7919) % 251;
      if (noise) context?.putImageData(noise, 0, 0);
      const jpeg = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/jpeg", 1));
      const bytes = new Uint8Array((await jpeg?.arrayBuffer()) ?? []);
      const exif = [0xff, 0xe1, 0, 34, 69, 120, 105, 102, 0, 0, 77, 77, 0, 42, 0, 0, 0, 8, 0, 1];
      const orientation = [1, 18, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0, 0, 0, 0, 0];
      const whole = new Uint8Array([...bytes.subarray(0, 2), ...exif, ...orientation, ...bytes.subarray(2)]);
      return whole.reduce((text, byte) => text + String.fromCharCode(byte), "");
    });
    const file = { name: "photo.jpg", type: "image/jpeg", base64: Buffer.from(base64, "latin1").toString("base64") };
    expect(file.base64.length).toBeGreaterThan(262_144);
    await paste(page, { files: [file] });
    await expect(thumbnails(page)).toHaveCount(1);
    await send(page, "what is it");
    await replyEnded(page);
    const content = provider.asked.at(-1)?.messages.at(-1)?.content as { image_url?: { url: string } }[];
    const url = content[1]?.image_url?.url ?? "";
    expect(url.slice(0, 23)).toBe("data:image/webp;base64,");
    expect(url.length).toBeLessThanOrEqual(262_144);
    expect(Buffer.from(url.slice(23), "base64").includes("Exif")).toBe(false);
    const isUpright = await page.evaluate(async (address) => {
      const image = new Image();
      image.src = address;
      await image.decode();
      return image.naturalHeight > image.naturalWidth;
    }, url);
    expect(isUpright).toBe(true);
  });

  test("a HEIC photo is decoded if the browser cannot: upright, and sent as WebP", async ({ page, app, provider }) => {
    await open(page, app.url);
    // 96 × 64 points, red on the left and blue on the right, to be turned by a quarter against the clock.
    const base64 = readFileSync("test/fixtures/images/upright.heic").toString("base64");
    await paste(page, { files: [{ name: "flag.heic", type: "", base64 }] });
    await expect(thumbnails(page)).toHaveCount(1);
    await send(page, "what is it");
    await replyEnded(page);
    const content = provider.asked.at(-1)?.messages.at(-1)?.content as { image_url?: { url: string } }[];
    const url = content[1]?.image_url?.url ?? "";
    expect(url.slice(0, 23)).toBe("data:image/webp;base64,");
    const seen = await page.evaluate(async (address) => {
      const image = new Image();
      image.src = address;
      await image.decode();
      const canvas = document.createElement("canvas");
      [canvas.width, canvas.height] = [image.naturalWidth, image.naturalHeight];
      const context = canvas.getContext("2d");
      context?.drawImage(image, 0, 0);
      const isBlue = (y: number) => {
        const [red = 0, , blue = 0] = context?.getImageData(32, y, 1, 1).data ?? [];
        return blue > red;
      };
      return { width: canvas.width, height: canvas.height, above: isBlue(20), below: isBlue(76) };
    }, url);
    expect(seen).toEqual({ width: 64, height: 96, above: true, below: false });
  });

  test("source code is attached as text, whatever its type; a file that is neither text nor image is reported", async ({
    page,
    app,
  }) => {
    await open(page, app.url);
    const base64 = Buffer.from("print(1)").toString("base64");
    const program = { name: "tide.py", type: "", base64 };
    await give(page, "drop", { files: [program, { name: "tide.bin", type: "application/octet-stream", base64 }] });
    await expect(page.getByRole("list", { name: "Attachments" }).getByRole("listitem")).toHaveCount(1);
    await expect(page.getByText("tide.bin isn’t an image, document or text file and was skipped.")).toBeVisible();
  });

  test("images are removed with a message if the model has no vision, and none can be added", async ({ page, app }) => {
    await open(page, app.url);
    await paste(page, { files: files(1) });
    await expect(thumbnails(page)).toHaveCount(1);
    await chooseModel(page, "OpenAI", "gpt-3.5-turbo");
    await expect(sentence(page).filter({ hasText: "gpt-3.5-turbo can’t see images" })).toBeVisible();
    await expect(thumbnails(page)).toHaveCount(0);
    await expect(page.getByRole("button", { name: "Add images" })).toHaveCount(0);
    await expect(sentence(page).filter({ hasText: "gpt-3.5-turbo can’t see images" })).toHaveCount(0);
    await paste(page, { files: files(1) });
    await expect(sentence(page).filter({ hasText: "gpt-3.5-turbo can’t see images" })).toBeVisible();
    await expect(thumbnails(page)).toHaveCount(0);
  });

  for (const [what, name, type, bytes, words] of [
    ["a broken photo", "broken.heic", "", Buffer.from("no picture"), "couldn’t be read as an image"],
    ["a text", "notes.png", "image/png", Buffer.from("no picture"), "couldn’t be read as an image"],
    ["an SVG", "run.svg", "image/svg+xml", Buffer.from("<svg/>"), "couldn’t be read as an image"],
    ["a photo of a phone", "sea.heic", "image/heic", Buffer.from("\0\0\0\x14ftypheic\0\0\0\0mif1"), "a HEIC photo"],
    ["200 million pixels", "huge.png", "image/png", hugePng(), "more than 120 megapixels"],
  ] as const) {
    test(`${what} (${name}) is rejected with its reason, and the others are attached`, async ({ page, app }) => {
      await open(page, app.url);
      await paste(page, { files: [{ name, type, base64: bytes.toString("base64") }, ...files(1)] });
      await expect(page.getByRole("alert").filter({ hasText: words })).toContainText(name);
      await expect(thumbnails(page)).toHaveCount(1);
    });
  }

  test("of fifty files the first three are attached, and the rest is reported", async ({ page, app }) => {
    await open(page, app.url);
    await paste(page, { files: files(50) });
    await expect(sentence(page).filter({ hasText: "A message can hold 3 images" })).toBeVisible();
    await expect(thumbnails(page)).toHaveCount(3);
  });

  test("a long pasted text is attached, opens, and is sent after the draft", async ({ page, app, provider }) => {
    const log = "line of the log\n".repeat(300);
    await open(page, app.url);
    await paste(page, { text: log });
    const chip = page.getByRole("button", { name: "Pasted text, 4,800 characters" });
    await expect(chip).toBeVisible();
    await page.reload();
    await chip.press("Enter");
    await page.getByRole("textbox", { name: "Sent after your message" }).fill("another log");
    await page.getByRole("button", { name: "Done" }).click();
    await expect(page.getByRole("button", { name: "Pasted text, 11 characters" })).toBeVisible();
    await send(page, "what broke?");
    await replyEnded(page);
    expect(provider.asked.at(-1)?.messages).toEqual([{ role: "user", content: "what broke?\n\nanother log" }]);
  });
});

test.describe("a waiting message", () => {
  test("is sent automatically when the reply is complete", async ({ page, app, provider }) => {
    await open(page, app.url);
    await send(page, "ponders please");
    await messageBox(page).fill("and then");
    await page.getByRole("button", { name: "Send after this reply" }).click();
    await expect(page.getByRole("list", { name: "Queued messages" }).getByRole("listitem")).toHaveText(["and then"]);
    await expect(messageBox(page)).toHaveValue("");
    await provider.release();
    await expect(messages(page).nth(3)).toContainText("You said: and then");
    await expect(page.getByRole("list", { name: "Queued messages" })).toHaveCount(0);
  });

  test("can be moved back into the box, or sent at once, which stops the reply", async ({ page, app }) => {
    await open(page, app.url);
    await send(page, "endless words");
    await expect(messages(page).nth(1)).toContainText("word2");
    await send(page, "one");
    await send(page, "two");
    const waiting = page.getByRole("list", { name: "Queued messages" }).getByRole("listitem");
    await expect(waiting).toHaveText(["one", "two"]);
    await messageBox(page).fill("three");
    await waiting.nth(1).getByRole("button", { name: "Move back to the message box" }).press("Enter");
    await expect(messageBox(page)).toHaveValue("two\n\nthree");
    await expect(waiting).toHaveText(["one"]);
    await waiting.getByRole("button", { name: "Stop reply and send now" }).press("Enter");
    await expect(messages(page).nth(1)).toContainText("Stopped");
    await expect(messages(page).nth(3)).toContainText("You said: one");
    await expect(waiting).toHaveCount(0);
  });

  test("stays in the queue after a stop or a reload, until it is sent", async ({ page, app }) => {
    await open(page, app.url);
    await send(page, "endless words");
    await expect(messages(page).nth(1)).toContainText("word2");
    await send(page, "one");
    await send(page, "two");
    await stopReply(page);
    await expect(page.getByRole("status").filter({ hasText: "Queued messages" })).toBeVisible();
    await page.getByRole("button", { name: "Send now" }).click();
    await expect(messages(page).nth(3)).toContainText("You said: one");
    await expect(messages(page).nth(5)).toContainText("You said: two");
    await replyEnded(page);
    await send(page, "endless again");
    await expect(messages(page).nth(7)).toContainText("word2");
    await send(page, "unheard");
    // A tab that closes before a waiting message is stored puts it into the message box instead.
    await expect.poll(() => storedText(page, waitingMessagesKey)).toContain("unheard");
    await page.reload();
    await expect(page.getByRole("list", { name: "Queued messages" }).getByRole("listitem")).toHaveText(["unheard"]);
    await expect(messageBox(page)).toHaveValue("");
    await page.getByRole("button", { name: "Send now" }).click();
    await expect(messages(page).nth(9)).toContainText("You said: unheard");
  });
});

test("an image model offers its sizes, qualities and styles, and the chat stores the selection", async ({
  page,
  app,
}) => {
  await open(page, app.url);
  await chooseModel(page, "OpenAI", "dall-e-3");
  await page.getByRole("combobox", { name: "Size" }).selectOption("1792×1024");
  await page.getByRole("combobox", { name: "Quality" }).selectOption("High");
  await page.getByRole("combobox", { name: "Style" }).selectOption("Natural");
  await page.reload();
  await expect(page.getByRole("combobox", { name: "Size" })).toHaveValue("1792x1024");
  await expect(page.getByRole("combobox", { name: "Quality" })).toHaveValue("hd");
  await expect(page.getByRole("combobox", { name: "Style" })).toHaveValue("natural");
  await chooseModel(page, "OpenAI", "gpt-4o");
  await expect(page.getByRole("combobox", { name: "Size" })).toHaveCount(0);
});

test("a draft is previewed as Markdown, and its tokens are counted with those of its context", async ({
  page,
  app,
}) => {
  await open(page, app.url);
  await messageBox(page).fill("a **bold** question");
  const preview = page.getByRole("region", { name: "Preview" });
  await expect(preview.locator("strong")).toHaveText("bold");
  await expect(page.getByText(/^~\d+ tokens$/)).toBeVisible();
  await messageBox(page).fill("A plain question");
  await expect(preview).toHaveCount(0);
  await messageBox(page).fill("x".repeat(600_000));
  await expect(page.getByText(/^~150,\d+ of 124,000 tokens, too long for the model$/)).toBeVisible();
  await messageBox(page).fill("");
  await expect(preview).toHaveCount(0);
  await expect(page.getByText(/^about/)).toHaveCount(0);
});

test("the menu has every action: switching to the next theme, and stopping all replies", async ({ page, app }) => {
  await open(page, app.url);
  await send(page, "endless words");
  await expect(messages(page).nth(1)).toContainText("word2");
  await newChat(page);
  await page.getByRole("button", { name: "Add", exact: true }).click();
  await page.getByRole("menuitem", { name: "Theme: auto" }).click();
  await page.getByRole("button", { name: "Add", exact: true }).click();
  await expect(page.getByRole("menuitem", { name: "Theme: light" })).toBeVisible();
  await page.getByRole("menuitem", { name: "Stop all replies" }).click();
  await page.goBack();
  await expect(messages(page).nth(1)).toContainText("Stopped");
});

/** The beginning of a picture of 200 million pixels. */
function hugePng(): Buffer {
  const png = pngOf(1, 1, [0, 0, 0]);
  png.writeUInt32BE(20_000, 16);
  png.writeUInt32BE(10_000, 20);
  return png;
}
