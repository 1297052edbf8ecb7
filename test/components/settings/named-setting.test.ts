/** @jest-environment jsdom */
import { goToNamedSetting } from "@/components/settings/named-setting";
import "../../support/jsdom-platform";

const scrolled: Element[] = [];

beforeEach(() => {
  scrolled.length = 0;
  Element.prototype.scrollIntoView = function scrollIntoView() {
    scrolled.push(this);
  };
  document.body.innerHTML = `
    <section id="access">
      <h2>Access</h2>
      <div id="code" data-row=""><button>Show</button><input></div>
      <details><summary>OpenAI</summary><div id="extra"><p>More</p><textarea></textarea></div></details>
      <input>
    </section>`;
});

test.each([
  ["access", "H2"],
  ["code", "BUTTON"],
  ["extra", "TEXTAREA"],
  ["nothing", "BODY"],
])("a link to #%s scrolls there and focuses its %s", (id, focused) => {
  location.hash = `#${id}`;
  goToNamedSetting();
  expect(document.activeElement?.tagName).toBe(focused);
  expect(scrolled.map((element) => element.id)).toEqual(id === "nothing" ? [] : [id]);
  expect(document.querySelector("details")?.open).toBe(id === "extra");
});

test("a heading is focused, but is not a stop of the Tab key", () => {
  location.hash = "#access";
  goToNamedSetting();
  expect(document.activeElement).toHaveAttribute("tabindex", "-1");
});
