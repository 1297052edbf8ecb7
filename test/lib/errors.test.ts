import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { AppError, toAppError } from "@/lib/errors";
import { errorResponse } from "@/lib/server/error-response";

/** Returns what a second copy of a module exports, as another bundle of a build has one. */
function secondCopy<T>(load: () => T): T {
  let copy: T | undefined;
  jest.isolateModules(() => {
    copy = load();
  });
  if (copy === undefined) throw new Error("The module was not loaded.");
  return copy;
}

test("recognizes an AppError of another bundle's copy", () => {
  const other = secondCopy<typeof import("@/lib/errors")>(() => require("@/lib/errors"));
  const thrown = new other.AppError("too-large", { message: "long" });
  expect(other.AppError).not.toBe(AppError);
  expect([thrown instanceof AppError, toAppError(thrown) === thrown]).toEqual([true, true]);
});

test("recognizes the kind of a refusal of another bundle's copy", async () => {
  const { refuse } = secondCopy<typeof import("@/lib/server/error-response")>(() =>
    require("@/lib/server/error-response"),
  );
  const response = errorResponse(refuse("mcp-unreadable"));
  expect([response.status, await response.json()]).toEqual([
    500,
    { error: { code: "unreadable", message: "The MCP server file could not be read or written." } },
  ]);
});

test.each([
  ["an error of the platform", new Error("auth")],
  ["a record of the same shape", { name: "AppError", code: "auth", details: {} }],
  ["text", "AppError"],
  ["null", null],
  ["undefined", undefined],
])("%s is not an AppError", (_, thrown) => {
  expect(thrown instanceof AppError).toBe(false);
});

test("lib/server has no error class, because other bundles would not recognize it", () => {
  const sources = readdirSync("lib/server", { recursive: true, encoding: "utf8" }).filter((path) => /\.ts$/.test(path));
  const withClass = sources.filter((path) =>
    /class \w+ extends \w*Error\b/.test(readFileSync(join("lib/server", path), "utf8")),
  );
  expect([sources.length > 50, withClass]).toEqual([true, []]);
});
