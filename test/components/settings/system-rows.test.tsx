/** @jest-environment jsdom */
import "../../support/jsdom-platform";
import { fireEvent, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { readSystem, SystemRows } from "@/components/settings/system-rows";
import type { ShellRefusal, ShellSystem, ShellSystemChange } from "@/lib/platform/desktop-port";
import { WithMessages } from "../../support/with-messages";

const off: ShellSystem = {
  startsAtLogin: false,
  hasTray: false,
  isTrayAvailable: true,
  shortcut: "",
  isShortcutSupported: true,
  command: "/usr/bin/parley-desktop --new-chat",
};

let state: ShellSystem | undefined;
let refusal: ShellRefusal | undefined;
const changes: ShellSystemChange[] = [];

jest.mock("@/lib/platform/desktop", () => ({
  desktop: async () =>
    state && {
      system: async () => state,
      changeSystem: async (change: ShellSystemChange) => {
        changes.push(change);
        if (!refusal && state && "shortcut" in change) state = { ...state, ...change };
        if (!refusal && state && "tray" in change) state = { ...state, hasTray: change.tray };
        return refusal ?? state;
      },
    },
}));

beforeEach(() => {
  state = off;
  refusal = undefined;
  changes.length = 0;
});

async function show() {
  // The settings screen reads the state before it shows the rows.
  await readSystem();
  return render(<SystemRows />, { wrapper: WithMessages });
}

test("a browser has none of the rows", async () => {
  state = undefined;
  const { container } = await show();
  await Promise.resolve();
  expect(container.textContent).toBe("");
});

test("the rows show the state at once, so that nothing below them moves", async () => {
  await show();
  expect(screen.getByRole("switch", { name: "Start at login" })).toBeVisible();
});

test("everything is off, and a change applies at once", async () => {
  await show();
  const tray = await screen.findByRole("switch", { name: "Icon in the system tray" });
  expect(tray).not.toBeChecked();
  expect(screen.getByRole("switch", { name: "Start at login" })).not.toBeChecked();
  await userEvent.click(tray);
  expect(changes).toEqual([{ tray: true }]);
  expect(tray).toBeChecked();
});

test("without a tray in the system, the icon cannot be turned on", async () => {
  state = { ...off, isTrayAvailable: false };
  await show();
  expect(await screen.findByRole("switch", { name: "Icon in the system tray" })).toBeDisabled();
  expect(screen.getByText("This desktop has no system tray")).toBeVisible();
});

test("the next pressed combination becomes the shortcut, and no shortcut of the app runs", async () => {
  const outside = jest.fn();
  addEventListener("keydown", outside);
  await show();
  await userEvent.click(await screen.findByRole("button", { name: "Choose keys" }));
  const button = screen.getByRole("button", { name: "Press the keys" });
  fireEvent.keyDown(button, { key: "Control", code: "ControlLeft", ctrlKey: true });
  fireEvent.keyDown(button, { key: "o", code: "KeyO", ctrlKey: true, shiftKey: true });
  expect(await screen.findByText("Ctrl Shift O")).toBeVisible();
  expect(changes).toEqual([{ shortcut: "Control+Shift+KeyO" }]);
  expect(outside).not.toHaveBeenCalled();
  removeEventListener("keydown", outside);
  await userEvent.click(screen.getByRole("button", { name: "Turn off" }));
  expect(await screen.findByText("Off")).toBeVisible();
});

test.each([
  [{ kind: "taken" }, "Another program uses these keys"],
  [
    { kind: "invalid" },
    "Typing or other apps need these keys. Try two or three of Ctrl, Alt, Shift and ⌘ with another key.",
  ],
  [{ kind: "failed", reason: "no display" }, "Couldn’t change this: no display"],
] as const)("refused keys are reported: %j", async (reason, text) => {
  refusal = reason;
  await show();
  await userEvent.click(await screen.findByRole("button", { name: "Choose keys" }));
  fireEvent.keyDown(screen.getByRole("button", { name: "Press the keys" }), { key: "n", code: "KeyN", altKey: true });
  expect(await screen.findByRole("alert")).toHaveTextContent(text);
});

test("where apps cannot have shortcuts, the row names the command for the system's settings", async () => {
  state = { ...off, isShortcutSupported: false };
  await show();
  expect(await screen.findByText(/for the command: \/usr\/bin\/parley-desktop --new-chat/)).toBeVisible();
});
