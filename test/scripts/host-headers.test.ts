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

test.each(["/", "/chat/", "/preview.html", "/diagram/index.html", "/run/index.html"])(
  "%s has the headers of the server, each once @H5.4",
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
  expect(headersOf("/service-worker/built.js")).toContainEqual(["Cache-Control", "no-cache"]);
  expect(headersOf("/serviceWorker.js")).toContainEqual(["Cache-Control", "no-cache"]);
});

/** Returns the headers that nginx sends with an address: `map` chooses the values of variables. */
function headersByNginx(path: string): Record<string, string> {
  const recipe = nginxRecipe();
  const maps = [...recipe.matchAll(/^map \$uri (\$\w+) \{\n([^}]+)\}$/gm)].map(([, variable = "", lines = ""]) => {
    const rules = [...lines.matchAll(/^ {2}(?:default|~(\S+)) "(.+)";$/gm)];
    const found = rules.find(([, pattern]) => pattern !== undefined && new RegExp(pattern).test(path)) ?? rules[0];
    return [variable, found?.[2] ?? ""] as const;
  });
  const values = new Map(maps);
  const lines = [...recipe.matchAll(/^ {2}add_header (\S+) (?:"(.+)"|(\$\w+)) always;$/gm)];
  return Object.fromEntries(lines.map(([, key, value, variable = ""]) => [key, value ?? values.get(variable)]));
}

/** Returns the headers that Caddy sends with an address: blocks of headers for the paths that a matcher names. */
function headersByCaddy(path: string): Record<string, string> {
  const recipe = caddyRecipe();
  const matchers = [...recipe.matchAll(/^ {2}(@\w+) (not )?path (.+)$/gm)].map(([, name, not, globs = ""]) => {
    const pattern = globs.split(" ").map((glob) => glob.replaceAll(".", "\\.").replaceAll("*", ".*"));
    return [name, new RegExp(`^(?:${pattern.join("|")})$`).test(path) !== Boolean(not)] as const;
  });
  const isMatch = new Map(matchers);
  const blocks = [...recipe.matchAll(/^ {2}header (?:(@\w+) )?(?:\{\n([^}]+)\}|(\S+ ".+"))$/gm)];
  const sent = blocks.filter(([, name]) => name === undefined || isMatch.get(name));
  const lines = sent.flatMap(([, , block, line]) => [...(block ?? line ?? "").matchAll(/(\S+) "(.+)"/g)]);
  return Object.fromEntries(lines.map(([, key, value]) => [key, value]));
}

test.each([
  ["/chat/", "no-cache"],
  ["/preview.html", "no-cache"],
  ["/diagram/index.html", "no-cache"],
  ["/run/index.html", "no-cache"],
  ["/_next/static/chunks/a.js", "public, max-age=31536000, immutable"],
])("by the recipes for nginx and Caddy, %s has the headers of the server, cached as %j @H5.4", (path, caching) => {
  const expected = { ...servedWith(path), "Cache-Control": caching };
  expect(headersByNginx(path)).toEqual(expected);
  expect(headersByCaddy(path)).toEqual(expected);
});
