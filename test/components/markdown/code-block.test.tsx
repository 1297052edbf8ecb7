/** @jest-environment jsdom */
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { CodeBlock } from "@/components/markdown/code-block";
import { highlighterFor } from "@/components/markdown/highlight";
import "../../support/jsdom-platform";
import { WithMessages } from "../../support/with-messages";

// Loading it for the first time takes longer than a test should wait.
beforeAll(() => highlighterFor("ts")?.load());

function show(code: string, language: string, isLive = false) {
  return render(<CodeBlock code={code} language={language} isLive={isLive} />, { wrapper: WithMessages });
}

/** The text of the code as it stands on screen. */
function shown(): string | null {
  return screen.getByRole("code").textContent;
}

test.each([
  ["", "code", "0 lines"],
  ["one", "code", "1 line"],
  ["one\n", "code", "2 lines"],
  ["one\n\nthree", "code", "3 lines"],
])("the header of %j names the language and counts the lines", (code, name, lines) => {
  show(code, "");
  expect(screen.getByRole("figure")).toHaveTextContent(new RegExp(`^${name}${lines}`));
  expect(shown()).toBe(code);
});

test("the language is shown as written, and the code is reachable by keyboard", async () => {
  const user = userEvent.setup();
  show("echo hi", "Zsh");
  expect(screen.getByText("Zsh")).toBeVisible();
  await user.tab();
  await user.tab();
  await user.tab();
  expect(screen.getByLabelText("Code: Zsh")).toHaveFocus();
});

test("code is left-to-right in every language", () => {
  show("echo hi", "");
  expect(screen.getByRole("figure")).toHaveAttribute("dir", "ltr");
});

test("wraps long lines on demand", async () => {
  const user = userEvent.setup();
  show("echo hi", "bash");
  const button = screen.getByRole("button", { name: "Wrap lines", pressed: false });
  await user.click(button);
  expect(screen.getByRole("button", { name: "Wrap lines", pressed: true })).toBe(button);
  expect(screen.getByRole("figure")).toHaveAttribute("data-wrap");
  await user.click(button);
  expect(screen.getByRole("figure")).not.toHaveAttribute("data-wrap");
});

test("copies the code unchanged, and the button confirms it", async () => {
  const user = userEvent.setup();
  show("  echo hi\n\n", "bash");
  await user.click(screen.getByRole("button", { name: "Copy code" }));
  expect(await navigator.clipboard.readText()).toBe("  echo hi\n\n");
  expect(await screen.findByRole("button", { name: "Copied" })).toBeVisible();
});

test("highlights code once the language has loaded, and keeps its text", async () => {
  show("const tide = 1;\nreturn tide;", "ts");
  expect(shown()).toBe("const tide = 1;\nreturn tide;");
  expect(await screen.findByText("return")).toHaveClass("hljs-keyword");
  expect(shown()).toBe("const tide = 1;\nreturn tide;");
});

// Longer than the 80 characters that a growing block waits for before it is highlighted.
const start = `const tides = [1, 2, 3];\n${"// of the bay, hour by hour\n".repeat(4)}`;

test("highlights growing code up to its last complete line, and all of it at the end", async () => {
  const { rerender } = show(`${start}return`, "ts", true);
  expect(await screen.findByText("const")).toHaveClass("hljs-keyword");
  expect(screen.queryByText("return")).toBeNull();
  expect(shown()).toBe(`${start}return`);
  rerender(<CodeBlock code={`${start}return tides`} language="ts" isLive />);
  expect(shown()).toBe(`${start}return tides`);
  rerender(<CodeBlock code={`${start}return tides`} language="ts" isLive={false} />);
  expect(screen.getByText("return")).toHaveClass("hljs-keyword");
  expect(shown()).toBe(`${start}return tides`);
});

test("code that replaces other code shows none of it", async () => {
  const { rerender } = show(start, "ts", true);
  await screen.findByText("const");
  rerender(<CodeBlock code="let ebb" language="ts" isLive />);
  expect(shown()).toBe("let ebb");
});

test.each([
  ["of an unknown language", "const tide = 1;", "tidescript"],
  ["that is very long", `const tide = 1;\n${"//\n".repeat(30_000)}`, "ts"],
])("does not highlight code %s", async (_name, code, language) => {
  show(code, language);
  // Another block shows when the languages have loaded.
  show("const other = 1;", "ts");
  await screen.findByText("const");
  const [plain] = screen.getAllByRole("code");
  expect(plain?.textContent).toBe(code);
  expect(plain?.children).toHaveLength(0);
});
