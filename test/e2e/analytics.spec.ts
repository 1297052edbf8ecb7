import { expect, messageBox, needsNode, send, test } from "./support/fixtures";

/** A stand-in for Google's scripts: sends what it was told, what it can read, and whether it can read the app. */
const standIn = `
  const report = (entry) => {
    const seen = [...(entry.length === undefined ? [entry] : entry)];
    let app = "unreachable";
    try { app = parent.document.title; } catch {}
    fetch("https://www.google-analytics.com/g/collect", {
      method: "POST",
      body: JSON.stringify({ seen, app, cookie: document.cookie, title: document.title, referrer: document.referrer }),
    });
  };
  for (const entry of window.dataLayer) report(entry);
  window.dataLayer.push = (entry) => report(entry);
`;

const settings = { GA_ID: "G-AB12CD34EF", ENABLE_DEMO: "1" };

interface Report {
  readonly seen: readonly unknown[];
  readonly app: string;
}

test(
  "Google's scripts get the paths of screens in a frame that cannot read the app @L6.4",
  needsNode,
  async ({ page, withApp }) => {
    const reports: Report[] = [];
    const loaded: string[] = [];
    await page.route("https://www.googletagmanager.com/**", (route) => {
      loaded.push(route.request().url());
      return route.fulfill({ contentType: "text/javascript", body: standIn });
    });
    await page.route("https://www.google-analytics.com/**", (route) => {
      reports.push(route.request().postDataJSON());
      return route.fulfill({ status: 204, headers: { "access-control-allow-origin": "*" } });
    });
    const errors: string[] = [];
    page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
    await withApp(settings, async (app) => {
      await page.goto(app.url);
      await send(page, "A secret of the harbour");
      const views = () =>
        reports.flatMap(({ seen }) => (seen[0] === "event" && seen[1] === "page_view" ? [seen[2]] : []));
      const viewOf = (path: string) => ({
        page_location: `${new URL(app.url).origin}${path}`,
        page_title: path,
        page_referrer: "",
      });
      await expect.poll(views).toContainEqual(viewOf("/"));
      await page.getByRole("link", { name: "Settings" }).click();
      await expect.poll(views).toContainEqual(viewOf("/settings"));
      await expect(page.getByText("with Google Analytics")).toBeVisible();
      expect(new Set(reports.map(({ app: title }) => title))).toEqual(new Set(["unreachable"]));
      expect(JSON.stringify(reports)).not.toMatch(/secret|id=/i);
      expect(loaded).toEqual(["https://www.googletagmanager.com/gtag/js?id=G-AB12CD34EF"]);
      expect(errors).toEqual([]);
      // The page's own policy does not allow the script.
      const policy = await page.locator('meta[http-equiv="Content-Security-Policy"]').first().getAttribute("content");
      expect(policy).not.toContain("google");
    });
  },
);

test("a browser that asks for privacy loads nothing of Google @L6.4", needsNode, async ({ page, withApp }) => {
  const loaded: string[] = [];
  page.on("request", (request) => /google|analytics/.test(request.url()) && loaded.push(request.url()));
  await page.addInitScript(() => Object.defineProperty(navigator, "globalPrivacyControl", { value: true }));
  await withApp(settings, async (app) => {
    await page.goto(app.url);
    await expect(messageBox(page)).toBeVisible();
    await expect(page.locator("meta[name='description']").first()).toBeAttached();
    await page.goto(`${app.url}/settings#analytics`);
    await expect(page.getByText("with Google Analytics")).toBeVisible();
    expect(loaded.filter((url) => !/chunks/.test(url))).toEqual([]);
  });
});
