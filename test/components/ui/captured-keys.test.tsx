/** @jest-environment jsdom */
import { captureKeys, takeCapturedKeys } from "@/components/ui/captured-keys";

/** Presses keys; answers those that reached the page. */
function press(...keys: (string | KeyboardEventInit)[]): string[] {
  const reached: string[] = [];
  const hear = (event: KeyboardEvent) => reached.push(event.key);
  addEventListener("keydown", hear);
  for (const key of keys) {
    const init = typeof key === "string" ? { key } : key;
    dispatchEvent(new KeyboardEvent("keydown", { ...init, cancelable: true }));
  }
  removeEventListener("keydown", hear);
  return reached;
}

afterEach(() => {
  takeCapturedKeys();
  jest.useRealTimers();
});

test("buffers text typed before a search has loaded", () => {
  captureKeys();
  expect(press("g", "p", "x", "Backspace", "t", "Shift", "Enter")).toEqual(["Shift"]);
  expect(takeCapturedKeys()).toEqual({ text: "gpt", isEntered: true });
  expect(press("a", "Enter")).toEqual(["a", "Enter"]);
});

test("captures nothing unless requested", () => {
  expect(press("a")).toEqual(["a"]);
  expect(takeCapturedKeys()).toEqual({ text: "", isEntered: false });
});

test("does not capture shortcuts, or keys after Enter", () => {
  captureKeys();
  expect(press({ key: "k", ctrlKey: true }, "Enter", "b")).toEqual(["k", "b"]);
  expect(takeCapturedKeys()).toEqual({ text: "", isEntered: true });
});

test.each<[string, string | KeyboardEventInit]>([
  ["Escape", "Escape"],
  ["an input method", { key: "a", isComposing: true }],
])("%s ends the capture and discards the buffered text", (_name, key) => {
  captureKeys();
  press("a", key);
  expect(press("b")).toEqual(["b"]);
  expect(takeCapturedKeys()).toEqual({ text: "", isEntered: false });
});

test("releases the keyboard if nothing opens", () => {
  jest.useFakeTimers();
  captureKeys();
  jest.advanceTimersByTime(5000);
  expect(press("a")).toEqual(["a"]);
});
