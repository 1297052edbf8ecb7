import { expect, test } from "./support/fixtures";

for (const path of ["/", "/chat", "/settings", "/masks", "/new-chat"]) {
  test(`in English, ${path} loads no font of another script`, async ({ page, app }) => {
    const fonts: string[] = [];
    page.on("response", (response) => {
      const [, name] = /\/([\w-]+)-wght-normal[^/]*\.woff2$/.exec(response.url()) ?? [];
      if (name) fonts.push(name);
    });
    await page.goto(app.url + path);
    await page.waitForLoadState("networkidle");
    expect(fonts).toEqual(["wix-madefor-text-latin"]);
  });
}
