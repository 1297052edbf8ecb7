import { searchEngineNames } from "@/lib/web-search/engine-names";
import { readResponse, readSiteResponse } from "@/lib/web-search/search-results";
import { foundPages, searchAnswers } from "@/test/support/search-answers";

test.each(searchEngineNames)("reads the results of %s and drops those without a web address", (engine) => {
  expect(readResponse(engine, JSON.stringify(searchAnswers[engine]))).toEqual(foundPages);
});

test.each(searchEngineNames)("%s: another response is not one of a search", (engine) => {
  for (const text of ["", "<!doctype html><p>Sign in", "null", "[]", "7", '{"error":"x"}', '{"results":{}}']) {
    expect(readResponse(engine, text)).toBeUndefined();
  }
});

test("a search without results is an empty list", () => {
  expect(readResponse("Brave", '{"type":"search","query":{}}')).toEqual([]);
  expect(readResponse("Bocha", '{"code":200,"data":{"webPages":null}}')).toEqual([]);
  expect(readResponse("Tavily", '{"results":[]}')).toEqual([]);
});

test("fields that are missing or of another type are empty", () => {
  const results = [
    null,
    "https://a.example",
    { url: "https://a.example/" },
    { url: "https://b.example/", title: 7, content: [] },
  ];
  expect(readResponse("Tavily", JSON.stringify({ results }))).toEqual([
    { url: "https://a.example/", title: "", text: "" },
    { url: "https://b.example/", title: "", text: "" },
  ]);
});

test("Brave's HTML becomes text", () => {
  const result = { url: "https://a.example/", title: "A &amp; B", description: "<b>1</b> &lt; 2 &#x27;x&#39; <i>" };
  expect(readResponse("Brave", JSON.stringify({ web: { results: [result] } }))).toEqual([
    { url: "https://a.example/", title: "A & B", text: "1 < 2 'x' <i>" },
  ]);
});

test("numbers and lengths are bounded, and a page counts once", () => {
  const results = Array.from({ length: 30 }, (_, index) => ({
    url: `https://a.example/${index >> 1}`,
    title: "t".repeat(1000),
    content: "c".repeat(100_000),
  }));
  const read = readResponse("SearXNG", JSON.stringify({ results }));
  expect(read).toEqual(
    Array.from({ length: 10 }, (_, index) => ({
      url: `https://a.example/${index}`,
      title: "t".repeat(300),
      text: "c".repeat(2000),
    })),
  );
  const long = { url: `https://a.example/${"p".repeat(3000)}`, title: "t", content: "c" };
  expect(readResponse("SearXNG", JSON.stringify({ results: [long] }))).toEqual([]);
});

test("the response of the site's server is validated like that of an engine", () => {
  const results = [...foundPages, { url: "javascript:alert(1)", title: "x", text: "y" }];
  expect(readSiteResponse(JSON.stringify({ results }))).toEqual(foundPages);
  expect(readSiteResponse('{"error":{}}')).toBeUndefined();
});
