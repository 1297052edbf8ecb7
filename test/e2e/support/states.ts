import type { Locator, Page } from "@playwright/test";
import type { Messages } from "@/locales/messages";
import { breakRendering } from "./broken-screen";
import { composerLoaded, expect, openFirstChat, openPath } from "./fixtures";

/** What can be seen of the app, and how it is reached. */
export interface State {
  readonly name: string;
  /** Brings a page that shows an empty chat into the state; returns what shows that it is there. */
  readonly reach: (page: Page, t: Messages) => Promise<Locator>;
  /** Whether it is there because of a server. */
  readonly isServers?: boolean;
}

/** The dialogs of a chat with messages. */
const dialogs: readonly State[] = [
  {
    name: "the dialog for an API key",
    async reach(page, t) {
      await openPath(page, "/settings#access");
      await page.getByRole("button", { name: t.access.useOwnKey }).click();
      const dialog = page.getByRole("dialog", { name: t.access.useOwnKey });
      await dialog.getByRole("combobox").selectOption("openai");
      await dialog.getByLabel(t.addKey.key, { exact: true }).fill("gsk_0123");
      return dialog.getByRole("button", { name: t.addKey.switchTo.replace("{provider}", "Groq") });
    },
  },
  {
    name: "the chat's settings",
    async reach(page, t) {
      // All rows in sight: of what is scrolled away axe does not see the words.
      await page.setViewportSize({ width: page.viewportSize()?.width ?? 1280, height: 3600 });
      await openFromMenu(page, t, t.chat.settings);
      await page.addStyleTag({ content: "dialog { max-block-size: none !important }" });
      return page.getByRole("slider", { name: t.fields.temperature });
    },
  },
  {
    name: "the chat's mask with a prompt",
    async reach(page, t) {
      await openFromMenu(page, t, t.chat.settings);
      await page.getByRole("button", { name: t.chatSettings.editMask }).click();
      await page.getByRole("button", { name: t.promptEditor.add }).click();
      return page.getByRole("textbox", { name: t.promptEditor.text.replace("{number, number}", "1") });
    },
  },
  {
    name: "the choice of an avatar",
    async reach(page, t) {
      await openFromMenu(page, t, t.chat.settings);
      await page.getByRole("button", { name: t.chatSettings.editMask }).click();
      await page.getByRole("button", { name: t.settings.chooseAvatar }).click();
      return page.getByRole("button", { name: t.chatSettings.modelAvatar });
    },
  },
  {
    name: "the chat's memory",
    async reach(page, t) {
      await openFromMenu(page, t, t.memory.title);
      return page.getByText(t.memory.nothing);
    },
  },
  {
    name: "the choice of messages to export",
    async reach(page, t) {
      await openFromMenu(page, t, t.export.title);
      return page.getByRole("dialog", { name: t.export.title }).getByRole("checkbox").first();
    },
  },
  {
    name: "the sheet that an export is made of",
    async reach(page, t) {
      await page.setViewportSize({ width: page.viewportSize()?.width ?? 1280, height: 2000 });
      await openFromMenu(page, t, t.export.title);
      const dialog = page.getByRole("dialog", { name: t.export.title });
      await dialog.getByRole("button", { name: t.export.preview, exact: true }).last().click();
      return dialog.getByRole("heading", { level: 3 });
    },
  },
  {
    name: "the editor of all messages",
    async reach(page, t) {
      await openFromMenu(page, t, t.editMessages.title);
      return page.getByRole("textbox", { name: t.promptEditor.text.replace("{number, number}", "2") });
    },
  },
];

/** The saved prompts, on whatever screen. */
const savedPrompts: readonly State[] = [
  {
    name: "the prompts",
    async reach(page, t) {
      await openPrompts(page, t);
      return page.getByRole("list", { name: t.promptList.title }).getByRole("listitem").first();
    },
  },
  {
    name: "a prompt that is written, and one that was deleted",
    async reach(page, t) {
      await openPrompts(page, t);
      for (const _time of [1, 2]) {
        await page.getByRole("dialog").getByRole("button", { name: t.promptList.add, exact: true }).click();
        await page.getByRole("textbox", { name: t.promptList.promptContent }).fill("0");
        await page.getByRole("button", { name: t.chatSettings.done }).last().click();
      }
      const named = (words: string) => words.replace("{title}", t.promptList.newTitle);
      await page
        .getByRole("button", { name: named(t.promptList.deleteNamed) })
        .first()
        .click();
      await expect(page.getByText(named(t.promptList.deleted))).toBeVisible();
      await page.getByRole("button", { name: named(t.promptList.editNamed) }).click();
      return page.getByRole("textbox", { name: t.promptList.promptContent });
    },
  },
];

