/** @jest-environment jsdom */
import { loadGreetingScript } from "@/components/shell/greetings";
import { locales } from "@/locales/registry";

/** Runs the script as the page does, behind its elements; returns what somebody sees who reads these languages. */
async function greet(languages: readonly string[]) {
  jest.spyOn(navigator, "languages", "get").mockReturnValue(languages);
  const script = document.createElement("script");
  script.textContent = await loadGreetingScript();
  document.body.append(script);
  const { lang, dir, dataset } = document.documentElement;
  return { text: document.querySelector("h2")?.textContent, lang, dir, isNew: dataset.new };
}

beforeEach(() => {
  localStorage.clear();
  document.body.innerHTML = "<h2 data-greeting>\u00a0</h2>";
  const root = document.documentElement;
  for (const name of ["lang", "dir", "data-new"]) root.removeAttribute(name);
});

test.each(Object.entries(locales))(
  "who reads %s and is new here is greeted in it",
  async (_code, { tag, direction, load }) => {
    const { chat } = (await load()).default;
    expect(await greet(["xx", "toolongtobeatag", tag, "en"])).toEqual({
      text: chat.greeting,
      lang: new Intl.Locale(tag).baseName,
      dir: direction,
      isNew: "",
    });
  },
);

test.each([[[]], [["xx-YY"]], [["<script>"]]])(
  "whoever reads none of the languages (%p) is greeted in English",
  async (languages) => {
    expect(await greet(languages)).toEqual({ text: "How can I help you?", lang: "en", dir: "ltr", isNew: "" });
  },
);

test("who has been here is not greeted: another chat may stand open", async () => {
  localStorage.setItem("chat-state", "{}");
  expect(await greet(["de"])).toEqual({ text: "\u00a0", lang: "", dir: "", isNew: undefined });
});

test("a page without the heading is left as it is, and so is one in a browser that forbids storage", async () => {
  document.body.replaceChildren();
  expect(await greet(["de"])).toEqual({ text: undefined, lang: "", dir: "", isNew: undefined });
  document.body.innerHTML = "<h2 data-greeting>\u00a0</h2>";
  const forbidden = jest.spyOn(window, "localStorage", "get").mockImplementation(() => {
    throw new DOMException("forbidden", "SecurityError");
  });
  expect(await greet(["de"])).toEqual({ text: "\u00a0", lang: "", dir: "", isNew: undefined });
  forbidden.mockRestore();
});
