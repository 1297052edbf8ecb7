import arabicWords from "@/locales/ar/first";
import arabicSettings from "@/locales/ar/settings";
import englishWords from "@/locales/en/first";
import { localeOf } from "@/locales/registry";
import { createLocale } from "@/store/base/locale";
import { type MemoryStorage, memoryStorage } from "../../support/memory-storage";
import { arabic } from "../../support/words";

function setUp(storage: () => MemoryStorage, languages: readonly string[]) {
  let reloads = 0;
  const reload = () => {
    reloads += 1;
  };
  const { getState } = createLocale(() => ({ storage, languages, reload }));
  return { getState, reloads: () => reloads };
}

function forbidden(): MemoryStorage {
  throw new DOMException("No storage here.", "SecurityError");
}

test("has no messages before it has loaded", () => {
  expect(setUp(() => memoryStorage(), []).getState()).toMatchObject({ code: "en", messages: null });
});

const open = (lang: string) => () => memoryStorage({ lang });

test.each([
  ["stored", open("ar"), ["en-GB"], "ar", arabicWords],
  ["of the browser if none is stored", () => memoryStorage(), ["eu-ES", "ar-EG"], "ar", arabicWords],
  ["of the browser when what is stored does not exist", open("xx"), ["ar-EG"], "ar", arabicWords],
  ["of the browser when storage is forbidden", forbidden, ["ar-EG"], "ar", arabicWords],
  ["English when the browser has no other that exists", () => memoryStorage(), ["eu-ES"], "en", englishWords],
])("uses the language %s", async (_name, storage, languages, code, messages) => {
  const { getState } = setUp(storage, languages);
  await getState().load();
  expect(getState().code).toBe(code);
  expect(getState().messages).toEqual(messages);
});

test("loads messages beyond the first screen on demand and merges them into the first ones", async () => {
  const { getState } = setUp(open("ar"), []);
  await getState().load();
  expect(await getState().loadAll()).toEqual(arabic);
  expect(getState().messages).toEqual(arabic);
});

test("loads the messages of the settings screen separately, and keeps them when all others load", async () => {
  const { getState } = setUp(open("ar"), []);
  await getState().load();
  await getState().loadSettings();
  expect(getState().messages).toEqual({ ...arabicWords, ...arabicSettings });
  await getState().loadAll();
  expect(getState().messages).toEqual(arabic);
});

test("adds later messages to the same object, so that no component renders again for them", async () => {
  const { getState } = setUp(open("ar"), []);
  await getState().load();
  const { messages } = getState();
  await getState().loadSettings();
  await getState().loadAll();
  expect(getState().messages).toBe(messages);
});

test("changing the language stores its code and reloads the page", () => {
  const storage = memoryStorage();
  const { getState, reloads } = setUp(() => storage, []);
  getState().change("ar");
  expect([...storage.values]).toEqual([["lang", "ar"]]);
  expect(reloads()).toBe(1);
});

test.each([
  ["en", "en", "ltr"],
  ["cn", "zh-Hans", "ltr"],
  ["ar", "ar-u-nu-latn", "rtl"],
] as const)("%s has the tag %s and the direction %s", (code, tag, direction) => {
  expect(localeOf(code)).toMatchObject({ tag, direction });
});
