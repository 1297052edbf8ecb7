/** @jest-environment jsdom */
import { fireEvent, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { FencedCode } from "@/components/markdown/fenced-code";
import { highlighterFor } from "@/components/markdown/highlight";
import { CodeLookContext, MessageStateContext } from "@/components/markdown/message-look";
import { storeDiagramSize } from "@/store/chats/diagram-sizes";
import "../../support/jsdom-platform";
import { WithMessages } from "../../support/with-messages";

// Loading them for the first time takes longer than a test should wait.
beforeAll(() => Promise.all(["ts", "html", "rust"].map((language) => highlighterFor(language)?.load())));

const long = Array.from({ length: 40 }, (_, line) => `line ${line + 1}`).join("\n");

interface Given {
  readonly code?: string;
  readonly language?: string;
  readonly isLive?: boolean;
  readonly isGrowing?: boolean;
  readonly isLast?: boolean;
  readonly isFolding?: boolean;
  readonly hasPreviews?: boolean;
}

function Code(given: Given) {
  const { code = long, language = "ts", isLive = false, isGrowing = isLive, isLast = false, ...look } = given;
  return (
    <CodeLookContext value={{ isFolding: true, hasPreviews: true, ...look }}>
      <MessageStateContext value={{ isGrowing, isLast }}>
        <FencedCode code={code} language={language} isLive={isLive} />
      </MessageStateContext>
    </CodeLookContext>
  );
}

function show(given: Given) {
  return render(<Code {...given} />, { wrapper: WithMessages });
}

test("collapses long code, expands it and collapses it again, and always contains its whole text", async () => {
  const user = userEvent.setup();
  show({});
  const code = screen.getByRole("code");
  expect(screen.getByRole("figure")).toHaveAttribute("data-folded");
  await user.click(screen.getByRole("button", { name: "Show all 40 lines", expanded: false }));
  expect(screen.getByRole("figure")).not.toHaveAttribute("data-folded");
  await user.click(screen.getByRole("button", { name: "Collapse", expanded: true }));
  expect(screen.getByRole("figure")).toHaveAttribute("data-folded");
  expect(code.textContent).toBe(long);
});

test.each([
  ["short code", { code: "one\ntwo" }],
  ["code of a message that grows", { isGrowing: true }],
  ["code of the last message", { isLast: true }],
  ["code if collapsing is off", { isFolding: false }],
])("does not collapse %s", (_name, given) => {
  show(given);
  expect(screen.queryByRole("button", { name: /Show all|Fold/ })).toBeNull();
});

test("blocks that the user expanded stay expanded while the conversation continues", async () => {
  const { rerender } = show({});
  await userEvent.click(screen.getByRole("button", { name: /Show all/ }));
  rerender(<Code isLast />);
  rerender(<Code />);
  expect(screen.getByRole("button", { name: "Collapse" })).toBeVisible();
});

test("selecting all inside code selects that code only", () => {
  render(
    <>
      <p>before</p>
      <Code code="const a = 1;" language="" />
    </>,
    { wrapper: WithMessages },
  );
  fireEvent.keyDown(screen.getByRole("group"), { key: "a", ctrlKey: true });
  expect(getSelection()?.toString()).toBe("const a = 1;");
});

test("wraps prose in code from the start, and code of a language not", () => {
  const { rerender } = show({ language: "text", code: "a" });
  expect(screen.getByRole("figure")).toHaveAttribute("data-wrap");
  rerender(<Code key="other" language="rust" code="a" />);
  expect(screen.getByRole("figure")).not.toHaveAttribute("data-wrap");
});

test("shows a page without scripts beside its code, in a sandbox, without the network", () => {
  const { container } = show({ code: "<h1>Tide</h1>", language: "html" });
  const frame = container.querySelector("iframe");
  expect(frame?.getAttribute("src")).toBe("/preview.html");
  expect(frame?.getAttribute("sandbox")).toBe("allow-scripts allow-forms");
  expect(screen.getByRole("button", { name: "Network blocked", pressed: false })).toBeVisible();
  expect(screen.getByRole("code").textContent).toBe("<h1>Tide</h1>");
});

test("runs a page with scripts on request, and can close it", async () => {
  const user = userEvent.setup();
  const { container } = show({ code: "<script>1</script>", language: "html" });
  expect(container.querySelector("iframe")).toBeNull();
  await user.click(screen.getByRole("button", { name: "Run page" }));
  expect(container.querySelector("iframe")).not.toBeNull();
  await user.click(screen.getByRole("button", { name: "Close preview" }));
  expect(container.querySelector("iframe")).toBeNull();
});

test("shows a page once its block is complete, and in the same frame when the message ends", () => {
  const given = { code: "<h1>Tide</h1>", language: "html" };
  const { container, rerender } = show({ ...given, isLive: true });
  rerender(<Code {...given} isGrowing />);
  const frame = container.querySelector("iframe");
  expect(frame).not.toBeNull();
  rerender(<Code {...given} />);
  expect(container.querySelector("iframe")).toBe(frame);
});

test("other code with scripts waits for a click, although the page before it was shown", () => {
  const { container, rerender } = show({ code: "<h1>Tide</h1>", language: "html" });
  expect(container.querySelector("iframe")).not.toBeNull();
  rerender(<Code code="<script>1</script>" language="html" />);
  expect(container.querySelector("iframe")).toBeNull();
  expect(screen.getByRole("button", { name: "Run page" })).toBeVisible();
});

test("another policy and another run create another frame", async () => {
  const user = userEvent.setup();
  const { container } = show({ code: "<h1>Tide</h1>", language: "html" });
  const first = container.querySelector("iframe");
  await user.click(screen.getByRole("button", { name: "Network blocked" }));
  expect(screen.getByRole("button", { name: "Network allowed", pressed: true })).toBeVisible();
  const second = container.querySelector("iframe");
  expect(second).not.toBe(first);
  await user.click(screen.getByRole("button", { name: "Restart" }));
  expect(container.querySelector("iframe")).not.toBe(second);
});

test.each([
  ["while its block grows", { isLive: true }],
  ["if previews are off", { hasPreviews: false }],
])("%s, a page is only code", (_name, given) => {
  const { container } = show({ code: "<h1>Tide</h1>", language: "html", ...given });
  expect(container.querySelector("iframe")).toBeNull();
  expect(screen.queryByRole("button", { name: /preview/i })).toBeNull();
});

test("only the frame itself can report its size and its title, which is text", async () => {
  const { container } = show({ code: "<h1>Tide</h1>", language: "html" });
  const frame = container.querySelector("iframe");
  const data = { height: 222, title: "<b>Tide</b>" };
  fireEvent(window, new MessageEvent("message", { data, source: window }));
  expect(frame?.style.blockSize).toBe("");
  fireEvent(window, new MessageEvent("message", { data, source: frame?.contentWindow ?? null }));
  expect(frame?.style.blockSize).toBe("222px");
  expect(screen.getByText("<b>Tide</b>")).toBeVisible();
});

test("a list that follows its end is at its end as soon as the height of a page changes", () => {
  const { container } = render(
    <div role="log" data-following="">
      <Code code="<h1>Tide</h1>" language="html" />
    </div>,
    { wrapper: WithMessages },
  );
  const list = screen.getByRole("log");
  Object.defineProperty(list, "scrollHeight", { value: 500 });
  const { contentWindow = null } = container.querySelector("iframe") ?? {};
  const report = (height: number) =>
    fireEvent(window, new MessageEvent("message", { data: { height, title: "" }, source: contentWindow }));
  report(222);
  expect(list.scrollTop).toBe(500);
  list.scrollTop = 100;
  list.removeAttribute("data-following");
  report(333);
  expect(list.scrollTop).toBe(100);
});

test("reserves the space of a diagram that was rendered before, in a frame that scrolls by keyboard", () => {
  const code = "graph LR\n  a --> b";
  const { rerender } = show({ code, language: "mermaid" });
  expect(screen.getByRole("code").textContent).toBe(code);
  storeDiagramSize(code, { width: 2000, height: 100 });
  rerender(<Code key="reload" code={code} language="mermaid" />);
  expect(screen.queryByRole("code")).toBeNull();
  const scroller = screen.getByRole("group", { name: "Diagram", busy: true });
  expect(scroller).toHaveAttribute("tabindex", "0");
  const { inlineSize, minInlineSize, aspectRatio } = (scroller.firstElementChild as HTMLElement).style;
  expect({ inlineSize, minInlineSize, aspectRatio }).toEqual({
    inlineSize: "2000px",
    minInlineSize: "1600px",
    aspectRatio: "2000 / 100",
  });
});
