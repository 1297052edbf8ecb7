/** @jest-environment jsdom */
import { displayedKeys, shellKeysOf, zoomStepsOf } from "@/lib/platform/desktop-keys";

const free = { ctrlKey: false, altKey: false, shiftKey: false, metaKey: false };

test.each([
  [{ code: "KeyN", ctrlKey: true, altKey: true }, "Control+Alt+KeyN"],
  [{ code: "NumpadAdd", metaKey: true, shiftKey: true }, "Shift+Super+NumpadAdd"],
  [{ code: "Space" }, "Space"],
  [{ code: "ControlLeft", ctrlKey: true }, undefined],
  [{ code: "NumLock" }, undefined],
  [{ code: "" }, undefined],
])("%j is %s for the shell", (press, keys) => {
  expect(shellKeysOf({ ...free, ...press })).toBe(keys);
});

test.each([
  ["Control+Alt+KeyN", "Ctrl Alt N"],
  ["Super+Shift+Digit1", "Super Shift 1"],
  ["Alt+ArrowUp", "Alt Up"],
])("%s is displayed as %s", (keys, displayed) => {
  expect(displayedKeys(keys)).toBe(displayed);
});

test.each([
  [{ key: "+", ctrlKey: true }, 1],
  [{ key: "=", ctrlKey: true }, 1],
  [{ key: "-", ctrlKey: true }, -1],
  [{ key: "0", ctrlKey: true }, 0],
  [{ key: "0" }, undefined],
  [{ key: "+", ctrlKey: true, altKey: true }, undefined],
  [{ key: "+", ctrlKey: true, metaKey: true }, undefined],
  [{ key: "1", ctrlKey: true }, undefined],
])("%j zooms by %s steps", (press, steps) => {
  expect(zoomStepsOf({ ...free, ...press })).toBe(steps);
});
