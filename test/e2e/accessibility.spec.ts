import { devices } from "@playwright/test";
import { lengthenedWords } from "../support/lengthened-words";
import { arabic, english } from "../support/words";
import { axeFindings } from "./support/axe";
import { expect, needsServer, test } from "./support/fixtures";
import { onDesktop, onPhone, type State } from "./support/states";
import { unlistedNames } from "./support/stored-names";
import { wordFaults } from "./support/word-faults";

/** Of English its lengthened form (docs/decisions/0004): it is built alike, and shows what has no room, and what is in no locale. */
const languages = [
  ["xa", lengthenedWords(english)],
  ["ar", arabic],
] as const;

function casesOf(states: readonly State[], widths: readonly number[]): void {
  for (const { name, reach, isServers } of states) {
    for (const [lang, t] of languages) {
      test(
        `${name} passes axe, in light and dark, and its texts fit (${lang})`,
        isServers ? needsServer : {},
        async ({ page, app }) => {
          // A colour on its way to another is neither.
          await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
          await page.addInitScript((code) => localStorage.setItem("lang", code), lang);
          await page.goto(app.url);
          await expect(await reach(page, t)).toBeVisible();
          expect(await axeFindings(page, lang === "xa" ? {} : { rules: rulesOfDirection })).toEqual([]);
          await page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" });
          expect(await axeFindings(page, { rules: rulesOfColour })).toEqual([]);
          expect(await wordFaults(page, lang, widths)).toEqual([]);
          expect(await unlistedNames(page)).toEqual([]);
        },
      );
    }
  }
}

test("a chat that needs access passes axe", needsServer, async ({ page, guarded }) => {
  await page.goto(guarded.url);
  await expect(page.getByText(english.access.needsAccess)).toBeVisible();
  expect(await axeFindings(page)).toEqual([]);
});

test("the link dialog passes axe, in light and dark", needsServer, async ({ page, guarded }) => {
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
  await page.setViewportSize({ width: 1280, height: 2000 });
  const settings = JSON.stringify({ key: "sk-0123456789abcdef", url: "http://аpi.example", theme: "dark", odd: 1 });
  await page.goto(`${guarded.url}/#/?code=x&model=gpt-4o&mask=1.e30&fill=text&submit=text&settings=${settings}`);
  await expect(page.getByRole("dialog", { name: english.link.title })).toBeVisible();
  expect(await axeFindings(page)).toEqual([]);
  await page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" });
  expect(await axeFindings(page)).toEqual([]);
});

test("the access screen and its message pass axe, in light and dark", needsServer, async ({ page, guarded }) => {
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
  await page.goto(`${guarded.url}/auth`);
  await page.getByRole("button", { name: english.auth.confirm }).click();
  await expect(page.getByText(english.auth.nothing)).toBeVisible();
  expect(await axeFindings(page)).toEqual([]);
  await page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" });
  expect(await axeFindings(page)).toEqual([]);
});

test.describe("on a desktop", () => casesOf(onDesktop, [1440]));
test.describe("on a phone", () => {
  const { defaultBrowserType: _browser, ...phone } = devices["Pixel 5"];
  test.use({ ...phone, viewport: { width: 390, height: 727 } });
  casesOf(onPhone, [390, 320]);
});

/** What a theme can break: names, roles and order are the same in both. */
const rulesOfColour = ["color-contrast", "link-in-text-block"];

/** Rules whose results differ from right to left: the layout, the order of focus, and the document's language. */
const rulesOfDirection = [
  ...rulesOfColour,
  ...["target-size", "scrollable-region-focusable", "bypass", "html-has-lang", "html-lang-valid", "valid-lang"],
];
