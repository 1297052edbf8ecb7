/** @jest-environment jsdom */

import { render as renderAlone, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ReactNode } from "react";
import { useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Menu } from "@/components/ui/menu";
import type { MenuItem } from "@/components/ui/menu-item";
import { resizeWindow } from "@/test/support/jsdom-platform";
import { WithRouter } from "../../support/with-router";

const render = (element: ReactNode) => renderAlone(element, { wrapper: WithRouter });

afterEach(() => resizeWindow("desktop"));

function rows(log: (id: string) => void): MenuItem[] {
  return [
    { id: "rename", label: "Rename", keys: "Mod R", onSelect: () => log("rename") },
    { id: "fork", label: "Fork", onSelect: () => log("fork") },
    { id: "wrap", label: "Wrap lines", checked: true, onSelect: () => log("wrap") },
    { id: "off", label: "Share", disabled: true, onSelect: () => log("off") },
    { id: "settings", label: "Settings", href: "/settings" },
    { id: "delete", label: "Delete chat", danger: true, separatorBefore: true, onSelect: () => log("delete") },
  ];
}

function renderMenu(items?: MenuItem[]) {
  const log = jest.fn();
  const outer = jest.fn();
  render(
    // biome-ignore lint/a11y/noStaticElementInteractions: listens as a row around the menu would
    // biome-ignore lint/a11y/useKeyWithClickEvents: see above
    <div onClick={outer}>
      <Menu
        label="Chat"
        closeLabel="Close"
        items={items ?? rows(log)}
        trigger={(props) => <Button {...props}>More</Button>}
      />
    </div>,
  );
  return { user: userEvent.setup(), log, outer };
}

function trigger(): HTMLElement {
  return screen.getByRole("button", { name: "More" });
}

test("a click opens the menu, and the trigger is expanded", async () => {
  const { user } = renderMenu();
  expect(trigger()).toHaveAttribute("aria-haspopup", "menu");
  expect(trigger()).toHaveAttribute("aria-expanded", "false");
  await user.click(trigger());
  expect(await screen.findByRole("menu", { name: "Chat" })).toBeVisible();
  expect(trigger()).toHaveAttribute("aria-expanded", "true");
  expect(screen.getByRole("menuitemcheckbox", { name: "Wrap lines", checked: true })).toBeVisible();
  expect(screen.getByRole("menuitem", { name: "Settings" })).toHaveAttribute("href", "/settings");
});

test("a row shows its shortcut, which is not part of its name", async () => {
  const { user } = renderMenu();
  await user.click(trigger());
  expect(await screen.findByRole("menuitem", { name: /^Rename$/ })).toHaveTextContent("Ctrl R");
});

test.each(["{Enter}", " ", "{ArrowDown}"])("the key %p opens it on the first row", async (key) => {
  const { user } = renderMenu();
  await user.tab();
  await user.keyboard(key);
  await waitFor(() => expect(screen.getByRole("menuitem", { name: /Rename/ })).toHaveFocus());
});

test.each([
  ["{ArrowDown}", /Fork/],
  ["{ArrowUp}", /Delete chat/],
  ["{End}", /Delete chat/],
  ["{End}{ArrowDown}", /Rename/],
  ["d", /Delete chat/],
  ["{ArrowDown}{ArrowDown}{ArrowDown}", /Settings/],
])("from the first row, %s moves to %s", async (keys, expected) => {
  const { user } = renderMenu();
  await user.tab();
  await user.keyboard("{ArrowDown}");
  await waitFor(() => expect(screen.getByRole("menuitem", { name: /Rename/ })).toHaveFocus());
  for (const key of keys.match(/\{\w+\}|\w/g) ?? []) {
    await user.keyboard(key);
    // The menu moves its focus a moment later.
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  expect(screen.getByRole("menuitem", { name: expected })).toHaveFocus();
});

test.each(["{Escape}", "{Tab}"])("%s closes the menu and returns the focus to the trigger", async (key) => {
  const { user } = renderMenu();
  await user.tab();
  await user.keyboard("{Enter}");
  await screen.findByRole("menu");
  await user.keyboard(key);
  expect(screen.queryByRole("menu")).toBeNull();
  expect(trigger()).toHaveFocus();
});

test("a second click on the trigger, or one elsewhere, closes the menu", async () => {
  const { user } = renderMenu();
  await user.click(trigger());
  await screen.findByRole("menu");
  await user.click(trigger());
  expect(screen.queryByRole("menu")).toBeNull();
  await user.click(trigger());
  await screen.findByRole("menu");
  await user.click(document.body);
  await waitFor(() => expect(screen.queryByRole("menu")).toBeNull());
});

test("a row runs its action once, and the click does not reach the row around the trigger", async () => {
  const { user, log, outer } = renderMenu();
  await user.click(trigger());
  const row = await screen.findByRole("menuitem", { name: "Fork" });
  outer.mockClear();
  await user.click(row);
  expect(log.mock.calls).toEqual([["fork"]]);
  expect(screen.queryByRole("menu")).toBeNull();
  expect(outer).not.toHaveBeenCalled();
});

test("a disabled row does nothing", async () => {
  const { user, log } = renderMenu();
  await user.click(trigger());
  await user.click(await screen.findByRole("menuitem", { name: "Share" }));
  expect(log).not.toHaveBeenCalled();
  expect(screen.getByRole("menu")).toBeVisible();
});

function Opener() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Menu
        label="Chat"
        closeLabel="Close"
        items={[{ id: "settings", label: "Chat settings", onSelect: () => setOpen(true) }]}
        trigger={(props) => <Button {...props}>More</Button>}
      />
      <Dialog open={open} onClose={() => setOpen(false)} title="Chat settings" closeLabel="Close dialog">
        <Menu
          label="Inner"
          closeLabel="Close"
          items={[{ id: "x", label: "Reset", onSelect: () => undefined }]}
          trigger={(props) => <Button {...props}>Inner</Button>}
        />
      </Dialog>
    </>
  );
}

