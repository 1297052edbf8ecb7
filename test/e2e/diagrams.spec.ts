import type { Page } from "@playwright/test";
import { composerLoaded, expect, messages, replyEnded, send, test } from "./support/fixtures";
import { givenReply } from "./support/given-replies";
import { readShifts, watchShifts } from "./support/layout-shifts";

const fence = "```";
const names = Array.from({ length: 24 }, (_, index) => `P${index}[Port number ${index}]`);
const wide = `${fence}mermaid\nflowchart LR\n  ${names.join(" --> ")}\n${fence}`;
const short = `${fence}mermaid\nflowchart LR\n  A[Moon] --> B[Sea]\n  B --> C[Shelf]\n  C --> D[Harbour]\n  D --> E[Pier]\n${fence}`;
const tall = `${fence}mermaid\nflowchart TD\n  A[Moon] --> B[Sea]\n  B --> C[Shelf]\n${fence}`;

async function openDiagrams(page: Page, url: string, texts: readonly string[]): Promise<void> {
  await page.goto(url);
  await givenReply(page, texts.join("\n\n"));
  await send(page, "go");
  await replyEnded(page);
  await allRendered(page, texts.filter((text) => text.startsWith(fence)).length);
}

function allRendered(page: Page, count: number): Promise<void> {
  return expect(messages(page).last().getByRole("img", { name: "Diagram" })).toHaveCount(count);
}

test("a chat with diagrams does not move while it is loaded again", async ({ page, app }) => {
  await page.addInitScript(watchShifts);
  await openDiagrams(page, app.url, ["First.", tall, "Then.", short, "Between.", tall.replace("Moon", "Sun"), "Last."]);
  for (const look of ["at once", "again"]) {
    await page.reload();
    await allRendered(page, 3);
    await page.waitForLoadState("networkidle");
    const { sum, shifts } = await page.evaluate(readShifts);
    expect(sum, `${look}: ${shifts.join(", ")}`).toBeLessThanOrEqual(0.01);
  }
});

for (const direction of ["ltr", "rtl"] as const) {
  test(`a wide diagram is readable, begins at its start and scrolls by keyboard, ${direction}`, async ({
    page,
    app,
  }) => {
    await page.setViewportSize({ width: 390, height: 720 });
    if (direction === "rtl") await page.addInitScript(() => localStorage.setItem("lang", "ar"));
    await page.goto(app.url);
    await givenReply(page, ["Before.", wide, "After."].join("\n\n"));
    await page.goto(`${app.url}/chat`);
    await composerLoaded(page);
    await page.getByRole("textbox").last().fill("go");
    await page.keyboard.press("Enter");
    await expect(page.locator("html")).toHaveAttribute("dir", direction);
    const answer = page.getByRole("article").last();
    const picture = answer.locator("figure img");
    await expect(picture).toBeVisible();
    const scroller = answer.locator('figure [role="group"]');
    const look = () =>
      scroller.evaluate((box) => {
        const image = box.querySelector("img");
        const { left, width } = image?.getBoundingClientRect() ?? new DOMRect();
        return {
          fromStart: Math.round(left - box.getBoundingClientRect().left),
          scale: width / (image?.naturalWidth || 1),
          scrolls: box.scrollWidth > box.clientWidth,
        };
      });
    // Until the image is decoded, it has no size.
    await expect.poll(async () => (await look()).scale).toBeCloseTo(0.8, 1);
    const { fromStart, scrolls } = await look();
    expect(fromStart).toBeGreaterThanOrEqual(0);
    expect(fromStart).toBeLessThan(20);
    expect(scrolls).toBe(true);
    await scroller.focus();
    await expect(scroller).toBeFocused();
    await page.keyboard.press("End");
    await page.keyboard.press("ArrowRight");
    await expect.poll(async () => (await look()).fromStart).toBeLessThan(0);
    // Only the diagram scrolls, not the page.
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  });
}
