import { execFileSync } from "node:child_process";
import { guarantees, testsByGuarantee } from "../support/security-page";

const listed = guarantees();
const codes = listed.map(({ code }) => code);
const anchorOf = (code: string) => code.toLowerCase().replace(".", "");

test("the guarantees of each section are numbered, with an anchor that links can name", () => {
  const sections = codes.map((code) => code.replace(/\d+$/, ""));
  const before = (index: number) => sections.slice(0, index).filter((section) => section === sections[index]);
  expect(codes).toEqual(sections.map((section, index) => `${section}${before(index).length + 1}`));
  expect(listed.map(({ text }) => text.match(/^<a id="(\w+)"><\/a>\S/)?.[1])).toEqual(codes.map(anchorOf));
});

test("every guarantee that the sources name, as a code or a link, is on the page", () => {
  const folders = ["app", "components", "lib", "public", "scripts", "store", "test"];
  const pattern = "\\([A-Z][0-9]{1,2}\\.[0-9]\\)|docs/security\\.md#[a-z][0-9]{1,3}\\b";
  const found = execFileSync("git", ["grep", "-hoE", pattern, "--", ...folders], { encoding: "utf8" });
  const known = codes.flatMap((code) => [`(${code})`, `docs/security.md#${anchorOf(code)}`]);
  const named = found.trim().split("\n");
  expect(named.length).toBeGreaterThan(10);
  expect(named.filter((name) => !known.includes(name))).toEqual([]);
});

test("every guarantee in the title of a test is on the page", () => {
  expect([...testsByGuarantee().keys()].filter((code) => !codes.includes(code))).toEqual([]);
});

test("every guarantee has a test that names it in its title, or says why not", () => {
  const tests = testsByGuarantee();
  const untested = listed.filter(({ code }) => !tests.has(code));
  expect(untested.map(({ code, tests: reason }) => [code, reason.split(":")[0]])).toEqual([
    ["S10.1", "nothing yet"],
    ["P11.2", "no test"],
  ]);
});