async function openPrompts(page: Page, t: Messages): Promise<void> {
  await openComposer(page, t);
  await page.getByRole("button", { name: t.composerTools.actions, exact: true }).click();
  await page.getByRole("menuitem", { name: t.promptList.edit }).click();
}

/** The message box at work. */
const composer: readonly State[] = [
  {
    name: "a dictation before it starts",
    async reach(page, t) {
      await openComposer(page, t);
      // The headless browser has a recognizer that crashes the page.
      await page.evaluate(() => {
        for (const name of ["SpeechRecognition", "webkitSpeechRecognition"]) Reflect.deleteProperty(window, name);
      });
      await page.getByRole("button", { name: t.dictation.open, exact: true }).click();
      return page.getByRole("group", { name: t.dictation.label }).getByText(/OpenAI/);
    },
  },
  {
    name: "the commands above the message box",
    async reach(page, t) {
      await openComposer(page, t);
      await page.getByRole("textbox", { name: t.composer.label, exact: true }).fill(":");
      return page.getByRole("listbox", { name: t.hints.commands });
    },
  },
  {
    name: "attachments, a preview and a count",
    async reach(page, t) {
      await openComposer(page, t);
      await page.getByTestId("attach-files").setInputFiles("test/fixtures/images/tide.png");
      await page.getByRole("textbox", { name: t.composer.label, exact: true }).fill("a **bold** question");
      await expect(page.getByRole("region", { name: t.composerHead.preview }).locator("strong")).toBeVisible();
      return page.getByRole("list", { name: t.attachments.label }).getByRole("img");
    },
  },
  {
    name: "an image that was opened large",
    async reach(page, t) {
      await openComposer(page, t);
      await page.getByTestId("attach-files").setInputFiles("test/fixtures/images/tide.png");
      await expect(page.getByRole("list", { name: t.attachments.label }).getByRole("img")).toBeVisible();
      await ask(page, t, "look");
      await page.getByRole("article").first().getByRole("button", { name: t.message.image }).click();
      return page.getByRole("dialog", { name: t.message.image }).getByRole("img");
    },
  },
  {
    name: "the menu of all actions",
    async reach(page, t) {
      await openComposer(page, t);
      await page.getByRole("button", { name: t.composerTools.actions, exact: true }).click();
      return page.getByRole("menuitem", { name: t.tools.imagesAndFiles });
    },
  },
  {
    name: "messages that wait",
    async reach(page, t) {
      await openComposer(page, t);
      const box = page.getByRole("textbox", { name: t.composer.label, exact: true });
      for (const text of ["endless words", "one", "two"]) {
        await box.fill(text);
        await box.press("Enter");
      }
      const waiting = page.getByRole("list", { name: t.queue.label });
      await expect(waiting.getByRole("listitem")).toHaveCount(2);
      // What is being written is beside the point, and never the same twice.
      await page.getByRole("button", { name: t.composer.stop, exact: true }).click();
      return waiting;
    },
  },
];

/** The ways to what was said. */
const searching: readonly State[] = [
  {
    name: "the search with what it found",
    async reach(page, t) {
      await openComposer(page, t);
      await ask(page, t, "the spring tide");
      await openPath(page, "/search-chat?q=tide");
      return page.getByRole("listbox", { name: t.search.results }).getByRole("option");
    },
  },
  {
    name: "a search that finds nothing",
    async reach(page, t) {
      await openPath(page, "/search-chat?q=tide");
      return page.getByText(t.search.noneHint);
    },
  },
  {
    name: "the palette",
    async reach(page, t) {
      await page.getByRole("button", { name: t.sidebarNav.jump }).click();
      return page.getByRole("dialog", { name: t.palette.title }).getByRole("option").first();
    },
  },
];

