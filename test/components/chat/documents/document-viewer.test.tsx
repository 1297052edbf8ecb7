/** @jest-environment jsdom */
import "@/test/support/jsdom-platform";
import { act, fireEvent, render, screen } from "@testing-library/react";
import { DocumentViewer } from "@/components/chat/documents/document-viewer";
import { WithMessages } from "../../../support/with-messages";

const text = "## Page 1\n\nEbb at six.\n\n## Page 2\n\nFlood at noon. The ferry leaves at one.\n\n## Page 3\n\nFog.";

jest.mock("@/store/chats/read-document-text", () => ({
  readDocumentText: async (id: string) => (id.startsWith("b") ? undefined : text),
}));

type OpenPdf = typeof import("@/store/chats/open-pdf").openPdf;
type Opening = Parameters<OpenPdf>[1];
const openings: Opening[] = [];
let openPdf: (opening: Opening) => Promise<object | undefined>;
jest.mock("@/store/chats/open-pdf", () => ({
  openPdf: (_: string, opening: Opening) => {
    openings.push(opening);
    return openPdf(opening);
  },
  pageSize: async () => ({ width: 600, height: 800 }),
}));

beforeEach(() => {
  openings.length = 0;
  openPdf = async () => undefined;
});

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
  const { container, rerender, unmount } = render(viewer(shown), { wrapper: WithMessages });
  await act(async () => {});
  return {
    unmount,
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

/** Returns what assistive technology hears of a button. */
function stateOf(name: string) {
  const button = screen.getByRole<HTMLButtonElement>("button", { name });
  const isOff = button.getAttribute("aria-disabled");
  return { isOff, reason: button.getAttribute("aria-description"), isFocusable: !button.disabled };
}

test("at the last page, the button for the next one keeps the focus", async () => {
  await show({ label: "2" });
  const next = screen.getByRole("button", { name: "Next page" });
  next.focus();
  fireEvent.click(next);
  fireEvent.click(next);
  expect([field().value, document.activeElement]).toEqual(["3", next]);
  expect(stateOf("Next page")).toEqual({ isOff: "true", reason: "Page 3 of 3", isFocusable: true });
});

test("a document opens at its start, and its pages are turned", async () => {
  await show();
  expect(region().textContent).toBe("Ebb at six.");
  expect(stateOf("Previous page")).toEqual({ isOff: "true", reason: "Page 1 of 3", isFocusable: true });
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

const original = { ...stored, file: "f".repeat(64) };

test("the text can be read while the original opens, and closing ends the opening", async () => {
  openPdf = () => new Promise(() => {});
  const { unmount } = await show({ document: original });
  fireEvent.click(screen.getByRole("radio", { name: "Text" }));
  expect(region().textContent).toBe("Ebb at six.");
  expect(openings.map(({ signal }) => signal.aborted)).toEqual([false]);
  unmount();
  expect(openings.map(({ signal }) => signal.aborted)).toEqual([true]);
});

test("an original whose worker fails later shows the text, and keeps the focus in the viewer", async () => {
  const warned = jest.spyOn(console, "warn").mockImplementation(() => {});
  openPdf = async () => ({ pdf: { numPages: 3 }, firstSize: { width: 600, height: 800 } });
  await show({ document: original });
  screen.getByRole("radio", { name: "Text" }).focus();
  await act(async () => openings[0]?.onFailed(new Error("Out of memory.")));
  expect(screen.getByText("The original file can’t be displayed, so its text is shown.")).toBeTruthy();
  expect(document.activeElement).toBe(region());
  expect(openings[0]?.signal.aborted).toBe(true);
  warned.mockRestore();
});

test("a document that is not on this device says so", async () => {
  await show({ document: { ...stored, id: "b".repeat(64) } });
  expect(screen.getByText(/^This document isn’t stored on this device/)).toBeTruthy();
});
