/** @jest-environment jsdom */
import { isWebLink, linkTo } from "@/lib/platform/link-to";

const { BUILD_APP } = process.env;

afterEach(() => {
  process.env.BUILD_APP = BUILD_APP ?? "";
  process.env.BUILT_APP_ADDRESS = "";
  delete window.linkScheme;
});

const paths = ["/artifacts/#1.c.key.content", "/artifacts/a-1", "/#/new-chat?mask=100001"];

test("links of the web app begin with its own address, also if a page claims a scheme", () => {
  window.linkScheme = "parley";
  expect(paths.map(linkTo)).toEqual(paths.map((path) => `http://localhost${path}`));
});

test("links of the desktop app begin with the scheme that opens it", () => {
  process.env.BUILD_APP = "1";
  window.linkScheme = "murmur";
  const links = paths.map(linkTo);
  expect(links).toEqual([
    "murmur://artifacts/#1.c.key.content",
    "murmur://artifacts/a-1",
    "murmur://new-chat?mask=100001",
  ]);
  expect(links.some(isWebLink)).toBe(false);
});

test("links of the desktop app begin with the operator's address if it was built with one", () => {
  process.env.BUILD_APP = "1";
  process.env.BUILT_APP_ADDRESS = "https://chat.example.com/";
  window.linkScheme = "murmur";
  const links = paths.map(linkTo);
  expect(links).toEqual(paths.map((path) => `https://chat.example.com${path}`));
  expect(links.every(isWebLink)).toBe(true);
});

test("the same build in a browser has links to itself", () => {
  process.env.BUILD_APP = "1";
  expect(linkTo("/artifacts/a-1")).toBe("http://localhost/artifacts/a-1");
});
