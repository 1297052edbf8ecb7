/** @jest-environment jsdom */
import { act, render, screen, waitFor } from "@testing-library/react";
import { useLayoutEffect, useMemo, useRef } from "react";
import { Formula } from "@/components/markdown/formula";
import { LiveContext, MessageStateContext } from "@/components/markdown/message-look";
import { WithMessages } from "../../support/with-messages";

// Loading it for the first time takes longer than a test should wait.
beforeAll(() => import("katex"));

/** Waits until KaTeX has loaded and drawn a formula of its own beside the one under test. */
async function untilDrawn(): Promise<void> {
  const { container, unmount } = render(<Formula tex="z" />, { wrapper: WithMessages });
  await waitFor(() => expect(container.querySelector("math")).not.toBeNull());
  unmount();
}

/** The formula as it stands on screen, without the copy for screen readers. */
function drawn(container: HTMLElement): string | null | undefined {
  return container.querySelector(".katex-html")?.textContent;
}

/** A page with a formula, which tells what it looks like when it is complete and about to be painted. */
function Page({ onPaint }: { onPaint: (page: HTMLElement) => void }) {
  const page = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (page.current) onPaint(page.current);
  });
  return (
    <div ref={page}>
      <Formula tex="a^2" />
    </div>
  );
}

test("shows a formula's source until KaTeX has loaded", async () => {
  const { container } = render(<Formula tex="a^2 + b^2" />, { wrapper: WithMessages });
  expect(container).toHaveTextContent("a^2 + b^2");
  await untilDrawn();
  expect(drawn(container)).toBe("a2+b2");
  expect(container.querySelector("annotation")).toHaveTextContent("a^2 + b^2");
});

test("never paints the source of a formula once KaTeX has loaded", async () => {
  await untilDrawn();
  const painted: (string | null | undefined)[] = [];
  render(<Page onPaint={(page) => painted.push(drawn(page))} />, { wrapper: WithMessages });
  expect(painted).toEqual(["a2"]);
});

test("renders inline and display formulas differently, both left to right", async () => {
  const { container: inline } = render(<Formula tex="x" />, { wrapper: WithMessages });
  const { container: block } = render(<Formula tex="x" isBlock />, { wrapper: WithMessages });
  await untilDrawn();
  const display = (container: HTMLElement) => container.querySelector("math")?.getAttribute("display");
  expect([display(inline), display(block)]).toEqual([null, "block"]);
  expect(inline.firstElementChild).toHaveAttribute("dir", "ltr");
});

test("renders a changed formula at once, and shows its source if it is incomplete", async () => {
  const { container, rerender } = render(<Formula tex="\sqrt{2}" />, { wrapper: WithMessages });
  await untilDrawn();
  expect(drawn(container)).toContain("2");
  rerender(<Formula tex="\sqrt{2" />);
  expect(container.textContent).toBe("\\sqrt{2");
  rerender(<Formula tex="y" />);
  expect(drawn(container)).toBe("y");
});

/** A formula of a message that grows, in its last block or above it. */
function Growing({ tex, isLive = true }: { tex: string; isLive?: boolean }) {
  const state = useMemo(() => ({ isGrowing: true, isLast: true }), []);
  return (
    <MessageStateContext value={state}>
      <LiveContext value={isLive}>
        <Formula tex={tex} isBlock />
      </LiveContext>
    </MessageStateContext>
  );
}

const nextTask = () => act(() => new Promise((resolve) => setTimeout(resolve, 5)));

test("renders a growing formula in a separate macrotask, and keeps its last result while it is incomplete", async () => {
  await untilDrawn();
  const { container, rerender } = render(<Growing tex="a" />, { wrapper: WithMessages });
  const place = container.firstElementChild;
  // Its source is not seen meanwhile.
  expect(drawn(container)).toBeUndefined();
  expect(place).not.toBeVisible();
  await nextTask();
  expect(place).toBeVisible();
  expect(drawn(container)).toBe("a");
  rerender(<Growing tex="a + b" />);
  expect(drawn(container)).toBe("a");
  await nextTask();
  expect(drawn(container)).toBe("a+b");
  for (const half of ["a + b \\va", "a + b \\frac{1"]) {
    rerender(<Growing tex={half} />);
    await nextTask();
    expect(drawn(container)).toBe("a+b");
  }
  rerender(<Growing tex="a + b \varphi" />);
  rerender(<Growing tex="a + b \varphi" isLive={false} />);
  await nextTask();
  expect(drawn(container)).toBe("a+bφ");
});

test("renders a formula whose effects run twice, as in development", async () => {
  await untilDrawn();
  const { container } = render(<Growing tex="a" />, { wrapper: WithMessages, reactStrictMode: true });
  await nextTask();
  expect(drawn(container)).toBe("a");
  expect(container.firstElementChild).toBeVisible();
});

test("shows the source of a formula that ends as invalid TeX", async () => {
  const { container, rerender } = render(<Growing tex="a" />, { wrapper: WithMessages });
  await untilDrawn();
  rerender(<Growing tex="a \tide" />);
  await nextTask();
  expect(drawn(container)).toBe("a");
  rerender(<Growing tex="a \tide" isLive={false} />);
  await nextTask();
  expect(container.textContent).toBe("a \\tide");
});

test.each([
  ["an unknown command", "\\tide{x}"],
  ["a bomb of expansions", "\\def\\a{\\a\\a}\\a"],
  ["a formula beyond all lengths", "x".repeat(20_001)],
])("shows the source of %s", async (_name, tex) => {
  const { container } = render(<Formula tex={tex} />, { wrapper: WithMessages });
  await untilDrawn();
  expect(container.textContent).toBe(tex);
  expect(container.querySelector("math")).toBeNull();
});

test.each([
  ["a link", "\\href{javascript:alert(1)}{x}"],
  ["an address", "\\url{https://evil.example}"],
  ["an image", "\\includegraphics{https://evil.example/a.png}"],
  ["attributes", "\\htmlStyle{position:fixed}{x}"],
  ["an id", "\\htmlId{app}{x}"],
  ["HTML", "\\text{<img src=x onerror=alert(1)>}"],
])("a formula creates no %s @R7.4", async (_name, tex) => {
  const { container } = render(<Formula tex={tex} />, { wrapper: WithMessages });
  await untilDrawn();
  expect(screen.queryByRole("link")).toBeNull();
  expect(container.querySelector("a, img, script, [id], [onerror]")).toBeNull();
  expect(container.querySelector('[style*="position"]')).toBeNull();
});

test("limits sizes", async () => {
  const { container } = render(<Formula tex="\rule{9999em}{9999em}" />, { wrapper: WithMessages });
  await untilDrawn();
  expect(container.innerHTML).not.toContain("9999em;");
  expect(container.querySelector(".rule")).toHaveStyle({ borderTopWidth: "40em" });
});
