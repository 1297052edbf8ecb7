/** @jest-environment jsdom */
import { firstLanguageScript } from "@/components/shell/greetings";
import { locales } from "@/locales/registry";

const root = document.documentElement;

/** Runs the script as the page does: from its text, where nothing of its module is at hand. */
function run(stored: string | null, languages: readonly string[]) {
  localStorage.clear();
  if (stored !== null) localStorage.setItem("lang", stored);
  jest.spyOn(navigator, "languages", "get").mockReturnValue(languages);
  root.lang = "en";
  root.dir = "ltr";
  const script = document.createElement("script");
  script.textContent = firstLanguageScript();
  document.head.append(script);
  script.remove();
  return [root.lang, root.dir];
}

test.each(Object.entries(locales))("uses the stored language %s", (code, { tag, direction }) => {
  expect(run(code, ["en-US"])).toEqual([new Intl.Locale(tag).baseName, direction]);
});

test.each([
  [["ar-EG", "en"], "ar", "rtl"],
  [["es-AR"], "es", "ltr"],
  [["zh-TW"], "zh-Hant", "ltr"],
  [["tlh", "nb-NO"], "nb", "ltr"],
  [["tlh", "x y"], "en", "ltr"],
  [[], "en", "ltr"],
])("uses the browser's languages if none is stored: %j", (languages, lang, dir) => {
  expect(run(null, languages)).toEqual([lang, dir]);
});

test("ignores a stored language that does not exist", () => {
  for (const code of ["", "toString", "tlh", "AR"]) expect(run(code, ["ar"])).toEqual(["ar", "rtl"]);
});

test("uses the browser's languages without storage", () => {
  const storage = jest.spyOn(Storage.prototype, "getItem").mockImplementation(() => {
    throw new Error("forbidden");
  });
  expect(run(null, ["ar"])).toEqual(["ar", "rtl"]);
  storage.mockRestore();
});
