/** @jest-environment jsdom */
import { act, render, screen } from "@testing-library/react";
import ReactMarkdown from "react-markdown";
import { pluginsReadAhead, useReadAhead } from "@/components/markdown/read-ahead";

function Growing({ source, isGrowing = true }: { source: string; isGrowing?: boolean }) {
  return (
    <div data-testid="drawn">
      <ReactMarkdown remarkPlugins={pluginsReadAhead}>{useReadAhead(source, isGrowing)}</ReactMarkdown>
    </div>
  );
}

const drawn = () => screen.getByTestId("drawn").innerHTML;

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

test("the initial text renders at once, and added text one task later", () => {
  const { rerender } = render(<Growing source="The **tide" />);
  expect(drawn()).toBe("<p>The **tide</p>");
  rerender(<Growing source="The **tide**" />);
  expect(drawn()).toBe("<p>The **tide</p>");
  act(() => jest.runAllTimers());
  expect(drawn()).toBe("<p>The <strong>tide</strong></p>");
});

test("a text that grows faster than it is parsed renders as far as it has arrived by then", () => {
  const { rerender } = render(<Growing source="a" />);
  rerender(<Growing source="a b" />);
  rerender(<Growing source="a b *c*" />);
  expect(jest.getTimerCount()).toBe(1);
  act(() => jest.runAllTimers());
  expect(drawn()).toBe("<p>a b <em>c</em></p>");
});

test("its end renders at once, and nothing follows it", () => {
  const { rerender } = render(<Growing source="a" />);
  rerender(<Growing source="a b" />);
  rerender(<Growing source="a b `c`" isGrowing={false} />);
  expect(drawn()).toBe("<p>a b <code>c</code></p>");
  expect(jest.getTimerCount()).toBe(0);
});

test("a text that grows again goes on from its end", () => {
  const { rerender } = render(<Growing source="a" />);
  rerender(<Growing source="a ~~b~~" isGrowing={false} />);
  rerender(<Growing source="a ~~b~~" />);
  expect(drawn()).toBe("<p>a <del>b</del></p>");
  rerender(<Growing source="a ~~b~~ c" />);
  expect(drawn()).toBe("<p>a <del>b</del></p>");
  act(() => jest.runAllTimers());
  expect(drawn()).toBe("<p>a <del>b</del> c</p>");
});

test("a text that starts to grow with different content renders it at once", () => {
  const { rerender } = render(<Growing source="" isGrowing={false} />);
  rerender(<Growing source="a *b*" />);
  expect(drawn()).toBe("<p>a <em>b</em></p>");
  rerender(<Growing source="a *b* c" />);
  act(() => jest.runAllTimers());
  expect(drawn()).toBe("<p>a <em>b</em> c</p>");
});

test("each of several texts renders its own content", () => {
  const both = (first: string, second: string) => (
    <>
      <Growing source={first} />
      <ReactMarkdown remarkPlugins={pluginsReadAhead}>{second}</ReactMarkdown>
    </>
  );
  const { rerender, container } = render(both("a", "one"));
  rerender(both("a *b*", "two **three**"));
  act(() => jest.runAllTimers());
  expect(drawn()).toBe("<p>a <em>b</em></p>");
  expect(container.innerHTML).toContain("<p>two <strong>three</strong></p>");
});

test("a text that is unmounted while it waits is not parsed", () => {
  const { rerender, unmount } = render(<Growing source="a" />);
  rerender(<Growing source="a b" />);
  unmount();
  expect(jest.getTimerCount()).toBe(0);
});