/** Dialogs of the settings, and the screens that stand in for others. */
const seldomSeen: readonly State[] = [
  {
    name: "the question before everything is cleared",
    async reach(page, t) {
      await openPath(page, "/settings#clearAll");
      await page.locator("#clearAll").getByRole("button").click();
      return page.getByRole("button", { name: t.data.exportAndClear });
    },
  },
  {
    name: "the place of the copy in the cloud",
    async reach(page, t) {
      await openPath(page, "/settings#sync");
      await page.locator("#sync").getByRole("button", { name: t.sync.configure }).click();
      return page.getByRole("dialog", { name: t.sync.title }).getByRole("switch").first();
    },
  },
  {
    name: "a file that could not be imported",
    async reach(page, t) {
      await openPath(page, "/settings#data");
      const buffer = Buffer.from("half a { file");
      await page.getByTestId("import-file").setInputFiles({ name: "chats.json", mimeType: "application/json", buffer });
      return page.getByRole("dialog").getByText(t.data.importFailed);
    },
  },
  {
    name: "the question before messages are sent somewhere",
    isServers: true,
    async reach(page, t) {
      await page.route("**/api/config", async (route) => {
        const response = await route.fetch();
        await route.fulfill({ response, json: { ...(await response.json()), artifacts: true } });
      });
      await page.reload();
      await openFromMenu(page, t, t.export.title);
      const dialog = page.getByRole("dialog", { name: t.export.title });
      await dialog.getByRole("button", { name: t.export.preview, exact: true }).last().click();
      await dialog.getByRole("button", { name: t.sharing.shareLink }).click();
      await page.getByRole("button", { name: t.sealedLink.readable }).click();
      return page.getByRole("dialog", { name: t.sharing.chat }).getByRole("paragraph");
    },
  },
  {
    name: "the link that contains messages",
    async reach(page, t) {
      await openFromMenu(page, t, t.export.title);
      const dialog = page.getByRole("dialog", { name: t.export.title });
      await dialog.getByRole("button", { name: t.export.preview, exact: true }).last().click();
      await dialog.getByRole("button", { name: t.sharing.shareLink }).click();
      const shared = page.getByRole("dialog", { name: t.sharing.chat });
      await shared.getByText(t.sealedLink.qr).click();
      return shared.getByRole("img", { name: t.sealedLink.qr });
    },
  },
  {
    name: "the choice of images to free",
    async reach(page, t) {
      await openComposer(page, t);
      await page.getByTestId("attach-files").setInputFiles("test/fixtures/images/tide.png");
      await expect(page.getByRole("list", { name: t.attachments.label }).getByRole("img")).toBeVisible();
      await ask(page, t, "look");
      await openPath(page, "/settings#data");
      await page.getByRole("button", { name: t.data.freeImages }).click();
      return page.getByRole("dialog", { name: t.data.freeQuestion }).getByRole("radiogroup");
    },
  },
  {
    name: "what was taken over",
    async reach(page, t) {
      await page.evaluate(() => {
        const notUnderstood = [{ where: "sessions[3]", reason: "It has no messages." }];
        const takeover = { at: 1_756_000_000_000, chats: 3, messages: 40, documents: ["app-config"], notUnderstood };
        localStorage.setItem("nextchat-takeover", JSON.stringify(takeover));
      });
      await openPath(page, "/settings#data");
      await page.getByRole("button", { name: t.data.takenOverShow }).click();
      return page.getByRole("dialog", { name: t.data.takenOver }).getByText(t.data.takenOverHint);
    },
  },
  {
    name: "the pictures in every state",
    async reach(page, t) {
      await page.evaluate(() => {
        const task = {
          model: "core",
          model_name: "Stable Image Core",
          params: { prompt: "A boat", aspect_ratio: "3:2", style: "low-poly" },
          created_at: 1_756_000_000_000,
          img_data: "",
        };
        const draw = [
          { ...task, id: "e", status: "error", error: { code: "content-filter", message: "Flagged." } },
          { ...task, id: "s", status: "success", img_data: "stored:gone" },
          { ...task, id: "t", status: "success", text: "No picture, but **words**." },
        ];
        localStorage.setItem("sd-list", JSON.stringify({ state: { draw }, version: 1 }));
      });
      await openPath(page, "/sd-new");
      return page.getByText(t.message.imageGone);
    },
  },
  {
    name: "the form for pictures, of which one must be described",
    async reach(page, t) {
      await openPath(page, "/sd");
      await page.getByRole("button", { name: t.imageTasks.generate, exact: true }).click();
      return page.getByText(t.imageTasks.required.replace("{field}", t.imageTasks.field_prompt));
    },
  },
  {
    name: "what a picture was made from",
    async reach(page, t) {
      await page.evaluate(() => {
        const error = { code: "content-filter", message: "Flagged." };
        const task = {
          id: "e",
          model: "core",
          model_name: "Core",
          status: "error",
          params: { prompt: "A boat" },
          error,
        };
        localStorage.setItem("sd-list", JSON.stringify({ state: { draw: [task] }, version: 1 }));
      });
      await openPath(page, "/sd-new");
      await page.getByRole("button", { name: t.imageTasks.details, exact: true }).click();
      return page.getByRole("dialog", { name: t.imageTasks.parametersTitle }).getByText("Flagged.");
    },
  },
  {
    name: "a shared page",
    isServers: true,
    async reach(page, t) {
      const html = "<!doctype html><html lang=en><title>Tide clock</title><h1>High water</h1>";
      await page.route("**/api/artifacts?*", (route) => route.fulfill({ contentType: "text/plain", body: html }));
      await openPath(page, `/artifacts/${"a".repeat(32)}`);
      await expect(page.getByRole("tab", { name: t.artifact.preview })).toBeVisible();
      return page.getByRole("heading", { level: 1, name: "Tide clock" });
    },
  },
  {
    name: "a shared page that is gone",
    isServers: true,
    async reach(page, t) {
      await openPath(page, `/artifacts/${"a".repeat(32)}`);
      return page.getByRole("heading", { level: 1, name: t.artifact.gone });
    },
  },
  {
    name: "an address that leads nowhere",
    async reach(page, t) {
      await openPath(page, "/nowhere");
      return page.getByRole("heading", { level: 1, name: t.notFound.title });
    },
  },
  {
    name: "a screen that could not be drawn",
    async reach(page, t) {
      await breakRendering(page);
      await page.reload();
      return page.getByRole("heading", { level: 1, name: t.oops.title });
    },
  },
];

