import { readdirSync } from "node:fs";
import { features, hiddenPaths, screens } from "@/lib/brand/screens";

test("the paths of hidden features are those of their screens", () => {
  expect(hiddenPaths(["images", "sync", "search"])).toEqual(["/sd", "/sd-new", "/search-chat"]);
  expect(hiddenPaths([])).toEqual([]);
  expect(hiddenPaths(features)).toEqual(screens.flatMap((screen) => ("feature" in screen ? screen.path : [])));
});

test("the table lists every page of the app", () => {
  const pages = readdirSync("app", { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith("page.tsx"))
    .map((file) => `/${file.replace(/^\((shell|bare)\)\//, "").replace(/\/?page\.tsx$/, "")}`);
  expect(screens.map(({ path }) => path).toSorted()).toEqual(pages.toSorted());
});
