/** @jest-environment jsdom */
import { loadGreetingScript } from "@/components/shell/greetings";
import { locales } from "@/locales/registry";

const outline = "<h2 data-greeting>\u00a0</h2><span data-jump>\u00a0</span><textarea data-first-box></textarea>";

/** Runs the script as the page does, behind its elements; returns what somebody sees who reads these languages. */
async function greet(languages: readonly string[]) {
  jest.spyOn(navigator, "languages", "get").mockReturnValue(languages);
  const script = document.createElement("script");
  script.textContent = await loadGreetingScript();
  document.body.append(script);
  const { lang, dir, dataset } = document.documentElement;
  const [text, jump] = ["h2", "span"].map((name) => document.querySelector(name)?.textContent);
  return { text, jump, lang, dir, isNew: dataset.new };
}

beforeEach(() => {
  localStorage.clear();
  document.body.innerHTML = outline;
  const root = document.documentElement;
  for (const name of ["lang", "dir", "data-new"]) root.removeAttribute(name);
});

test.each(Object.entries(locales))(
  "greets a new user who reads %s in that language",
  async (_code, { tag, direction, load }) => {
    const { chat, sidebarNav } = (await load()).default;
    expect(await greet(["xx", "toolongtobeatag", tag, "en"])).toEqual({
      text: chat.greeting,
      jump: sidebarNav.jump,
      lang: new Intl.Locale(tag).baseName,
      dir: direction,
      isNew: "",
    });
  },
);

test.each([[[]], [["xx-YY"]], [["<script>"]]])(
  "greets a new user with none of the languages (%p) in English",
  async (languages) => {
    expect(await greet(languages)).toEqual({
      text: "How can I help you?",
      jump: "Search or jump to…",
      lang: "en",
      dir: "ltr",
      isNew: "",
    });
  },
);

test("does not greet a returning user, because another chat may be open", async () => {
  localStorage.setItem("chat-state", "{}");
  expect(await greet(["de"])).toEqual({ text: "\u00a0", jump: "\u00a0", lang: "", dir: "", isNew: undefined });
});

test("does nothing without the heading or if the browser blocks storage", async () => {
  document.body.replaceChildren();
  expect(await greet(["de"])).toEqual({ text: undefined, jump: undefined, lang: "", dir: "", isNew: undefined });
  document.body.innerHTML = outline;
  const forbidden = jest.spyOn(window, "localStorage", "get").mockImplementation(() => {
    throw new DOMException("forbidden", "SecurityError");
  });
  expect(await greet(["de"])).toEqual({ text: "\u00a0", jump: "\u00a0", lang: "", dir: "", isNew: undefined });
  forbidden.mockRestore();
});

test("Enter in the message box marks its text to be sent; Shift+Enter and an input method do not", async () => {
  await greet(["en"]);
  const box = document.querySelector("textarea") as HTMLTextAreaElement;
  const press = (init: KeyboardEventInit) =>
    box.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", cancelable: true, ...init }));
  expect([press({}), box.readOnly]).toEqual([false, false]);
  box.value = "Tide?";
  for (const init of [{ shiftKey: true }, { isComposing: true }, { keyCode: 229 }, { key: "a" }]) {
    expect([press(init), box.readOnly]).toEqual([true, false]);
  }
  expect([press({}), box.readOnly]).toEqual([false, true]);
});
