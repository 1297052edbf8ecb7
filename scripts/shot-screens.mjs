import { register } from "node:module";

register("../bench/typescript-hooks.mjs", import.meta.url);

const { lengthenedWords } = await import("../test/support/lengthened-words.ts");

/** Returns the texts of a page that do not fit; serialized into the page. */
export const { wordsWithoutRoom } = await import("../test/e2e/support/word-room.ts");

/** Returns the messages of a language, by which controls are found. */
export async function wordsOf(code) {
  if (code === "xa") return lengthenedWords(await wordsOf("en"));
  const parts = await Promise.all(["first", "settings", "rest"].map((part) => import(`../locales/${code}/${part}.ts`)));
  return Object.assign({}, ...parts.map(({ default: words }) => words));
}

/** A chat written by `fillHistory`. */
const chat = "/chat?id=chat-0";

/** The screens: path, action before the screenshot, and `isGuarded` if the site should require an access code. */
export const screens = [
  { name: "list", path: "/" },
  { name: "list-menu", path: "/", act: ({ page }) => rows(page).nth(1).click({ button: "right" }) },
  { name: "list-selection", path: "/", act: ({ page }) => select(page) },
  { name: "chat", path: chat },
  { name: "chat-missing", path: "/chat?id=gone" },
  { name: "chat-settings", path: chat, act: (at) => choose(at, at.t.chat.settings) },
  { name: "memory", path: chat, act: (at) => choose(at, at.t.memory.title) },
  { name: "message-menu", path: chat, act: openMessageMenu },
  { name: "models", path: chat, act: openModels },
  { name: "palette", path: chat, act: ({ page }) => page.keyboard.press("Control+k") },
  { name: "shortcuts", path: chat, act: ({ page }) => page.keyboard.press("Control+Shift+?") },
  { name: "prompts", path: chat, act: openPrompts },
  { name: "link", path: linkPath() },
  { name: "mask-picker", path: "/new-chat" },
  { name: "masks", path: "/masks" },
  { name: "mask-editor", path: "/masks", act: ({ page, t }) => button(page, t.masks.create).click() },
  { name: "mask-readonly", path: "/masks", act: openBuiltInMask },
  { name: "search", path: "/search-chat?q=tide" },
  { name: "settings", path: "/settings" },
  { name: "settings-access", path: "/settings#access" },
  { name: "settings-data", path: "/settings#data" },
  { name: "import", path: "/settings#data", act: offerFile },
  { name: "clear", path: "/settings#clearAll", act: ({ page }) => page.locator("#clearAll button").click() },
  { name: "auth", path: "/auth", isGuarded: true },
  { name: "auth-open", path: "/auth" },
  { name: "error", path: "/", act: breakClock },
  { name: "rescue", path: "/rescue" },
  { name: "not-found", path: "/nowhere" },
  // The message sent here stays in the chat of the other screenshots, so it is last.
  { name: "image", path: chat, act: openImage },
];

function rows(page) {
  return page.locator("nav li > a");
}

function button(page, name) {
  return page.getByRole("button", { name, exact: true });
}

async function select(page) {
  await rows(page).nth(1).focus();
  await page.keyboard.press("Shift+ArrowDown");
  await page.keyboard.press("Shift+ArrowDown");
}

/** Chooses a row of the chat's menu. */
async function choose({ page, t }, row) {
  await button(page, t.chat.more).click();
  await page.getByRole("menuitem", { name: row }).click();
}

/** On a desktop the button shows on hover; on a phone each message has one beside its name. */
async function openMessageMenu({ page, t }) {
  const reply = page.getByRole("article").last();
  await reply.hover();
  const isPhone = page.viewportSize().width <= 600;
  await reply.getByRole("button", { name: isPhone ? t.message.actions : t.message.more }).click();
}

async function openImage({ page, t }) {
  await page.getByTestId("attach-images").setInputFiles("test/fixtures/images/tide.png");
  await page.getByRole("list", { name: t.attachments.label }).getByRole("img").waitFor();
  await page.getByRole("textbox", { name: t.composer.label, exact: true }).fill("?");
  await button(page, t.composer.send).click();
  await page.getByRole("article").getByRole("button", { name: t.message.image }).last().click();
}

async function openModels({ page, t }) {
  const [before = ""] = t.composer.model.split("{model}");
  await page.getByRole("button", { name: before.trim() }).first().click();
}

async function openPrompts({ page, t }) {
  await button(page, t.tools.actions).click();
  await page.getByRole("menuitem", { name: t.promptList.edit }).click();
}

/** On a phone the row itself is the main action, and the others are in its menu. */
async function openBuiltInMask({ page, t }) {
  if (page.viewportSize().width <= 600) {
    const row = page.getByRole("list", { name: t.masks.title }).getByRole("listitem").last();
    await row.getByRole("button").last().click();
    return page.getByRole("menuitem", { name: t.masks.view, exact: true }).click();
  }
  const [before, after] = t.masks.viewNamed.split("{name}");
  await page
    .getByRole("button", { name: new RegExp(`^${before}.*${after}$`) })
    .first()
    .click();
}

function offerFile({ page }) {
  return page.getByTestId("import-file").setInputFiles("test/fixtures/import/nextchat/backup-current.json");
}

/** Returns a link with one effect of each kind. */
function linkPath() {
  const settings = { key: "sk-0123456789abcdef", url: "http://gateway.example", theme: "dark", odd: 1 };
  return `/#/?model=gpt-4o&fill=text&settings=${encodeURIComponent(JSON.stringify(settings))}`;
}

async function breakClock({ page }) {
  await page.addInitScript(() => {
    Object.defineProperty(Intl, "DateTimeFormat", {
      value: () => {
        throw new Error("The clock is broken");
      },
    });
  });
  await page.reload();
}
