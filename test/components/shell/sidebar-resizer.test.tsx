/** @jest-environment jsdom */
import "../../support/jsdom-platform";
import { act, fireEvent, render, screen } from "@testing-library/react";
import { SidebarResizer } from "@/components/shell/sidebar-resizer";
import { useSettings } from "@/store/settings/settings";
import { WithMessages } from "../../support/with-messages";

type PointerStep = "pointerdown" | "pointermove" | "pointerup" | "pointercancel";

/** Moves a pressed pointer to `x` at so many milliseconds. */
function point(type: PointerStep, x: number, at: number, button = 0): void {
  const event = new MouseEvent(type, { bubbles: true, cancelable: true, clientX: x, button });
  Object.defineProperty(event, "timeStamp", { value: at });
  fireEvent(screen.getByRole("separator"), event);
}

const width = () => useSettings.getState().sidebarWidth;

beforeEach(() => {
  // What a browser does with a pointer that leaves the handle is not needed here.
  Object.assign(HTMLElement.prototype, { setPointerCapture() {} });
  useSettings.getState().setSidebarWidth(300);
  render(<SidebarResizer />, { wrapper: WithMessages });
});

test("follows a drag once in 20 ms, and always applies its last position", () => {
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

test("snaps to narrow below 230 and stops at 500", () => {
  const widthsAt = (...places: readonly number[]) =>
    places.map((x) => {
      act(() => useSettings.getState().setSidebarWidth(300));
      point("pointerdown", 300, 1000);
      point("pointermove", x, 1350);
      point("pointerup", x, 1400);
      return width();
    });
  expect(widthsAt(231, 230, 229, 100, -50, 499, 500, 501, 2000)).toEqual([231, 230, 100, 100, 100, 499, 500, 500, 500]);
});

test("a cancelled pointer is not a click, and the width stays where it was dragged", () => {
  point("pointerdown", 300, 1000);
  point("pointermove", 340, 1050);
  point("pointercancel", 0, 1100);
  point("pointermove", 400, 1200);
  expect(width()).toBe(340);
});

test("other mouse buttons neither drag nor toggle", () => {
  point("pointerdown", 300, 1000, 2);
  point("pointermove", 400, 1050, 2);
  point("pointerup", 400, 1100, 2);
  expect(width()).toBe(300);
});