/** What is heard and said. */
const sound: readonly State[] = [
  {
    name: "a live conversation that has no key, and the settings of it",
    async reach(page, t) {
      await openPath(page, "/settings#voice");
      await page.getByRole("switch", { name: t.voiceFields.enable }).check();
      await page.getByRole("switch", { name: t.speechFields.enable }).check();
      await page.getByRole("radio", { name: "Azure" }).click();
      await openPath(page, "/");
      await openComposer(page, t);
      await page.getByRole("button", { name: t.composerTools.actions, exact: true }).click();
      await page.getByRole("menuitem", { name: t.voice.open }).click();
      return page.getByRole("dialog", { name: t.voice.title }).getByText(t.voice.notSetUp);
    },
  },
];

/** All that is looked at on a desktop. */
export const onDesktop: readonly State[] = [
  ...dialogs,
  ...sound,
  ...savedPrompts,
  ...composer,
  ...searching,
  ...seldomSeen,
  {
    name: "a chat of the list, selected and being renamed",
    async reach(page, t) {
      const list = page.getByRole("navigation", { name: t.sidebar.chats });
      const bar = page.getByRole("toolbar", { name: t.chatList.bar });
      // The keys of the list are loaded once the page has nothing better to do.
      await expect(async () => {
        await list.locator("li > a").focus();
        if (!(await bar.isVisible())) await page.keyboard.press("Space");
        await expect(bar).toBeVisible({ timeout: 500 });
      }).toPass();
      await page.keyboard.press("F2");
      return list.getByRole("textbox");
    },
  },
  {
    name: "the menu of a chat of the list",
    async reach(page, t) {
      const duplicate = page.getByRole("menuitem", { name: t.chatList.duplicate });
      await expect(async () => {
        await page.getByRole("navigation", { name: t.sidebar.chats }).locator("li > a").click({ button: "right" });
        await expect(duplicate).toBeVisible({ timeout: 500 });
      }).toPass();
      return duplicate;
    },
  },
  {
    name: "the list of shortcuts",
    async reach(page, t) {
      await openFromMenu(page, t, t.shortcuts.title);
      return page.getByText(t.shortcuts.copyCode);
    },
  },
  { name: "an empty chat", reach: async (page, t) => page.getByRole("heading", { name: t.chat.greeting }) },
  {
    name: "a reply with everything that Markdown has",
    async reach(page, t) {
      await ask(page, t, "markdown");
      await expect(page.locator(".katex-display")).toBeVisible();
      await expect(page.locator(".hljs-keyword").first()).toBeVisible();
      return page.getByRole("table");
    },
  },
  {
    name: "reasoning, unfolded",
    async reach(page, t) {
      await ask(page, t, "reasons");
      await page.locator("summary").click();
      return page.getByText("First the Moon, then the shelf.");
    },
  },
  {
    name: "a reply that failed",
    async reach(page, t) {
      await ask(page, t, "limited");
      return page.getByText("Slow down, please.", { exact: true });
    },
  },
  {
    name: "the settings, all folded rows open",
    async reach(page, t) {
      // All of them in sight: of what is scrolled away axe does not see the words.
      await page.setViewportSize({ width: 1440, height: 8000 });
      await page.getByRole("link", { name: t.sidebar.settings }).click();
      await page.getByRole("switch", { name: t.accessRows.useCustomConfig }).check();
      const access = page.locator("#access");
      for (const provider of ["OpenAI", "Ollama"]) await access.getByText(provider, { exact: true }).click();
      return page.getByLabel(t.providers.apiKey.replace("{provider}", "OpenAI"), { exact: true });
    },
  },
  {
    name: "a plugin that is written",
    async reach(page, t) {
      await page.getByRole("button", { name: t.sidebarNav.discovery }).click();
      await page.getByRole("menuitem", { name: t.plugins.title }).click();
      await page.getByRole("button", { name: t.plugins.create }).click();
      const editor = page.getByRole("dialog", { name: t.plugins.untitled });
      await editor.getByRole("combobox", { name: t.plugins.auth }).selectOption("custom");
      await editor.getByRole("textbox", { name: t.plugins.schema }).fill("openapi: 2");
      return editor.getByText(t.plugins.schemaError);
    },
  },
  {
    name: "the choice of tools",
    async reach(page, t) {
      await openComposer(page, t);
      await toolsButton(page, t).click();
      return page.getByRole("dialog", { name: t.toolChoice.title }).getByRole("switch", { name: "Wikipedia" });
    },
  },
  {
    name: "a tool that asks first, and one that failed",
    async reach(page, t) {
      await openComposer(page, t);
      await toolsButton(page, t).click();
      const dialog = page.getByRole("dialog", { name: t.toolChoice.title });
      await dialog.getByRole("switch", { name: "Wikipedia" }).click();
      await dialog.getByRole("button", { name: t.toolChoice.done }).click();
      const question = 'calls article_summary {"title":"Tide"} | article_summary {}';
      await page.getByRole("textbox", { name: t.composer.label, exact: true }).fill(question);
      await page.getByRole("textbox", { name: t.composer.label, exact: true }).press("Enter");
      await expect(page.getByText(t.toolCalls["problem_bad-arguments"])).toBeVisible();
      return page.getByRole("button", { name: t.toolCalls.once });
    },
  },
  {
    name: "the list of masks",
    async reach(page, t) {
      await openMasks(page, t);
      return page.getByRole("list", { name: t.sidebarNav.masks }).getByRole("listitem").first();
    },
  },
  {
    name: "the editor of a mask",
    async reach(page, t) {
      await page.setViewportSize({ width: page.viewportSize()?.width ?? 1280, height: 3200 });
      await openMasks(page, t);
      await page.getByRole("button", { name: t.masks.create }).click();
      await unrolled(page.getByRole("dialog"));
      return page.getByRole("dialog", { name: t.masks.untitled }).getByRole("slider", { name: t.fields.temperature });
    },
  },
  {
    name: "a built-in mask",
    async reach(page, t) {
      await page.setViewportSize({ width: page.viewportSize()?.width ?? 1280, height: 3200 });
      await openMasks(page, t);
      await page
        .getByRole("button", { name: new RegExp(t.masks.viewNamed.replace("{name}", ".+")) })
        .first()
        .click();
      await unrolled(page.getByRole("dialog"));
      return page.getByRole("button", { name: t.masks.cloneToEdit });
    },
  },
  {
    name: "the choice of a mask",
    async reach(page, t) {
      await page.getByRole("link", { name: t.sidebarNav.masks }).click();
      return page.getByRole("listbox", { name: t.sidebarNav.masks }).getByRole("option").first();
    },
  },
  {
    name: "what a link to a mask would do",
    async reach(page, t) {
      await expect(page.getByRole("textbox", { name: t.composer.label, exact: true })).toBeVisible();
      await page.evaluate(() => location.assign("#/new-chat?mask=100000"));
      return page.getByRole("dialog", { name: t.maskLink.question }).getByRole("list");
    },
  },
  {
    name: "the choice of a model",
    async reach(page, t) {
      await page.getByRole("button", { name: t.composer.model.replace("{model}", "gpt-4o-mini") }).click();
      return page.getByRole("option", { selected: true });
    },
  },
  {
    name: "what a file would bring",
    async reach(page, t) {
      await page.getByRole("link", { name: t.sidebar.settings }).click();
      await page.getByTestId("import-file").setInputFiles("test/fixtures/import/nextchat/backup-current.json");
      return page.getByRole("checkbox", { name: t.data.withSettings });
    },
  },
  {
    name: "an open menu",
    async reach(page, t) {
      await page.getByRole("button", { name: t.chat.more, exact: true }).click();
      return page.getByRole("menuitem", { name: t.chat.rename });
    },
  },
  {
    name: "a toast",
    async reach(page, t) {
      await ask(page, t, "echo");
      await page.getByRole("button", { name: t.chat.more, exact: true }).click();
      await page.getByRole("menuitem", { name: t.sidebar.deleteChat }).click();
      const undo = page.getByRole("button", { name: t.app.undo });
      // A toast stays while it holds the focus.
      await undo.focus();
      return undo;
    },
  },
];

