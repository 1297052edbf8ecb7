/** @jest-environment jsdom */
import "@/test/support/jsdom-platform";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MessageEditor } from "@/components/chat/message/message-editor";
import { createMessageEdits, useMessageEdits } from "@/store/chats/message-edits";
import { useTurns } from "@/store/turns/turns";
import { sampleMessage } from "../../../support/chat-samples";
import { WithMessages } from "../../../support/with-messages";

const message = sampleMessage({ id: "m1", content: "Low tide" });
const editor = <MessageEditor sessionId="a" message={message} />;

/** What a page finds that is loaded now. */
function keptNow() {
  const edits = createMessageEdits();
  edits.getState().open();
  return edits.getState().texts;
}

test("edits survive opening another chat, and a reload", async () => {
  sessionStorage.clear();
  useMessageEdits.getState().begin("m1", "Low tide");
  const { unmount } = render(editor, { wrapper: WithMessages });
  await userEvent.type(screen.getByRole("textbox"), " at six");
  unmount();
  expect(keptNow()).toEqual({ m1: "Low tide at six" });
  render(editor, { wrapper: WithMessages });
  expect(screen.getByRole("textbox")).toHaveValue("Low tide at six");
  await userEvent.click(screen.getByRole("button", { name: "Cancel" }));
  expect(keptNow()).toEqual({});
});

test.each(["Cancel", "Save only", "Send"])("%s moves the focus to the message box", async (name) => {
  useTurns.setState({ resend: async () => {} });
  const shortcuts: unknown[] = [];
  const note = (event: Event) => shortcuts.push((event as CustomEvent).detail);
  addEventListener("parley:shortcut", note);
  useMessageEdits.getState().begin("m1", "Low tide");
  render(editor, { wrapper: WithMessages });
  await userEvent.click(screen.getByRole("button", { name }));
  removeEventListener("parley:shortcut", note);
  expect(shortcuts).toEqual(["focusMessageBox"]);
});
