/** @jest-environment jsdom */
import "../../support/jsdom-platform";
import { act, fireEvent, render, screen } from "@testing-library/react";
import { OpenLinkDialog } from "@/components/links/open-link-dialog";
import { clickGuardMs, restartClickGuards, useClickGuard } from "@/components/ui/use-click-guard";
import { WithMessages } from "../../support/with-messages";

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

const consent = jest.fn();
beforeEach(() => consent.mockReset());

function Question({ isFromStart }: { readonly isFromStart: boolean }) {
  return (
    <form onSubmit={consent} {...useClickGuard(isFromStart)}>
      <button type="button" onClick={consent}>
        Allow
      </button>
      <button type="submit">Send</button>
    </form>
  );
}

const click = (name = "Allow") => fireEvent.click(screen.getByRole("button", { name }));
const pass = (ms: number) => act(() => jest.advanceTimersByTime(ms));

test("clicks do not count for a moment after the buttons appear, and say so @T9.13", () => {
  render(<Question isFromStart />);
  expect(screen.getByRole("group")).toHaveAttribute("aria-disabled", "true");
  pass(clickGuardMs - 1);
  click();
  click("Send");
  expect(consent).not.toHaveBeenCalled();
  pass(1);
  expect(screen.getByRole("group")).not.toHaveAttribute("aria-disabled");
  click();
  expect(consent).toHaveBeenCalledTimes(1);
});

test("each move of the buttons starts the moment again @T9.13", () => {
  render(<Question isFromStart={false} />);
  act(restartClickGuards);
  pass(clickGuardMs - 1);
  act(restartClickGuards);
  pass(clickGuardMs - 1);
  click();
  expect(consent).not.toHaveBeenCalled();
  pass(1);
  click();
  expect(consent).toHaveBeenCalledTimes(1);
});

test("buttons of the app itself count at once", () => {
  render(<Question isFromStart={false} />);
  click();
  expect(consent).toHaveBeenCalledTimes(1);
});

test("a link that a page asks to open does not open by a click that comes at once @T9.13", () => {
  const open = jest.fn();
  Object.assign(window, { open });
  const dialog = (concern: "page" | "long") => (
    <OpenLinkDialog key={concern} address="https://a.example/b" concern={concern} open onClose={() => {}} />
  );
  const { rerender } = render(dialog("page"), { wrapper: WithMessages });
  click("Open link");
  expect(open).not.toHaveBeenCalled();
  pass(clickGuardMs);
  click("Open link");
  expect(open).toHaveBeenCalledTimes(1);
  rerender(dialog("long"));
  click("Open link");
  expect(open).toHaveBeenCalledTimes(2);
});
