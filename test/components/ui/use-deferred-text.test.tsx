/** @jest-environment jsdom */
import { act, fireEvent, render, screen } from "@testing-library/react";
import { useDeferredText } from "@/components/ui/use-deferred-text";
import { onPageLeave } from "@/lib/platform/page-leave";

const onChange = jest.fn();

function Field({ value }: { readonly value: string }) {
  const { onChange: type, ...field } = useDeferredText(value, onChange);
  return <input {...field} onChange={(event) => type(event.target.value)} />;
}

beforeEach(() => {
  jest.useFakeTimers();
  onChange.mockClear();
});
afterEach(() => jest.useRealTimers());

const type = (text: string) => fireEvent.change(screen.getByRole("textbox"), { target: { value: text } });
const passedOn = () => onChange.mock.calls.flat();

test("text is passed on once after a pause, and shown meanwhile", () => {
  const { rerender } = render(<Field value="" />);
  for (const text of ["T", "Ti", "Tides"]) type(text);
  expect(screen.getByRole("textbox")).toHaveValue("Tides");
  expect(passedOn()).toEqual([]);
  act(() => jest.advanceTimersByTime(600));
  expect(passedOn()).toEqual(["Tides"]);
  rerender(<Field value="Tides of another tab" />);
  expect(screen.getByRole("textbox")).toHaveValue("Tides of another tab");
});

test.each([
  ["the focus leaves the field", () => fireEvent.blur(screen.getByRole("textbox"))],
  ["the tab is closed", () => fireEvent(window, new Event("pagehide"))],
  ["the tab is hidden", () => fireEvent(document, new Event("visibilitychange"))],
])("text is passed on at once when %s", (_name, act) => {
  render(<Field value="" />);
  type("Tides");
  act();
  expect(passedOn()).toEqual(["Tides"]);
});

test("text is passed on when the field is unmounted, and nothing without a change", () => {
  const { unmount } = render(<Field value="" />);
  type("Tides");
  unmount();
  expect(passedOn()).toEqual(["Tides"]);
  render(<Field value="" />).unmount();
  expect(passedOn()).toEqual(["Tides"]);
});

test("text is passed on before documents are stored when the tab is closed, also by an earlier listener", () => {
  const seen: unknown[][] = [];
  const stopStoring = onPageLeave("store", () => void seen.push(passedOn()));
  render(<Field value="" />);
  type("Tides");
  fireEvent(window, new Event("pagehide"));
  stopStoring();
  expect(seen).toEqual([["Tides"]]);
});
