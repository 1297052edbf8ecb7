import { addSources, maxSources, readSource } from "@/lib/chat/sources";

test("a source has a web address; title and quote are trimmed and bounded", () => {
  expect(readSource("https://a.test/x", " Title ", "q".repeat(600))).toEqual([
    { url: "https://a.test/x", title: "Title", quote: "q".repeat(500) },
  ]);
  expect(readSource("https://a.test", "", 3)).toEqual([{ url: "https://a.test" }]);
  for (const url of [
    "javascript:alert(1)",
    "data:text/html,x",
    "/local",
    "https://",
    `https://a.test/${"x".repeat(2000)}`,
    7,
    null,
  ]) {
    expect(readSource(url, "t")).toEqual([]);
  }
});

test("a page counts once, with its first title and quote", () => {
  const known = [{ url: "https://a.test", title: "A" }];
  expect(addSources(known, [{ url: "https://a.test", title: "B", quote: "q" }, { url: "https://b.test" }])).toEqual([
    { url: "https://a.test", title: "A", quote: "q" },
    { url: "https://b.test" },
  ]);
});

test("the number of sources is bounded", () => {
  const many = Array.from({ length: 80 }, (_, place) => ({ url: `https://a.test/${place}` }));
  expect(addSources([], many)).toEqual(many.slice(0, maxSources));
});
