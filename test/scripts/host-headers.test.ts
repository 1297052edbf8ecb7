import { caddyRecipe, headersFile, nginxRecipe } from "../../scripts/host-headers.mjs";
import { securityHeaders } from "../../scripts/security-headers.mjs";

const file = headersFile(["/", "/chat/"]);

/** The headers that the file gives an address, as hosts read it: all rules that match add theirs. */
function headersOf(path: string): readonly (readonly [string, string])[] {
  const rules = file.trim().split("\n\n");
  return rules.flatMap((rule) => {
    const [pattern = "", ...lines] = rule.split("\n");
    const matches = pattern.endsWith("*") ? path.startsWith(pattern.slice(0, -1)) : path === pattern;
    return matches
      ? lines.map(
          (line) =>
            line
              .trim()
              .split(/: (.*)/s)
              .slice(0, 2) as [string, string],
        )
      : [];
  });
}

/** What a server build sends with an address, but for how long it is cached: hosts of files have rules of their own. */
function servedWith(path: string): Record<string, string> {
  const found = securityHeaders().filter(({ source }) =>
    new RegExp(`^${source.replace("/:path*", "/.*")}$`).test(path),
  );
  const sent = found.flatMap(({ headers }) => headers.map(({ key, value }) => [key, value]));
  return Object.fromEntries(sent.filter(([key]) => key !== "Cache-Control"));
}

test.each(["/", "/chat/", "/preview.html", "/diagram/index.html"])(
  "%s has the headers of the server, and each once",
  (path) => {
    const headers = headersOf(path);
    expect(Object.fromEntries(headers)).toEqual(servedWith(path));
    expect(headers).toHaveLength(Object.keys(servedWith(path)).length);
  },
);

test("files with a content hash are cached, and the worker is revalidated", () => {
  expect(headersOf("/_next/static/chunks/a.js")).toContainEqual([
    "Cache-Control",
    "public, max-age=31536000, immutable",
  ]);
  expect(headersOf("/service-worker/files.js")).toContainEqual(["Cache-Control", "no-cache"]);
  expect(headersOf("/serviceWorker.js")).toContainEqual(["Cache-Control", "no-cache"]);
});

test.each([
  ["nginx", nginxRecipe()],
  ["Caddy", caddyRecipe()],
])("the recipe for %s sends all of them", (_name, recipe) => {
  for (const path of ["/chat", "/preview.html"]) {
    for (const [key, value] of Object.entries(servedWith(path))) {
      expect(recipe).toContain(key);
      expect(recipe).toContain(value);
    }
  }
});
