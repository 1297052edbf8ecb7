/** @jest-environment jsdom */
import "../../support/jsdom-platform";
import { act, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { EditorDialog } from "@/components/shell/editor-dialog";
import { ShellActions } from "@/components/shell/shell-actions";
import type { ShellOpenedFile } from "@/lib/platform/desktop-port";
import { useUi } from "@/store/base/ui";
import { WithMessages } from "../../support/with-messages";

let waiting: "newChat" | undefined;
let takes = 0;
let installed: string | undefined;
let files: ShellOpenedFile[] = [];
const openFiles = jest.fn();

jest.mock("@/lib/platform/desktop", () => ({
  desktop: async () => ({
    takeAction: async () => {
      takes += 1;
      const action = waiting;
      waiting = undefined;
      return action;
    },
    takeFiles: async () => files.splice(0),
    takeInstalled: async () => installed,
  }),
}));

jest.mock("@/components/chat/composer/composer-parts", () => ({
  openFiles: (...args: unknown[]) => openFiles(...args),
}));
jest.mock("@/components/shell/use-chat-actions", () => ({ useChatActions: () => ({ open: jest.fn() }) }));

const newChat = jest.fn();

beforeEach(() => {
  waiting = undefined;
  takes = 0;
  installed = undefined;
  files = [];
  openFiles.mockReset();
  useUi.setState({ toasts: [] });
  newChat.mockReset();
});

function Page({ isDirty }: { readonly isDirty?: boolean }) {
  const [isOpen, setOpen] = useState(isDirty !== undefined);
  return (
    <WithMessages>
      <ShellActions actions={{ newChat }} />
      <EditorDialog title="Server" open={isOpen} isDirty={isDirty ?? false} onClose={() => setOpen(false)}>
        <input aria-label="Address" />
      </EditorDialog>
    </WithMessages>
  );
}

/** Asks for a new chat as the shell does. */
async function ask() {
  waiting = "newChat";
  await act(async () => dispatchEvent(new Event("parley:shell")));
}

test("an action that was asked for before the page was ready runs once", async () => {
  waiting = "newChat";
  render(<Page />);
  await waitFor(() => expect(newChat).toHaveBeenCalledTimes(1));
  await act(async () => dispatchEvent(new Event("parley:shell")));
  await waitFor(() => expect(takes).toBe(2));
  expect(newChat).toHaveBeenCalledTimes(1);
  await ask();
  await waitFor(() => expect(newChat).toHaveBeenCalledTimes(2));
});

test("an open dialog is closed first", async () => {
  render(<Page isDirty={false} />);
  await screen.findByRole("dialog");
  await ask();
  await waitFor(() => expect(newChat).toHaveBeenCalledTimes(1));
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("a dialog with unsaved input asks: going on with it ends the action, discarding it runs the action", async () => {
  render(<Page isDirty />);
  await screen.findByRole("dialog");
  await ask();
  await userEvent.click(await screen.findByRole("button", { name: "Keep editing" }));
  await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
  expect(screen.getByRole("dialog")).toBeInTheDocument();
  // Again and again, because the page may still see the answer to the question.
  await waitFor(async () => {
    await ask();
    expect(screen.getByRole("alertdialog")).toBeInTheDocument();
  });
  await userEvent.click(await screen.findByRole("button", { name: "Discard changes" }));
  await waitFor(() => expect(newChat).toHaveBeenCalledTimes(1));
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("an update that was installed is reported after the restart", async () => {
  render(<Page />);
  await waitFor(() => expect(takes).toBe(1));
  expect(useUi.getState().toasts).toEqual([]);
  installed = "1.3.0";
  render(<Page />);
  await waitFor(() =>
    expect(useUi.getState().toasts.map(({ content }) => content)).toEqual([{ kind: "updated", version: "1.3.0" }]),
  );
});

test("files that the system passes are opened once, and one that cannot be read is named", async () => {
  const file = new File(["{}"], "chats.json");
  files = [
    { name: "chats.json", read: async () => file },
    { name: "large.txt", read: () => Promise.reject({ kind: "large" }) },
  ];
  render(<Page />);
  await waitFor(() => expect(openFiles).toHaveBeenCalledTimes(1));
  const [handles] = openFiles.mock.calls[0];
  expect(await Promise.all(handles.map((handle: FileSystemFileHandle) => handle.getFile()))).toEqual([file]);
  expect(useUi.getState().toasts.map(({ content }) => content)).toEqual([
    { kind: "file-unreadable", name: "large.txt" },
  ]);
  await act(async () => dispatchEvent(new Event("parley:shell")));
  await waitFor(() => expect(takes).toBe(2));
  expect(openFiles).toHaveBeenCalledTimes(1);
});
