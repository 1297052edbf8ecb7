/** @jest-environment jsdom */
import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { type ReactNode, StrictMode, useState } from "react";
import { ConfirmDialog } from "@/components/ui/confirm";
import { Dialog, type DialogProps } from "@/components/ui/dialog";
import { ListRow } from "@/components/ui/list-row";
import { Switch } from "@/components/ui/switch";
import { resizeWindow } from "@/test/support/jsdom-platform";

afterEach(() => resizeWindow("desktop"));

interface ExampleProps extends Partial<DialogProps> {
  readonly children?: ReactNode;
  readonly onOuterClick?: () => void;
}

function Example({ children = <input aria-label="Name" />, onOuterClick, ...props }: ExampleProps) {
  const [open, setOpen] = useState(false);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: listens as a row around the opener would
    // biome-ignore lint/a11y/useKeyWithClickEvents: see above
    <div onClick={onOuterClick}>
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      <Dialog open={open} onClose={() => setOpen(false)} title="Chat settings" closeLabel="Close" {...props}>
        {children}
      </Dialog>
    </div>
  );
}

async function openExample(props: ExampleProps = {}) {
  const user = userEvent.setup();
  render(<Example {...props} />, { wrapper: StrictMode });
  await user.click(screen.getByRole("button", { name: "Open" }));
  return user;
}

test("a dialog is named by its title, only exists while it is open, and restores the focus", async () => {
  const user = await openExample({ subtitle: "For this chat" });
  const dialog = screen.getByRole("dialog", { name: "Chat settings" });
  expect(dialog).toHaveTextContent("For this chat");
  await user.click(screen.getByRole("button", { name: "Close" }));
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(screen.getByRole("button", { name: "Open" })).toHaveFocus();
});

test("the focus goes to the first field", async () => {
  await openExample();
  expect(screen.getByRole("textbox", { name: "Name" })).toHaveFocus();
});

test("without a field the focus goes to the title, not to a button", async () => {
  await openExample({ children: <p>Only words</p> });
  expect(screen.getByRole("heading", { name: "Chat settings" })).toHaveFocus();
});

test("Escape closes the dialog and does not propagate", async () => {
  const user = await openExample();
  const heard = jest.fn();
  document.addEventListener("keydown", heard);
  await user.keyboard("{Escape}");
  document.removeEventListener("keydown", heard);
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(heard).not.toHaveBeenCalled();
});

test("a click on the backdrop closes it; one that starts or ends inside does not", async () => {
  const user = await openExample();
  const dialog = screen.getByRole("dialog");
  await user.click(screen.getByRole("heading"));
  expect(dialog).toBeInTheDocument();
  await user.pointer([{ keys: "[MouseLeft>]", target: screen.getByRole("heading") }, { target: dialog }]);
  await user.pointer({ keys: "[/MouseLeft]", target: dialog });
  fireEvent.click(dialog);
  expect(dialog).toBeInTheDocument();
  await user.click(dialog);
  expect(dialog).not.toBeInTheDocument();
});

test("the second click of the double-click that opened it does not close it", async () => {
  await openExample();
  const dialog = screen.getByRole("dialog");
  fireEvent.pointerDown(dialog);
  fireEvent.click(dialog, { detail: 2 });
  expect(dialog).toBeVisible();
  fireEvent.pointerDown(dialog);
  fireEvent.click(dialog, { detail: 1 });
  expect(dialog).not.toBeInTheDocument();
});

test("clicks in a dialog do not reach the row that opened it", async () => {
  const outer = jest.fn();
  const user = await openExample({ onOuterClick: outer });
  outer.mockClear();
  await user.click(screen.getByRole("textbox", { name: "Name" }));
  expect(outer).not.toHaveBeenCalled();
});

test.each([
  ["Escape", (user: ReturnType<typeof userEvent.setup>) => user.keyboard("{Escape}")],
  ["the scrim", (user: ReturnType<typeof userEvent.setup>) => user.click(screen.getByRole("dialog"))],
  ["Close", (user: ReturnType<typeof userEvent.setup>) => user.click(screen.getByRole("button", { name: "Close" }))],
])("with unsaved input, %s asks instead of closing", async (_, dismiss) => {
  const ask = jest.fn();
  const user = await openExample({ isDirty: true, onDirtyClose: ask });
  await dismiss(user);
  expect(ask).toHaveBeenCalledTimes(1);
  expect(screen.getByRole("dialog", { name: "Chat settings" })).toBeVisible();
});

