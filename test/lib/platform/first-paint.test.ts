/** @jest-environment jsdom */
import { firstPaint } from "@/lib/platform/first-paint";

/** What the page looks like to the style sheets. */
function look() {
  const root = document.documentElement;
  return {
    body: document.body.className,
    density: root.dataset.density,
    sidebar: root.style.getPropertyValue("--sidebar-w"),
  };
}

const plain = { body: "", density: undefined, sidebar: "" };

/** Runs the function as the page does: from its text, where nothing of its module is at hand. */
function paint(stored: Readonly<Record<string, string>>) {
  for (const [key, text] of Object.entries(stored)) localStorage.setItem(key, text);
  const script = document.createElement("script");
  script.textContent = `(${firstPaint.toString()})()`;
  document.head.append(script);
  script.remove();
  return look();
}

/** Writes the build's description into the page, as the server does. */
function describeBuild(content: string): void {
  const meta = document.createElement("meta");
  meta.name = "config";
  meta.content = content;
  document.head.append(meta);
}

beforeEach(() => {
  localStorage.clear();
  document.head.replaceChildren();
  document.body.className = "";
  document.documentElement.removeAttribute("style");
  delete document.documentElement.dataset.density;
});

function config(state: unknown) {
  return { "app-config": JSON.stringify({ state, version: 4.1 }) };
}

test.each([
  ["nothing stored", {}, plain],
  ["the defaults", config({ theme: "auto", density: "regular" }), plain],
  ["a light theme", config({ theme: "light" }), { ...plain, body: "light" }],
  ["a dark theme", config({ theme: "dark" }), { ...plain, body: "dark" }],
  ["a tight frame", config({ tightBorder: true }), { ...plain, body: "tight" }],
  ["a tight frame in the dark", config({ theme: "dark", tightBorder: true }), { ...plain, body: "dark tight" }],
  ["compact rows", config({ density: "compact" }), { ...plain, density: "compact" }],
  ["roomy rows", config({ density: "roomy" }), { ...plain, density: "roomy" }],
  ["a narrow sidebar", config({ sidebarWidth: 100 }), { ...plain, sidebar: "100px" }],
  ["the widest sidebar", config({ sidebarWidth: 500 }), { ...plain, sidebar: "500px" }],
  [
    "everything",
    config({ theme: "dark", density: "roomy", sidebarWidth: 320 }),
    { body: "dark", density: "roomy", sidebar: "320px" },
  ],
])("applies %s before the first paint", (_name, stored, expected) => {
  expect(paint(stored)).toEqual(expected);
});

test.each([
  ["a theme that does not exist", config({ theme: "x y" })],
  ["a density that does not exist", config({ density: 7 })],
  ["a sidebar that is too narrow", config({ sidebarWidth: 20 })],
  ["a sidebar that is too wide", config({ sidebarWidth: 5000 })],
  ["a width that is not a number", config({ sidebarWidth: "100px" })],
  ["a style instead of a number", config({ sidebarWidth: "300; color: red" })],
  ["an invalid frame", config({ tightBorder: "no" })],
  ["no state", { "app-config": "{}" }],
  ["a state of null", config(null)],
  ["text that is not JSON", { "app-config": "{broken" }],
])("applies the defaults for %s", (_name, stored) => {
  expect(paint(stored)).toEqual(plain);
});

test.each([
  ["the desktop app", '{"isApp":true}', "tight"],
  ["a browser", '{"isApp":false}', ""],
  ["a build without a description", "{}", ""],
  ["a build whose description is broken", "{broken", ""],
])("applies the same frame as the app in %s", (_name, content, body) => {
  describeBuild(content);
  expect(paint({})).toEqual({ ...plain, body });
});

test("the desktop app has the tight frame with the device's other settings", () => {
  describeBuild('{"isApp":true}');
  expect(paint(config({ theme: "light", tightBorder: false }))).toEqual({ ...plain, body: "tight light" });
});
