/** @jest-environment jsdom */
import "../../support/jsdom-platform";
import { fireEvent, render, waitFor } from "@testing-library/react";
import { ShellMenu } from "@/components/shell/shell-menu";
import { shortcuts } from "@/lib/chat/shortcuts";
import type { MenuTexts } from "@/lib/platform/desktop-port";
import { WithMessages } from "../../support/with-messages";

const showMenu = jest.fn(async (_menu: MenuTexts) => {});
const toggleMenu = jest.fn(async () => {});

jest.mock("@/lib/platform/desktop", () => ({ desktop: async () => ({ showMenu, toggleMenu }) }));

beforeEach(() => {
  showMenu.mockClear();
  toggleMenu.mockClear();
});

function show() {
  return render(
    <WithMessages>
      <ShellMenu />
    </WithMessages>,
  );
}

test("sends the texts of all entries, with the keys of all shortcuts", async () => {
  show();
  await waitFor(() => expect(showMenu).toHaveBeenCalled());
  const { texts, keys } = showMenu.mock.calls[0]?.[0] ?? { texts: {}, keys: {} };
  expect(texts).toMatchObject({ file: "File", newChat: "New chat", quit: "Quit Parley", zoomIn: "Zoom in" });
  for (const { id, keys: expected } of Object.values(shortcuts)) {
    expect(texts[id]).toBeTruthy();
    expect(keys[id]).toBe(expected);
  }
  expect(Object.values(texts).filter((text) => text.includes("menuBar.") || text.includes("{"))).toEqual([]);
});

test("F10 shows or hides the menu bar, without a modifier only, and not on a Mac", async () => {
  show();
  fireEvent.keyDown(window, { key: "F10", shiftKey: true });
  jest.spyOn(navigator, "platform", "get").mockReturnValue("MacIntel");
  fireEvent.keyDown(window, { key: "F10" });
  jest.restoreAllMocks();
  fireEvent.keyDown(window, { key: "F10" });
  await waitFor(() => expect(toggleMenu).toHaveBeenCalledTimes(1));
});
