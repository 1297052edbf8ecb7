import { existsSync } from "node:fs";
import { features, pagesOf } from "@/lib/brand/features";

test("the pages of what is hidden are those of its features", () => {
  expect(pagesOf(["images", "sync", "search"])).toEqual(["/sd", "/sd-new", "/search-chat"]);
  expect(pagesOf([])).toEqual([]);
});

test("every page of a feature is one of the app", () => {
  const pages = Object.values<readonly string[]>(features).flat();
  const missing = pages.filter(
    (page) => !["(shell)", "(bare)"].some((kind) => existsSync(`app/${kind}${page}/page.tsx`)),
  );
  expect(missing).toEqual([]);
});