/** All that is looked at on a phone. */
export const onPhone: readonly State[] = [
  ...[...dialogs, ...savedPrompts, ...composer, ...searching, ...seldomSeen].map((state) => ({
    ...state,
    name: `${state.name} on a phone`,
  })),
  {
    name: "the list of masks on a phone",
    async reach(page, t) {
      await openMasks(page, t);
      return page.getByRole("list", { name: t.sidebarNav.masks }).getByRole("listitem").first();
    },
  },
  {
    name: "the choice of a mask on a phone",
    async reach(page, t) {
      await page.getByRole("link", { name: t.sidebarNav.masks }).click();
      return page.getByRole("listbox", { name: t.sidebarNav.masks }).getByRole("option").first();
    },
  },
  { name: "the list on a phone", reach: async (page, t) => page.getByRole("navigation", { name: t.sidebar.chats }) },
  {
    name: "a chat on a phone",
    async reach(page, t) {
      await openFirstChat(page, t.sidebar.chats);
      await ask(page, t, "markdown");
      await expect(page.locator(".katex-display")).toBeVisible();
      return page.getByRole("table");
    },
  },
  {
    name: "an open menu on a phone",
    async reach(page, t) {
      await openFirstChat(page, t.sidebar.chats);
      await page.getByRole("button", { name: t.chat.more, exact: true }).click();
      return page.getByRole("menuitem", { name: t.chat.rename });
    },
  },
];

