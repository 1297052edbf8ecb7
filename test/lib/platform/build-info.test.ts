/** @jest-environment jsdom */
import { brand } from "@/lib/platform/brand";
import { readBuildInfo } from "@/lib/platform/build-info";

const unknown = {
  version: "unknown",
  commitDate: "unknown",
  commitHash: "unknown",
  buildMode: "standalone",
  isApp: false,
  template: "{{input}}",
  updates: brand.updates,
  links: brand.links,
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
    updates: { kind: "date", feed: "https://feed.test/commits", page: "" },
    links: { project: "https://project.test", issues: "", hostedService: "https://hosted.test" },
  };
  expect(readBuildInfo(pageWith(JSON.stringify({ ...written, more: 1 })))).toEqual(written);
});

test.each([
  ["no text", { kind: "tag", feed: 7, page: "" }],
  ["no address", { kind: "tag", feed: "javascript:alert(1)", page: "" }],
  ["a page that is no address", { kind: "tag", feed: "https://feed.test", page: "javascript:alert(1)" }],
  ["another kind", { kind: "release", feed: "https://feed.test", page: "" }],
])("a feed of versions that is %s is the brand's", (_name, updates) => {
  expect(readBuildInfo(pageWith(JSON.stringify({ updates }))).updates).toEqual(brand.updates);
});

test("a link that is no address is the brand's, and the others are as they are written", () => {
  const links = { project: "javascript:alert(1)", issues: 7, hostedService: "https://hosted.test" };
  expect(readBuildInfo(pageWith(JSON.stringify({ links }))).links).toEqual({
    ...brand.links,
    hostedService: "https://hosted.test",
  });
});

test.each([
  ["an empty tag", pageWith("")],
  ["a tag without content", pageWith()],
  ["a tag that is no JSON", pageWith("{version")],
  ["a tag that is no object", pageWith("7")],
  ["an empty object", pageWith("{}")],
  ["values of the wrong kind", pageWith('{"version":1,"buildMode":"desktop","isApp":"yes","template":null}')],
  ["no tag", document.implementation.createHTMLDocument()],
])("from %s everything is unknown", (_name, page) => {
  expect(readBuildInfo(page)).toEqual(unknown);
});
