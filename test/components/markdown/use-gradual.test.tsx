/** @jest-environment jsdom */
import { act, render, screen } from "@testing-library/react";
import { useGradual } from "@/components/markdown/use-gradual";

function Parts({ count }: { count: number }) {
  const isDrawn = useGradual(count);
  return <p>{Array.from({ length: count }, (_, part) => (isDrawn(part) ? "x" : ".")).join("")}</p>;
}

/** What is drawn now, and what is not yet. */
const shown = () => screen.getByText(/^[x.]+$/).textContent;

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

test("of many parts at once the last are drawn first, and the others in steps", () => {
  render(<Parts count={40} />);
  expect(shown()).toBe(".".repeat(32) + "x".repeat(8));
  act(() => jest.advanceTimersToNextTimer());
  expect(shown()).toMatch(/^\.{20,31}x+$/);
  act(() => jest.runAllTimers());
  expect(shown()).toBe("x".repeat(40));
});

test("parts that come one by one are drawn as they come", () => {
  const { rerender } = render(<Parts count={8} />);
  expect(shown()).toBe("x".repeat(8));
  rerender(<Parts count={10} />);
  expect(shown()).toBe("x".repeat(10));
});

test("what has been drawn stays so when more comes in between", () => {
  const { rerender } = render(<Parts count={30} />);
  rerender(<Parts count={31} />);
  expect(shown()).toMatch(/^\.+x{9,}$/);
  act(() => jest.runAllTimers());
  expect(shown()).toBe("x".repeat(31));
});