/** Opens a row of the menu of a chat with messages; on a phone the chat is opened from the list first. */
async function openFromMenu(page: Page, t: Messages, row: string): Promise<void> {
  const isPhone = (page.viewportSize()?.width ?? 0) <= 600;
  if (isPhone) await openFirstChat(page, t.sidebar.chats);
  await ask(page, t, "echo");
  await page.getByRole("button", { name: t.chat.more, exact: true }).click();
  await page.getByRole("menuitem", { name: row }).click();
}

/** Shows a long dialog in its whole length: of what is scrolled away axe does not see the words. */
async function unrolled(dialog: Locator): Promise<void> {
  await dialog.evaluate((node) => {
    node.style.maxBlockSize = "none";
  });
}

/** Opens the list of masks by way of the picker. */
async function openMasks(page: Page, t: Messages): Promise<void> {
  await page.getByRole("link", { name: t.sidebarNav.masks }).click();
  // The empty chat, which is left now, has a link of the same name.
  await expect(page.getByRole("heading", { level: 1, name: t.sidebarNav.pickMask })).toBeVisible();
  await page.getByRole("link", { name: t.maskPicker.seeAll }).click();
  await expect(page.getByRole("heading", { level: 1, name: t.sidebarNav.masks })).toBeVisible();
}

/** Waits for the whole message box of a chat; on a phone the chat is opened from the list first. */
async function openComposer(page: Page, t: Messages): Promise<void> {
  const isPhone = (page.viewportSize()?.width ?? 0) <= 600;
  if (isPhone) await openFirstChat(page, t.sidebar.chats);
  await composerLoaded(page);
}

/** The button that chooses tools; its name counts them, so that lengthened it ends otherwise than its dialog's. */
function toolsButton(page: Page, t: Messages): Locator {
  const name = t.toolChoice.title.replace(/·*⟧$/, "");
  return page.getByRole("toolbar", { name: t.composerTools.label }).getByRole("button", { name });
}

async function ask(page: Page, t: Messages, text: string): Promise<void> {
  await page.getByRole("textbox", { name: t.composer.label, exact: true }).fill(text);
  await page.getByRole("button", { name: t.composer.send, exact: true }).click();
  await expect(page.getByRole("article")).toHaveCount(2);
  await expect(page.getByRole("button", { name: t.composer.stop, exact: true })).toHaveCount(0);
}
