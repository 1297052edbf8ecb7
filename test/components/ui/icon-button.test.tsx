/** @jest-environment jsdom */

import { render as renderAlone, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Pin, Settings } from "lucide-react";
import type { ReactNode } from "react";
import { IconButton, IconLink } from "@/components/ui/icon-button";
import { WithRouter } from "../../support/with-router";

const render = (element: ReactNode) => renderAlone(element, { wrapper: WithRouter });

test("an icon button has a name and a tooltip with its keys", () => {
  render(<IconButton icon={Pin} label="Pin" keys="Mod P" />);
  const button = screen.getByRole("button", { name: "Pin" });
  expect(button).toHaveAttribute("data-tip", "Pin");
  expect(button).toHaveAttribute("data-tip-keys", "Mod P");
});

test.each([true, false])("a toggle has a pressed state: %p", (pressed) => {
  render(<IconButton icon={Pin} label="Pin" pressed={pressed} />);
  expect(screen.getByRole("button", { name: "Pin", pressed })).toBeVisible();
});

test("a disabled button shows the reason and ignores clicks", async () => {
  const user = userEvent.setup();
  const press = jest.fn();
  render(<IconButton icon={Pin} label="Pin" disabledReason="Only own messages" onClick={press} />);
  const button = screen.getByRole("button", { name: "Pin" });
  await user.click(button);
  expect(press).not.toHaveBeenCalled();
  expect(button).toHaveAccessibleDescription("Only own messages");
  expect(button).toHaveAttribute("data-tip", "Only own messages");
});

test("a busy icon button ignores clicks", async () => {
  const user = userEvent.setup();
  const press = jest.fn();
  render(<IconButton icon={Pin} label="Pin" busy onClick={press} />);
  await user.click(screen.getByRole("button", { name: "Pin", busy: true }));
  expect(press).not.toHaveBeenCalled();
});

test("an icon link is a link with a name", () => {
  render(<IconLink icon={Settings} label="Settings" href="/settings" />);
  expect(screen.getByRole("link", { name: "Settings" })).toHaveAttribute("href", "/settings");
});