test("a dialog that a row opens returns the focus to the menu's trigger", async () => {
  const user = userEvent.setup();
  render(<Opener />);
  await user.click(trigger());
  await user.click(await screen.findByRole("menuitem", { name: "Chat settings" }));
  expect(screen.getByRole("heading", { name: "Chat settings" })).toHaveFocus();
  await new Promise((resolve) => setTimeout(resolve, 5));
  expect(screen.getByRole("heading", { name: "Chat settings" })).toHaveFocus();
  await user.keyboard("{Escape}");
  expect(trigger()).toHaveFocus();
});

test("in a dialog, Escape closes the menu first", async () => {
  const user = userEvent.setup();
  render(<Opener />);
  await user.click(trigger());
  await user.click(await screen.findByRole("menuitem", { name: "Chat settings" }));
  await user.click(screen.getByRole("button", { name: "Inner" }));
  const menu = await screen.findByRole("menu", { name: "Inner" });
  expect(screen.getByRole("dialog")).toContainElement(menu);
  await user.keyboard("{Escape}");
  expect(screen.queryByRole("menu")).toBeNull();
  expect(screen.getByRole("dialog")).toBeVisible();
  await user.keyboard("{Escape}");
  expect(screen.queryByRole("dialog")).toBeNull();
});

function Renamer() {
  const field = useRef<HTMLInputElement>(null);
  return (
    <>
      <input ref={field} aria-label="Title" />
      <Menu
        label="Chat"
        closeLabel="Close"
        items={[{ id: "rename", label: "Rename", onSelect: () => field.current?.focus() }]}
        trigger={(props) => <Button {...props}>More</Button>}
      />
    </>
  );
}

test("a row that moves the focus keeps it there", async () => {
  const user = userEvent.setup();
  render(<Renamer />);
  await user.click(trigger());
  await user.click(await screen.findByRole("menuitem", { name: "Rename" }));
  await new Promise((resolve) => setTimeout(resolve, 5));
  expect(screen.getByRole("textbox", { name: "Title" })).toHaveFocus();
});

test("on a phone, few rows stay a menu", async () => {
  resizeWindow("phone");
  const { user } = renderMenu();
  await user.click(trigger());
  await screen.findByRole("menu");
  expect(screen.queryByRole("dialog")).toBeNull();
});

async function openSheet() {
  resizeWindow("phone");
  const log = jest.fn();
  const more = rows(log).concat({ id: "copy", label: "Copy", onSelect: () => log("copy") });
  const { user, outer } = renderMenu(more);
  expect(trigger()).toHaveAttribute("aria-haspopup", "dialog");
  await user.click(trigger());
  await screen.findByRole("dialog", { name: "Chat" });
  outer.mockClear();
  return { user, log, outer };
}

test("on a phone, many rows open as a sheet, whose rows run their actions and return the focus", async () => {
  const { user, log, outer } = await openSheet();
  expect(screen.getByRole("menuitemcheckbox", { name: "Wrap lines", checked: true })).toBeVisible();
  await user.click(screen.getByRole("menuitem", { name: "Copy" }));
  expect(log.mock.calls).toEqual([["copy"]]);
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(trigger()).toHaveFocus();
  expect(outer).not.toHaveBeenCalled();
});

test("arrow keys move through the sheet's rows and wrap around, Escape closes it", async () => {
  const { user, log } = await openSheet();
  screen.getByRole("menuitem", { name: /Rename/ }).focus();
  await user.keyboard("{ArrowUp}");
  expect(screen.getByRole("menuitem", { name: "Copy" })).toHaveFocus();
  await user.keyboard("{ArrowDown}{ArrowDown}");
  expect(screen.getByRole("menuitem", { name: "Fork" })).toHaveFocus();
  await user.click(screen.getByRole("menuitem", { name: "Share" }));
  expect(log).not.toHaveBeenCalled();
  await user.keyboard("{Escape}");
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("the menu can be opened from outside", async () => {
  const change = jest.fn();
  const menu = (open: boolean) => (
    <Menu
      label="Message"
      closeLabel="Close"
      open={open}
      onOpenChange={change}
      items={rows(jest.fn())}
      trigger={(props) => <Button {...props}>More</Button>}
    />
  );
  const { rerender } = render(menu(false));
  rerender(menu(true));
  await screen.findByRole("menu", { name: "Message" });
  await userEvent.keyboard("{Escape}");
  expect(change.mock.calls).toEqual([[false]]);
});
