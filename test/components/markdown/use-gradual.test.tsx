/** @jest-environment jsdom */
import { act, render, screen } from "@testing-library/react";
import { useGradual } from "@/components/markdown/use-gradual";

function Parts({ count, isWaiting }: { count: number; isWaiting?: boolean }) {
  const { isDrawn, isWhole } = useGradual(count, isWaiting);
  return (
    <p data-testid={isWhole ? "whole" : "in parts"}>
      {Array.from({ length: count }, (_, part) => (isDrawn(part) ? "x" : ".")).join("")}
    </p>
  );
}

/** Whether it is said that nothing is left. */
const isSaidWhole = () => screen.queryByTestId("whole") !== null;

/** What is drawn now, and what is not yet. */
const shown = () => screen.getByText(/^[x.]+$/).textContent;

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

test("of many parts at once, renders the last first, and the others in steps", () => {
  render(<Parts count={40} />);
  expect(shown()).toBe(".".repeat(36) + "x".repeat(4));
  expect(isSaidWhole()).toBe(false);
  act(() => jest.advanceTimersToNextTimer());
  expect(shown()).toMatch(/^\.{20,35}x+$/);
  act(() => jest.runAllTimers());
  expect(shown()).toBe("x".repeat(40));
  expect(isSaidWhole()).toBe(true);
});

test("renders parts that arrive one by one as they arrive", () => {
  const { rerender } = render(<Parts count={8} />);
  expect(shown()).toBe("x".repeat(8));
  expect(isSaidWhole()).toBe(true);
  rerender(<Parts count={12} />);
  expect(shown()).toBe("x".repeat(12));
});

test("rendered parts stay rendered when more are inserted", () => {
  const { rerender } = render(<Parts count={30} />);
  rerender(<Parts count={31} />);
  expect(shown()).toMatch(/^\.+x{5,}$/);
  act(() => jest.runAllTimers());
  expect(shown()).toBe("x".repeat(31));
});

test("renders no further part while parts are still being found", () => {
  const { rerender } = render(<Parts count={3} />);
  rerender(<Parts count={20} isWaiting />);
  expect(shown()).toBe(`xxx${".".repeat(17)}`);
  expect(isSaidWhole()).toBe(false);
  rerender(<Parts count={40} />);
  expect(shown()).toBe(`xxx${".".repeat(33)}xxxx`);
});