test("if the browser closes a dialog with unsaved input, it opens again and asks", async () => {
  const ask = jest.fn();
  await openExample({ isDirty: true, onDirtyClose: ask });
  const dialog = screen.getByRole<HTMLDialogElement>("dialog");
  dialog.close();
  await waitFor(() => expect(ask).toHaveBeenCalledTimes(1));
  expect(dialog).toHaveAttribute("open");
});

test("the browser's cancel event dismisses it, but not a cancelled file picker inside", async () => {
  await openExample({ children: <input type="file" aria-label="File" /> });
  const dialog = screen.getByRole("dialog");
  fireEvent(screen.getByLabelText("File"), new Event("cancel", { bubbles: true }));
  expect(dialog).toBeInTheDocument();
  fireEvent(dialog, new Event("cancel", { cancelable: true }));
  expect(dialog).not.toBeInTheDocument();
});

test("a dialog that is opened from a row does not name its controls after the row", async () => {
  const user = userEvent.setup();
  render(
    <ListRow title="Memory">
      <Example>
        <Switch label="Keep" checked onChange={jest.fn()} />
      </Example>
    </ListRow>,
  );
  await user.click(screen.getByRole("button", { name: "Open" }));
  expect(screen.getByRole("switch", { name: "Keep" })).not.toHaveAttribute("aria-labelledby");
});

test("its head and foot are not landmarks of the page", async () => {
  await openExample({ footerEnd: <button type="button">Save</button> });
  expect(screen.getByRole("button", { name: "Save" })).toBeVisible();
  expect(screen.queryByRole("banner")).toBeNull();
  expect(screen.queryByRole("contentinfo")).toBeNull();
});

async function drag(user: ReturnType<typeof userEvent.setup>, distance: number) {
  const target = screen.getByRole("heading", { name: "Chat settings" });
  await user.pointer([
    { keys: "[TouchA>]", target, coords: { clientY: 100 } },
    { pointerName: "TouchA", target, coords: { clientY: 100 + distance } },
    { keys: "[/TouchA]", target, coords: { clientY: 100 + distance } },
  ]);
}

test("on a phone, the sheet is closed by dragging its header", async () => {
  resizeWindow("phone");
  const user = await openExample();
  await drag(user, 10);
  expect(screen.getByRole("dialog")).toBeVisible();
  await drag(user, 200);
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("a sheet with unsaved input springs back and asks", async () => {
  resizeWindow("phone");
  const ask = jest.fn();
  const user = await openExample({ isDirty: true, onDirtyClose: ask });
  await drag(user, 200);
  expect(ask).toHaveBeenCalledTimes(1);
  expect(screen.getByRole("dialog").style.translate).toBe("");
});

test("on a wide window, dragging does nothing", async () => {
  const user = await openExample();
  await drag(user, 200);
  expect(screen.getByRole("dialog")).toBeVisible();
});

function Question({ danger = false, log }: { readonly danger?: boolean; readonly log: (answer: string) => void }) {
  return (
    <ConfirmDialog
      open
      title="Delete this chat?"
      body="Its 14 messages are lost."
      confirmLabel="Delete chat"
      cancelLabel="Keep it"
      closeLabel="Close"
      danger={danger}
      onConfirm={() => log("confirmed")}
      onCancel={() => log("cancelled")}
    />
  );
}

test("a question is an alert dialog that its body describes; its confirm button has the focus", () => {
  render(<Question log={jest.fn()} />);
  const question = screen.getByRole("alertdialog", { name: "Delete this chat?" });
  expect(question).toHaveAccessibleDescription("Its 14 messages are lost.");
  expect(screen.getByRole("button", { name: "Delete chat" })).toHaveFocus();
});

test("a dangerous question has the focus on its title", () => {
  render(<Question danger log={jest.fn()} />);
  expect(screen.getByRole("heading", { name: "Delete this chat?" })).toHaveFocus();
});

test.each([
  ["the confirming button", () => userEvent.click(screen.getByRole("button", { name: "Delete chat" })), "confirmed"],
  ["Cancel", () => userEvent.click(screen.getByRole("button", { name: "Keep it" })), "cancelled"],
  ["Close", () => userEvent.click(screen.getByRole("button", { name: "Close" })), "cancelled"],
  ["Escape", () => userEvent.keyboard("{Escape}"), "cancelled"],
  ["the scrim", () => userEvent.click(screen.getByRole("alertdialog")), "cancelled"],
])("%s confirms the question once", async (_, answer, expected) => {
  const log = jest.fn();
  render(<Question log={log} />);
  await answer();
  expect(log.mock.calls).toEqual([[expected]]);
});
