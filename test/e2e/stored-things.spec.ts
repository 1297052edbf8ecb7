import { screens } from "@/lib/brand/screens";
import { storePurposes } from "../support/stored-things";
import { expect, test } from "./support/fixtures";
import { storesAndCaches, unlistedNames } from "./support/stored-names";

test.use({ serviceWorkers: "allow" });

// accessibility.spec.ts looks at the same after each dialog.
test("the screens store exactly what the tables of stored data list", async ({ page, app }) => {
  for (const { path } of screens) {
    await page.goto(app.url + path);
    await page.waitForLoadState("networkidle");
    expect([path, await unlistedNames(page)]).toEqual([path, []]);
  }
  const { stores, caches } = await storesAndCaches(page);
  expect(stores).toEqual(Object.keys(storePurposes).toSorted());
  expect(caches.map((name) => name.replace(/^(parley-)?(shell|app)-.*/, "$2"))).toEqual(["shell"]);
});
