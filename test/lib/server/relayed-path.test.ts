import fc from "fast-check";
import { matchPath, parseRelayed } from "@/lib/server/relayed-path";

test.each([
  ["GET v1/models", { method: "GET", path: "v1/models", query: [] }],
  ["GET v1/models?limit,after_id", { method: "GET", path: "v1/models", query: ["limit", "after_id"] }],
  ["POST ", { method: "POST", path: "", query: [] }],
  ["POST models/{model}:run?alt", { method: "POST", path: "models/{model}:run", query: ["alt"] }],
])("parses the entry %p", (entry, expected) => {
  expect(parseRelayed(entry)).toEqual(expected);
});

const listed = "v1beta/models/{model}:generateContent";

test.each([
  ["gemini-2.5-pro:generateContent", "gemini-2.5-pro", "gemini-2.5-pro:generateContent"],
  ["gemini@001:generateContent", "gemini@001", "gemini%40001:generateContent"],
  ["模型:generateContent", "模型", "%E6%A8%A1%E5%9E%8B:generateContent"],
  ["a b&c=d:generateContent", "a b&c=d", "a%20b%26c%3Dd:generateContent"],
])("finds the model in the segment %p and encodes it", (segment, model, sent) => {
  expect(matchPath(listed, ["v1beta", "models", segment])).toEqual({
    path: `v1beta/models/${sent}`,
    values: { model },
  });
});

test.each([
  ["another verb", ["v1beta", "models", "gemini:countTokens"]],
  ["no model", ["v1beta", "models", ":generateContent"]],
  ["a folder up", ["v1beta", "models", "..:generateContent"]],
  ["this folder", ["v1beta", "models", ".:generateContent"]],
  ["a slash", ["v1beta", "models", "a/b:generateContent"]],
  ["a backslash", ["v1beta", "models", "a\\b:generateContent"]],
  ["a percent-encoded character", ["v1beta", "models", "a%2fb:generateContent"]],
  ["a query", ["v1beta", "models", "a?key=1:generateContent"]],
  ["a fragment", ["v1beta", "models", "a#b:generateContent"]],
  ["a second verb", ["v1beta", "models", "a:countTokens:generateContent"]],
  ["a trailing blank", ["v1beta", "models", "gemini :generateContent"]],
  ["a control character", ["v1beta", "models", "a\nb:generateContent"]],
  ["a direction mark", ["v1beta", "models", "a\u202eb:generateContent"]],
  ["half a surrogate pair", ["v1beta", "models", "a\ud800:generateContent"]],
  ["a very long name", ["v1beta", "models", `${"a".repeat(201)}:generateContent`]],
  ["a segment more", ["v1beta", "models", "a:generateContent", ""]],
  ["a segment less", ["v1beta", "models"]],
])("rejects %s @C3.5 @S6", (_name, segments) => {
  expect(matchPath(listed, segments)).toBeUndefined();
});

test("a call without a path has no segments", () => {
  expect(matchPath("", [])).toEqual({ path: "", values: {} });
  expect(matchPath("", ["x"])).toBeUndefined();
});

test("whatever a placeholder stands for, the URL has the listed shape and decodes to the same value @C3.5", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 40 }), (value) => {
      const matched = matchPath("deployments/{deployment}/chat", ["deployments", value, "chat"]);
      if (!matched) return;
      const { pathname, search, hash, host } = new URL(`https://host.example/${matched.path}`);
      expect([host, search, hash]).toEqual(["host.example", "", ""]);
      const [, first, sent = "", last, ...more] = pathname.split("/");
      expect([first, decodeURIComponent(sent), last, more]).toEqual(["deployments", value, "chat", []]);
    }),
    { numRuns: 1000 },
  );
});
