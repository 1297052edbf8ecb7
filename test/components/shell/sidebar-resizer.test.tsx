/** @jest-environment jsdom */
import "../../support/jsdom-platform";
import { fireEvent, render, screen } from "@testing-library/react";
import { SidebarResizer } from "@/components/shell/sidebar-resizer";
import { useSettings } from "@/store/settings";
import { WithWords } from "../../support/with-words";

/** Moves a pressed pointer to `x` at so many milliseconds. */
function point(type: "pointerdown" | "pointermove" | "pointerup", x: number, at: number): void {
  const event = new MouseEvent(type, { bubbles: true, cancelable: true, clientX: x });
  Object.defineProperty(event, "timeStamp", { value: at });
  fireEvent(screen.getByRole("separator"), event);
}

const width = () => useSettings.getState().sidebarWidth;

beforeEach(() => {
  // What a browser does with a pointer that leaves the handle is not needed here.
  Object.assign(HTMLElement.prototype, { setPointerCapture() {} });
  useSettings.getState().setSidebarWidth(300);
  render(<SidebarResizer />, { wrapper: WithWords });
});

test("a drag is followed once in 20 ms, and its last place always counts", () => {
  point("pointerdown", 300, 1000);
  const followed = [
    [1010, 310],
    [1029, 320],
    [1030, 330],
    [1049, 340],
    [1051, 350],
    [1400, 360],
    [1410, 370],
  ].map(([at = 0, x = 0]) => {
    point("pointermove", x, at);
    return [at, width()];
  });
  expect(followed).toEqual([
    [1010, 310],
    [1029, 310],
    [1030, 330],
    [1049, 330],
    [1051, 350],
    [1400, 360],
    [1410, 360],
  ]);
  point("pointerup", 371, 1411);
  expect(width()).toBe(371);
});

test("a press that ends within 300 ms is a click, which toggles", () => {
  point("pointerdown", 300, 1000);
  point("pointerup", 300, 1299);
  expect(width()).toBe(100);
  point("pointerdown", 100, 2000);
  point("pointerup", 100, 2299);
  expect(width()).toBe(300);
});
