/** @jest-environment jsdom */
import "../../support/jsdom-platform";
import { render, screen } from "@testing-library/react";
import { ShortcutsDialog } from "@/components/chat/shortcuts-dialog";
import { messageBoxKeys } from "@/lib/chat/message-box-keys";
import { shortcuts } from "@/lib/chat/shortcuts";
import { WithMessages } from "../../support/with-messages";

/** What stands in the list: the words with their keys. */
function rows(): string[] {
  const keysOf = (term: Element) => [...(term.nextElementSibling?.children ?? [])].map((key) => key.textContent);
  return screen.getAllByRole("term").map((term) => `${term.textContent}: ${keysOf(term).join(" ")}`);
}

test("lists every shortcut with its keys", () => {
  render(<ShortcutsDialog open onClose={() => {}} />, { wrapper: WithMessages });
  expect(rows()).toHaveLength(Object.keys(shortcuts).length + Object.keys(messageBoxKeys).length);
  expect(rows()).toEqual(
    expect.arrayContaining([
      "New chat: Ctrl Shift O",
      "Copy last code block: Ctrl Shift ;",
      "Keyboard shortcuts: Ctrl /",
      "Edit your last message: ↑",
    ]),
  );
});

test("shows Mac keys on a Mac", () => {
  const platform = jest.spyOn(navigator, "platform", "get").mockReturnValue("MacIntel");
  render(<ShortcutsDialog open onClose={() => {}} />, { wrapper: WithMessages });
  expect(rows()).toEqual(expect.arrayContaining(["New chat: ⌘ ⇧ O", "Clear context: ⌘ ⇧ ⌫"]));
  platform.mockRestore();
});
