/** @jest-environment jsdom */
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { EditorDialog } from "@/components/shell/editor-dialog";
import "@/test/support/jsdom-platform";
import { WithMessages } from "@/test/support/with-messages";

/** Whether a page that is about to go is held back. */
function isLeavingAsked(): boolean {
  return !dispatchEvent(new Event("beforeunload", { cancelable: true }));
}

function editor(open: boolean, isDirty: boolean) {
  return (
    <EditorDialog open={open} isDirty={isDirty} title="Edit" onClose={() => {}}>
      <input aria-label="Text" />
    </EditorDialog>
  );
}

test("the browser asks before the tab closes only while there are changes", () => {
  const { rerender, unmount } = render(editor(true, false), { wrapper: WithMessages });
  const asked = [isLeavingAsked()];
  for (const [open, isDirty] of [
    [true, true],
    [true, false],
    [true, true],
    [false, true],
  ] as const) {
    rerender(editor(open, isDirty));
    asked.push(isLeavingAsked());
  }
  rerender(editor(true, true));
  unmount();
  asked.push(isLeavingAsked());
  expect(asked).toEqual([false, true, false, true, false, false]);
});

test("Escape asks before changes are discarded", async () => {
  const onClose = jest.fn();
  const user = userEvent.setup();
  render(
    <EditorDialog open isDirty title="Edit" onClose={onClose}>
      <input aria-label="Text" />
    </EditorDialog>,
    { wrapper: WithMessages },
  );
  await user.keyboard("{Escape}");
  await user.click(await screen.findByRole("button", { name: "Keep editing" }));
  expect(onClose).not.toHaveBeenCalled();
  await user.keyboard("{Escape}");
  await user.click(await screen.findByRole("button", { name: "Discard changes" }));
  expect(onClose).toHaveBeenCalledTimes(1);
});
