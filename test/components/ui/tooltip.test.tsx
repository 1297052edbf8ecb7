/** @jest-environment jsdom */
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { rowTipProps, tipProps } from "@/components/ui/tip-props";
import { TooltipLayer } from "@/components/ui/tooltip";
import "@/test/support/jsdom-platform";

function renderToolbar() {
  render(
    <>
      <button type="button" {...tipProps("Copy", "Mod C")}>
        copy
      </button>
      <button type="button" {...tipProps("Pin")}>
        pin
      </button>
      <p>elsewhere</p>
      <TooltipLayer />
    </>,
  );
  return userEvent.setup();
}

function tip(): Element | null {
  return document.querySelector("[data-popover-open]");
}

test("hovering an element shows its name and keys, hidden from screen readers", async () => {
  const user = renderToolbar();
  await user.hover(screen.getByText("copy"));
  expect(tip()).toBeNull();
  await waitFor(() => expect(tip()).toHaveTextContent("CopyCtrl C"));
  expect(tip()).toHaveAttribute("aria-hidden", "true");
});

test("beside an open tooltip the next one opens at once, and away from both it closes", async () => {
  const user = renderToolbar();
  await user.hover(screen.getByText("copy"));
  await waitFor(() => expect(tip()).toHaveTextContent("Copy"));
  await user.hover(screen.getByText("pin"));
  expect(tip()).toHaveTextContent("Pin");
  await user.hover(screen.getByText("elsewhere"));
  await waitFor(() => expect(tip()).toBeNull());
});

test("the pointer may move onto the tooltip without losing it", async () => {
  const user = renderToolbar();
  await user.hover(screen.getByText("pin"));
  await waitFor(() => expect(tip()).toHaveTextContent("Pin"));
  await user.hover(screen.getByText("elsewhere"));
  await user.hover(tip() ?? document.body);
  await new Promise((resolve) => setTimeout(resolve, 250));
  expect(tip()).toHaveTextContent("Pin");
  await user.hover(screen.getByText("elsewhere"));
  await waitFor(() => expect(tip()).toBeNull());
});

test("shows no tooltip over a menu that its button has opened", async () => {
  render(
    <>
      <button type="button" aria-haspopup="menu" aria-expanded {...tipProps("More actions")}>
        more
      </button>
      <TooltipLayer />
    </>,
  );
  await userEvent.setup().hover(screen.getByText("more"));
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect(tip()).toBeNull();
});

test("keyboard focus shows the tooltip, Escape hides it and keeps the focus", async () => {
  const user = renderToolbar();
  await user.tab();
  await waitFor(() => expect(tip()).toHaveTextContent("Copy"));
  await user.keyboard("{Escape}");
  expect(tip()).toBeNull();
  expect(screen.getByText("copy")).toHaveFocus();
});

test("a click hides the tooltip", async () => {
  const user = renderToolbar();
  await user.hover(screen.getByText("pin"));
  await waitFor(() => expect(tip()).toHaveTextContent("Pin"));
  await user.pointer({ keys: "[MouseLeft]", target: screen.getByText("pin") });
  expect(tip()).toBeNull();
});

test("touch shows no tooltip", async () => {
  const user = renderToolbar();
  await user.pointer([{ keys: "[TouchA>]", target: screen.getByText("pin") }]);
  await new Promise((resolve) => setTimeout(resolve, 600));
  expect(tip()).toBeNull();
});

test.each([
  ["cut off", { clientWidth: 80, scrollWidth: 120 }, true],
  ["shown completely", { clientWidth: 120, scrollWidth: 120 }, false],
  ["not rendered", { clientWidth: 0, scrollWidth: 0 }, true],
])("a row of a list has its tooltip if its text is %s, beside it", async (_, widths, isShown) => {
  render(
    <>
      <a href="#chat" {...rowTipProps("When is high tide? · 2 messages")}>
        <span data-tip-text="">When is high tide?</span>
      </a>
      <TooltipLayer />
    </>,
  );
  const text = screen.getByText("When is high tide?");
  for (const [name, value] of Object.entries(widths)) Object.defineProperty(text, name, { value });
  const row = { left: 0, right: 200, top: 300, height: 50, width: 200 } as DOMRect;
  jest.spyOn(screen.getByRole("link"), "getBoundingClientRect").mockReturnValue(row);
  Object.defineProperty(document.documentElement, "clientWidth", { value: 1000, configurable: true });
  await userEvent.setup().hover(text);
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect(tip() !== null).toBe(isShown);
  const layer = document.querySelector<HTMLElement>("[data-tip-layer]");
  expect(layer?.style.translate).toBe(isShown ? "206px 325px" : "");
});
