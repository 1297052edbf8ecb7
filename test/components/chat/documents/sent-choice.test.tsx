/** @jest-environment jsdom */
import "@/test/support/jsdom-platform";
import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { DocumentChip } from "@/components/chat/documents/document-chip";
import { SentChoice, SentFileLabel } from "@/components/chat/documents/sent-choice";
import type { StoredDocument } from "@/lib/chat/text-file";
import { useChats } from "@/store/chats/chats";
import { sampleSession, usualDefaults, usualSettings } from "../../../support/chat-samples";
import { WithMessages } from "../../../support/with-messages";

const changed = jest.fn<void, [StoredDocument]>();
const original: StoredDocument = { id: "a".repeat(64), pages: 1, tokens: 500, sent: "whole", file: "f".repeat(64) };

/** Opens a chat with a model of OpenAI. */
function openChat(model: string) {
  const session = sampleSession({ id: "s1" });
  const mask = { ...session.mask, modelConfig: { ...usualSettings, model, providerName: "OpenAI" } };
  useChats.getState().hydrate([{ ...session, mask: { ...mask, syncGlobalConfig: false } }], "s1", usualDefaults);
}

/** Shows a document in a chat with a model of OpenAI. */
function show(document: StoredDocument, model = "gpt-4o") {
  changed.mockReset();
  openChat(model);
  render(
    <>
      <SentFileLabel document={document} />
      <SentChoice stored={document} text={"## Page 1\n\nEbb."} onChange={changed} />
    </>,
    { wrapper: WithMessages },
  );
}

const choices = () => screen.getAllByRole("radio").map((radio) => [radio.textContent, radio.ariaChecked]);
const textChoices = [
  ["Everything", "true"],
  ["Matching passages", "false"],
  ["Chosen pages", "false"],
];

test("the original file can be sent if the model takes files", () => {
  show(original);
  expect(choices()).toEqual([...textChoices, ["Original file", "false"]]);
  fireEvent.click(screen.getByRole("radio", { name: "Original file" }));
  expect(changed.mock.calls).toEqual([[{ ...original, sent: "file" }]]);
  expect(screen.getByText(/reads its pages as images/)).toBeTruthy();
});

test("a chosen original is described with its tokens", () => {
  show({ ...original, sent: "file" });
  expect(choices().at(-1)).toEqual(["Original file", "true"]);
  expect(screen.getByText("Original file, 1 page, 2,000 tokens")).toBeTruthy();
});

test("another model gets the text, and a note says so", () => {
  show({ ...original, sent: "file" }, "gpt-3.5-turbo");
  expect(choices()).toEqual(textChoices);
  expect(screen.getByText("1 page, 500 tokens")).toBeTruthy();
  expect(screen.getByText("This chat’s model can’t read the original file, so its text is sent.")).toBeTruthy();
});

test("a document without its original has no such choice", () => {
  const { file: _file, ...textOnly } = original;
  show(textOnly);
  expect(choices()).toEqual(textChoices);
});

test.each([
  ["gpt-4o", "a.pdfOriginal file, 1 page, 2,000 tokens"],
  ["gpt-3.5-turbo", "a.pdf1 page, 500 tokens"],
])("the chip shows what %s gets", async (model, text) => {
  openChat(model);
  const file = { name: "a.pdf", text: "", document: { ...original, sent: "file" } };
  render(<DocumentChip file={file} onChange={changed} />, { wrapper: WithMessages });
  await waitFor(() => expect(screen.getByRole("button").textContent).toBe(text));
});
