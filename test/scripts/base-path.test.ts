/** @jest-environment jsdom */
import { basePathCode, basePathOf, foundBasePath, placeholder, withFoundBasePath } from "../../scripts/base-path.mjs";

test.each([
  ["/", "", ""],
  ["/index.html", "", ""],
  ["/a/b/", "", "/a/b"],
  ["/a/b", "", "/a/b"],
  ["/chat/", "chat", ""],
  ["/chat", "chat", ""],
  ["/a/b/chat/", "chat", "/a/b"],
  ["/a/b/chat/index.html", "chat", "/a/b"],
  ["/chat/chat/", "chat", "/chat"],
  ["/chat/", "", "/chat"],
  ["/a%20%22b/chat/", "chat", "/a%20%22b"],
])("at %s, the page of the folder %j has the base path %j", (pathname, folder, path) => {
  expect(basePathOf(pathname, folder)).toBe(path);
});

test("no path has a host", () => {
  expect(basePathOf("//evil.example/chat/", "chat")).toBe("/evil.example");
  expect(basePathOf("//", "")).toBe("");
});

/** Asks for paths while a host has these files alone; returns the path and how often it was asked. */
function found(pathname: string, files: readonly string[]): readonly [path: string, asked: number] {
  let asked = 0;
  class Request {
    status = 0;
    open(_method: string, address: string) {
      asked++;
      if (address.startsWith("/broken/")) throw new Error("no network");
      this.status = files.includes(address) ? 200 : 404;
    }
    send() {}
  }
  const find = new Function("XMLHttpRequest", `return ${foundBasePath.toString()}`)(Request);
  return [find(pathname, "/_next/a.css"), asked];
}

test("on a page for unknown URLs, the path is the first one that contains a file of the app", () => {
  expect(found("/nowhere/", ["/_next/a.css"])).toEqual(["", 1]);
  expect(found("/a/b/no/where", ["/a/b/_next/a.css"])).toEqual(["/a/b", 3]);
  expect(found("/broken/b/no/", ["/broken/b/_next/a.css"])).toEqual(["", 4]);
  expect(found(`/${"a/".repeat(50)}`, [])).toEqual(["", 9]);
});

const sheet = `<link rel="stylesheet" href="${placeholder}/_next/a.css"/>`;
const tree = String.raw`0:[\"${placeholder}/_next/a.js\",\"</b>\"]`;
const push = (text: string) => `<script>self.__next_f.push([1,"${text}"])</script>`;
const page = (head: string, body: string) =>
  `<!DOCTYPE html><html><head><meta charSet="utf-8"/>${head}</head><body>${body}</body></html>`;

/** Opens a page as a browser does that is somewhere; answers its document and what its tree was told. */
function opened(html: string, at: string) {
  document.documentElement.innerHTML = "<head></head><body></body>";
  const told: string[] = [];
  Object.assign(globalThis, { __next_f: { push: ([, text]: [number, string]) => told.push(text) } });
  const seen: string[] = [];
  const write = (text: string) => seen.push(text);
  for (const [, code = ""] of html.matchAll(/<script>([\s\S]*?)<\/script>/g)) {
    new Function("document", "location", "self", code)({ write }, { pathname: at }, globalThis);
  }
  return { seen, told };
}

test("a page's tags and its tree contain the addresses for its base path", () => {
  const find = `(${basePathOf.toString()})(location.pathname,"chat")`;
  const script = `<script src="${placeholder}/_next/b.js" async=""></script>`;
  const html = withFoundBasePath(
    page(`<meta name="x"/>${sheet}<title>A</title>`, `<p>text</p>${script}${push(tree)}`),
    find,
  );
  expect(html).toMatch(/^<!DOCTYPE html><html><head><meta charSet="utf-8"\/><script>/);
  expect(html).toContain('<meta name="x"/><title>A</title></head><body><p>text</p><script>');
  expect(opened(html, "/a/b/chat/")).toEqual({
    seen: ['<link rel="stylesheet" href="/a/b/_next/a.css"/>', '<script src="/a/b/_next/b.js" async=""></script>'],
    told: ['0:["/a/b/_next/a.js","</b>"]'],
  });
  expect(opened(html, "/chat").told).toEqual(['0:["/_next/a.js","</b>"]']);
  expect(new Function(`return ${basePathCode}`)()).toBe("");
});

test.each([
  ["in the text of a page", page(sheet, `<a href="${placeholder}/chat">chat</a>`)],
  ["in a script of another kind", page(sheet, `<script>open("${placeholder}/chat")</script>`)],
  [
    "in a text whose length the tree names",
    page(sheet, push(`1:T${(40).toString(16)},go to ${placeholder}/chat and further on from there`)),
  ],
])("a build with an address %s fails", (_where, html) => {
  expect(() => withFoundBasePath(html, '""')).toThrow(/address/);
});
