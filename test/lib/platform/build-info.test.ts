/** @jest-environment jsdom */
import { readBuildInfo } from "@/lib/platform/build-info";

const unknown = {
  version: "unknown",
  commitDate: "unknown",
  commitHash: "unknown",
  buildMode: "standalone",
  isApp: false,
  template: "{{input}}",
};

/** A page with a meta tag of this content; without content, one that has none. */
function pageWith(content?: string): Document {
  const page = document.implementation.createHTMLDocument();
  const meta = page.createElement("meta");
  meta.name = "config";
  if (content !== undefined) meta.content = content;
  page.head.append(meta);
  return page;
}

test("the build's description is read from the page's meta tag", () => {
  const written = {
    version: "v1.2.3",
    commitDate: "1700000000000",
    commitHash: "abc",
    buildMode: "export",
    isApp: true,
    template: "{{input}}!",
  };
  expect(readBuildInfo(pageWith(JSON.stringify({ ...written, more: 1 })))).toEqual(written);
});

test.each([
  ["an empty tag", pageWith("")],
  ["a tag without content", pageWith()],
  ["a tag that is not JSON", pageWith("{version")],
  ["a tag that is not an object", pageWith("7")],
  ["an empty object", pageWith("{}")],
  ["values of the wrong kind", pageWith('{"version":1,"buildMode":"desktop","isApp":"yes","template":null}')],
  ["no tag", document.implementation.createHTMLDocument()],
])("returns unknown values for %s", (_name, page) => {
  expect(readBuildInfo(page)).toEqual(unknown);
});

/** Returns how a page writes an address that was told where the bundler's files are. */
function addressWith(files: string | undefined, href: string): string {
  let address = "";
  jest.isolateModules(() => {
    globalThis.TURBOPACK_CHUNK_BASE_PATH = files;
    address = jest.requireActual("@/lib/platform/build-info").screenAddress(href);
    globalThis.TURBOPACK_CHUNK_BASE_PATH = undefined;
  });
  return address;
}

test.each([
  [undefined, "/chat?id=a", "/chat?id=a"],
  ["/_next/", "/chat?id=a/b", "/chat/?id=a/b"],
  ["/a/b/_next/", "/settings#theme", "/a/b/settings/#theme"],
  ["/a/b/_next/", "/search-chat", "/a/b/search-chat/"],
  ["/a/b/_next/", "/", "/a/b/"],
])("with the bundler's files at %s, the screen %s is at %s", (files, href, address) => {
  expect(addressWith(files, href)).toBe(address);
});
