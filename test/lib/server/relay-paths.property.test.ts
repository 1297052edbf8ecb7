import fc from "fast-check";
import { relayRoute } from "@/lib/server/relay-route";
import { fakeEnvironment } from "../../support/fake-environment";
import { acme, testServer } from "../../support/test-server";

const calls = acme.relayed.map((entry) => entry.split("?")[0] ?? "");
const listed = calls.map((call) => call.split(" ")[1] ?? "");
const oddSegments = [
  "",
  ".",
  "..",
  "%2e%2e",
  "%2f",
  "\\",
  "/",
  "//evil.example",
  "@evil.example",
  "?x",
  "#x",
  "\0",
  "\u2024",
  "\uff0f",
  ":80",
  "v1",
];

/** Segments of listed paths, so that some paths are nearly or wholly right, and anything else. */
const segment = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...listed.flatMap((path) => path.split("/"))) },
  { weight: 2, arbitrary: fc.constantFrom(...oddSegments) },
  { weight: 1, arbitrary: fc.string({ unit: "binary" }) },
);
const segments = fc.oneof(
  { weight: 4, arbitrary: fc.array(segment, { maxLength: 6 }) },
  { weight: 1, arbitrary: fc.constantFrom(...listed.map((path) => path.split("/"))) },
);

test("only calls listed addresses of the provider's host, whatever the path is @C3.2 @O4.5", async () => {
  const reached = new Set<string>();
  await fc.assert(
    fc.asyncProperty(segments, fc.constantFrom("GET", "POST"), fc.string(), async (path, method, query) => {
      const env = fakeEnvironment({ responses: () => Response.json({}) });
      const url = new URL("http://chat.example/api/acme/x");
      url.search = query;
      const request = new Request(url, {
        method,
        headers: { authorization: "Bearer sk-own", "content-type": "application/json" },
        ...(method === "POST" ? { body: "{}" } : {}),
      });
      const response = await relayRoute(request, "acme", path, testServer(env));
      const expected = `${method} ${path.join("/")}`;
      const isListed = calls.some((line) => line === expected) && path.every((part) => !part.includes("/"));
      expect(response.status).toBe(isListed ? 200 : 403);
      expect(env.calls.length).toBe(isListed ? 1 : 0);
      for (const call of env.calls) {
        const called = new URL(call.url);
        reached.add(called.pathname);
        expect(called.origin).toBe("https://api.acme.example");
        expect(`${call.init.method} ${called.pathname.slice(1)}`).toBe(expected);
      }
    }),
    { numRuns: 1000 },
  );
  // The property would hold for a relay that refuses everything.
  expect([...reached].sort()).toEqual(listed.map((path) => `/${path}`).sort());
});
