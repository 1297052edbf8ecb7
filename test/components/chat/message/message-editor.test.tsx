/** @jest-environment jsdom */
import "@/test/support/jsdom-platform";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MessageEditor } from "@/components/chat/message/message-editor";
import { createMessageEdits, useMessageEdits } from "@/store/chats/message-edits";
import { useSettings } from "@/store/settings/settings";
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

test.each([
  ["Enter", "{Enter}", ["Low tide"], ""],
  ["Enter", "{Shift>}{Enter}{/Shift}", [], "Low tide\n"],
  ["Enter", "{Control>}{Enter}{/Control}", ["Low tide"], ""],
  ["Ctrl + Enter", "{Enter}", [], "Low tide\n"],
  ["Ctrl + Enter", "{Control>}{Enter}{/Control}", ["Low tide"], ""],
] as const)("with the send key %s, %s in a question sends %j", async (submitKey, keys, sent, left) => {
  useSettings.setState({ submitKey });
  const resent: unknown[] = [];
  useTurns.setState({ resend: async (...[, , content]) => void resent.push(content) });
  useMessageEdits.getState().begin("m1", "Low tide");
  render(editor, { wrapper: WithMessages });
  const box = screen.getByRole("textbox");
  await userEvent.type(box, keys);
  expect(resent).toEqual(sent);
  expect(box).toHaveValue(left);
  useMessageEdits.getState().end("m1");
});

test("Enter in a reply adds a line", async () => {
  useSettings.setState({ submitKey: "Enter" });
  const reply = sampleMessage({ id: "m2", role: "assistant", content: "High tide" });
  useMessageEdits.getState().begin("m2", "High tide");
  render(<MessageEditor sessionId="a" message={reply} />, { wrapper: WithMessages });
  await userEvent.type(screen.getByRole("textbox"), "{Enter}");
  expect(screen.getByRole("textbox")).toHaveValue("High tide\n");
});
