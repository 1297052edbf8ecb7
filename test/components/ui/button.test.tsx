/** @jest-environment jsdom */

import { render as renderAlone, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Trash2 } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { LinkButton } from "@/components/ui/link-button";
import { WithRouter } from "../../support/with-router";

const render = (element: ReactNode) => renderAlone(element, { wrapper: WithRouter });

test.each(["{Enter}", " "])("a button reacts to the key %p", async (key) => {
  const user = userEvent.setup();
  const press = jest.fn();
  render(<Button onClick={press}>Delete chat</Button>);
  await user.tab();
  await user.keyboard(key);
  expect(press).toHaveBeenCalledTimes(1);
});

test("a busy button has the busy state, keeps its label and ignores clicks", async () => {
  const user = userEvent.setup();
  const press = jest.fn();
  const submit = jest.fn();
  render(
    <form onSubmit={submit}>
      <Button type="submit" busy icon={Trash2} onClick={press}>
        Check
      </Button>
    </form>,
  );
  const button = screen.getByRole("button", { name: "Check", busy: true });
  await user.click(button);
  expect(press).not.toHaveBeenCalled();
  expect(submit).not.toHaveBeenCalled();
});

test("a disabled button has a reason, and can still be focused", async () => {
  const user = userEvent.setup();
  const press = jest.fn();
  render(
    <Button disabledReason="Nothing to send yet" onClick={press}>
      Send
    </Button>,
  );
  const button = screen.getByRole("button", { name: "Send" });
  await user.tab();
  expect(button).toHaveFocus();
  expect(button).toHaveAttribute("aria-disabled", "true");
  expect(button).toHaveAccessibleDescription("Nothing to send yet");
  await user.click(button);
  expect(press).not.toHaveBeenCalled();
});

test("does not submit its form, unless its type is submit", async () => {
  const user = userEvent.setup();
  const submit = jest.fn((event: React.FormEvent) => event.preventDefault());
  render(
    <form onSubmit={submit}>
      <Button>Add</Button>
      <Button type="submit">Save</Button>
    </form>,
  );
  await user.click(screen.getByRole("button", { name: "Add" }));
  expect(submit).not.toHaveBeenCalled();
  await user.click(screen.getByRole("button", { name: "Save" }));
  expect(submit).toHaveBeenCalledTimes(1);
});

test("a link button is a link, and an external one opens a new tab without a referrer", () => {
  render(
    <>
      <LinkButton href="/masks">See all</LinkButton>
      <LinkButton href="https://example.org/" external>
        Project page
      </LinkButton>
    </>,
  );
  expect(screen.getByRole("link", { name: "See all" })).toHaveAttribute("href", "/masks");
  const away = screen.getByRole("link", { name: "Project page" });
  expect(away).toHaveAttribute("target", "_blank");
  expect(away).toHaveAttribute("rel", "noreferrer");
});
