import fc from "fast-check";
import { pathSegment } from "@/lib/providers/codecs/path-segment";

test.each([
  ["gpt-4o_mini.2", "gpt-4o_mini.2"],
  ["a/b", "a%2Fb"],
  ["..", "%252E%252E"],
  [".", "%252E"],
  ["...", "..."],
  ["a@b", "a%40b"],
  ["潮汐", "%E6%BD%AE%E6%B1%90"],
  ["chat ", "chat%20"],
  ["a?b#c", "a%3Fb%23c"],
  ["%2e%2e", "%252e%252e"],
  ["half \ud83d", "half%20%EF%BF%BD"],
  ["", ""],
])("encodes %j as %s @O4.5", (name, segment) => {
  expect(pathSegment(name)).toBe(segment);
});

test("no name changes the rest of the path @O4.5", () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: "binary" }), fc.constantFrom(".", "..", "%2e.", "/..", "\\..")), (name) => {
      const { pathname, search, hash } = new URL(`https://azure.test/openai/deployments/${pathSegment(name)}/chat?v=1`);
      expect(pathname.split("/")).toHaveLength(5);
      expect(pathname).toMatch(/^\/openai\/deployments\/[^/]*\/chat$/);
      expect([search, hash]).toEqual(["?v=1", ""]);
    }),
  );
});
