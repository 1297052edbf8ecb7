/** @jest-environment jsdom */
import { render } from "@testing-library/react";
import fc from "fast-check";
import { highlighterFor } from "@/components/markdown/highlight";

async function highlighted(name: string, code: string) {
  const highlight = await highlighterFor(name)?.load();
  return render(<code>{highlight?.(code)}</code>);
}

const names = [
  ...["bash", "c", "cpp", "csharp", "css", "diff", "go", "java", "javascript", "json", "kotlin", "php", "python"],
  ...["ruby", "rust", "sql", "swift", "typescript", "xml", "yaml"],
];
const aliases = [
  "c++",
  "cs",
  "html",
  "js",
  "jsx",
  "kt",
  "py",
  "rb",
  "rs",
  "sh",
  "shell",
  "svg",
  "ts",
  "tsx",
  "yml",
  "zsh",
];
const unknown = ["", "text", "mermaid", "brainfuck", "constructor", "toString", "__proto__", "hasOwnProperty"];

test.each([...names, ...aliases, "TypeScript", "SH"])("highlights %j", async (name) => {
  const { container } = await highlighted(name, 'return "a" + 1');
  expect(container.textContent).toBe('return "a" + 1');
});

test.each(unknown)("does not highlight %j", (name) => {
  expect(highlighterFor(name)).toBeNull();
});

test("loads a language once, under all of its names", async () => {
  const highlight = await highlighterFor("ts")?.load();
  expect(await highlighterFor("TypeScript")?.load()).toBe(highlight);
  expect(highlighterFor("tsx")?.loaded()).toBe(highlight);
});

test("keywords of the language become elements", async () => {
  const { container } = await highlighted("ts", "const tide = 1; // low");
  const parts = [...container.querySelectorAll("span")].map(({ className, textContent }) => [className, textContent]);
  expect(parts).toEqual([
    ["hljs-keyword", "const"],
    ["hljs-number", "1"],
    ["hljs-comment", "// low"],
  ]);
});

test("keeps the text of any code, and nothing in it becomes an element", async () => {
  const highlight = await highlighterFor("html")?.load();
  const pieces = fc.constantFrom("<img src=x onerror=alert(1)>", "</span>", "<script>", "&lt;", "é", "\n", '"', "a b");
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 8 }), (parts) => {
      const { container, unmount } = render(<code>{highlight?.(parts.join(""))}</code>);
      expect(container.textContent).toBe(parts.join(""));
      expect(container.querySelectorAll("code :not(span)")).toHaveLength(0);
      unmount();
    }),
    { numRuns: 50 },
  );
});
