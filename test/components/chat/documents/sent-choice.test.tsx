/** @jest-environment jsdom */
import "@/test/support/jsdom-platform";
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
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
function show(document: StoredDocument, model = "gpt-4o", text = "## Page 1\n\nEbb.") {
  changed.mockReset();
  openChat(model);
  render(
    <>
      <SentFileLabel document={document} />
      <SentChoice stored={document} text={text} onChange={changed} />
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
  expect(choices()).toEqual([...textChoices, ["Pages as images", "false"], ["Original file", "false"]]);
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

const longPdf = { ...original, pages: 30, tokens: 9_000 };
const textOfPdf = Array.from({ length: 30 }, (_, index) => `## Page ${index + 1}\n\nEbb.`).join("\n\n");

test("up to twenty pages can be sent as images if the model has vision", () => {
  show(longPdf, "gpt-4-turbo", textOfPdf);
  expect(choices()).toEqual([...textChoices, ["Pages as images", "false"]]);
  fireEvent.click(screen.getByRole("radio", { name: "Pages as images" }));
  const pages = screen.getByRole("textbox", { name: "Pages" });
  expect(pages).toHaveValue("1-20");
  fireEvent.change(pages, { target: { value: "5-25" } });
  expect(pages).toHaveAccessibleDescription("Enter at most 20 pages.");
  fireEvent.change(pages, { target: { value: "0" } });
  expect(pages).toHaveAccessibleDescription("Enter pages from 1 to 30, such as 1-3, 7.");
  fireEvent.change(pages, { target: { value: "5-24" } });
  expect(pages).toHaveAccessibleDescription("");
  expect(changed.mock.calls.map(([{ sent }]) => sent)).toEqual(["images 1-20", "images 5-24"]);
});

test("chosen images are described with their tokens; another model gets the text of these pages", () => {
  show({ ...longPdf, sent: "images 1-3" }, "gpt-4-turbo", textOfPdf);
  expect(screen.getByText("Pages as images, 3 of 30 pages, 5,400 tokens")).toBeTruthy();
  cleanup();
  show({ ...longPdf, sent: "images 1-3" }, "gpt-3.5-turbo", textOfPdf);
  expect(screen.getByText("3 of 30 pages, 900 tokens")).toBeTruthy();
  expect(screen.getByText("This chat’s model can’t read the original file, so its text is sent.")).toBeTruthy();
});

const scan = { ...original, pages: 2, tokens: 8, sent: "file" };

test.each([
  ["gpt-4o", ["Pages as images", "Original file"], "Original file, 2 pages, 3,008 tokens"],
  // A single choice needs no buttons.
  ["gpt-4-turbo", [], "Pages as images, 2 pages, 3,008 tokens"],
])("of a scan, %s gets images or the file, as there is no text", (model, names, label) => {
  show(scan, model, "## Page 1\n\n## Page 2");
  expect(screen.queryAllByRole("radio").map(({ textContent }) => textContent)).toEqual(names);
  expect(screen.getByText(label)).toBeTruthy();
});

test("other pages of a scan can be chosen", () => {
  show(scan, "gpt-4-turbo", "## Page 1\n\n## Page 2");
  const pages = screen.getByRole("textbox", { name: "Pages" });
  expect(pages).toHaveValue("1-2");
  fireEvent.change(pages, { target: { value: "2" } });
  expect(changed.mock.calls).toEqual([[{ ...scan, sent: "images 2" }]]);
});

test("a scan that the model can read in no form is not sent, and a note says so", () => {
  show(scan, "gpt-3.5-turbo", "## Page 1\n\n## Page 2");
  expect(screen.queryAllByRole("radio")).toEqual([]);
  expect(screen.getByText("Not sent")).toBeTruthy();
  expect(screen.getByText(/Choose a model that can see images/)).toBeTruthy();
});
