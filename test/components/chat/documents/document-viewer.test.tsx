/** @jest-environment jsdom */
import "@/test/support/jsdom-platform";
import { act, fireEvent, render, screen } from "@testing-library/react";
import { DocumentViewer } from "@/components/chat/documents/document-viewer";
import { WithMessages } from "../../../support/with-messages";

const text = "## Page 1\n\nEbb at six.\n\n## Page 2\n\nFlood at noon. The ferry leaves at one.\n\n## Page 3\n\nFog.";

jest.mock("@/store/chats/read-document-text", () => ({
  readDocumentText: async (id: string) => (id.startsWith("b") ? undefined : text),
}));
jest.mock("@/store/chats/open-pdf", () => ({ openPdf: async () => undefined }));

const stored = { id: "a".repeat(64), pages: 3, tokens: 9, sent: "whole" };

interface Shown {
  readonly document?: typeof stored & { readonly file?: string };
  readonly label?: string;
  readonly statement?: string;
  readonly opened?: number;
}

const viewer = ({ document = stored, label = "", statement = "", opened = 1 }: Shown) => (
  <DocumentViewer view={{ name: "a.md", document, label, statement }} opened={opened} />
);

async function show(shown: Shown = {}) {
  const { container, rerender } = render(viewer(shown), { wrapper: WithMessages });
  await act(async () => {});
  return {
    mark: () => container.querySelector("mark")?.textContent,
    again: (other: Shown) => act(async () => rerender(viewer(other))),
  };
}

const region = () => screen.getByRole("region", { name: "Text of the document" });
const field = () => screen.getByRole<HTMLInputElement>("textbox", { name: "Go to page" });

test("a citation shows its page with the sentence marked, and has the focus", async () => {
  const { mark, again } = await show({ label: "2", statement: "When does the ferry leave?" });
  expect([field().value, mark()]).toEqual(["2", "The ferry leaves at one."]);
  expect(document.activeElement).toBe(region());
  await again({ label: "1", statement: "When is ebb?", opened: 2 });
  expect([field().value, mark()]).toEqual(["1", "Ebb at six."]);
});

test("a document opens at its start, and its pages are turned", async () => {
  await show();
  expect(region().textContent).toBe("Ebb at six.");
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "Previous page" }).disabled).toBe(true);
  fireEvent.click(screen.getByRole("button", { name: "Next page" }));
  expect(region().textContent).toBe("Flood at noon. The ferry leaves at one.");
  // In a test, each page's text ends in the viewport.
  fireEvent.keyDown(region(), { key: "PageDown" });
  expect(region().textContent).toBe("Fog.");
  fireEvent.keyDown(region(), { key: "PageUp" });
  expect(field().value).toBe("2");
});

test.each([
  ["3", "3"],
  ["99", "3"],
  ["0", "1"],
  ["x", "1"],
])("%j in the field goes to page %s", async (typed, page) => {
  await show();
  fireEvent.change(field(), { target: { value: typed } });
  fireEvent.keyDown(field(), { key: "Enter" });
  expect(field().value).toBe(page);
});

test("a document without its original on this device shows the text, and says so", async () => {
  const warned = jest.spyOn(console, "warn").mockImplementation(() => {});
  await show({ document: { ...stored, file: "f".repeat(64) } });
  expect(screen.getByText("The original file can’t be displayed, so its text is shown.")).toBeTruthy();
  expect(region().textContent).toBe("Ebb at six.");
  warned.mockRestore();
});

test("a document that is not on this device says so", async () => {
  await show({ document: { ...stored, id: "b".repeat(64) } });
  expect(screen.getByText(/^This document isn’t stored on this device/)).toBeTruthy();
});
