/** @jest-environment jsdom */
import "@/test/support/jsdom-platform";
import { act, render, screen } from "@testing-library/react";
import { useRef } from "react";
import { type PageJump, PdfPages } from "@/components/chat/documents/pdf-pages";
import type { OpenedPdf } from "@/store/chats/open-pdf";
import { WithMessages } from "../../../support/with-messages";

jest.mock("@/store/chats/open-pdf", () => ({ pageSize: async () => ({ width: 600, height: 800 }) }));

const shownMarks: (string | null)[] = [];
jest.mock("@/components/chat/documents/scroll-to-mark", () => ({
  scrollToMark: (_box: HTMLElement, mark: HTMLElement) => shownMarks.push(mark.isConnected ? mark.textContent : null),
}));

let resized = () => {};
Object.assign(globalThis, {
  ResizeObserver: class {
    constructor(callback: () => void) {
      resized = callback;
    }
    observe() {}
    disconnect() {}
  },
});

/** Renders each text of a page as an element, like the library's text layer. */
class TextLayer {
  readonly textDivs: HTMLElement[] = [];
  readonly textContentItemsStr: string[] = [];
  readonly #container: HTMLElement;
  constructor({ textContentSource, container }: { textContentSource: { items: string[] }; container: HTMLElement }) {
    this.#container = container;
    this.textContentItemsStr.push(...textContentSource.items);
  }
  async render() {
    for (const text of this.textContentItemsStr) {
      const span = document.createElement("span");
      span.textContent = text;
      this.textDivs.push(span);
      this.#container.append(span);
    }
  }
  cancel() {}
}

const cancelled: number[] = [];

/** The number of the page whose text cannot be read. */
const damaged = 70;

/** A PDF of a hundred pages with two lines each. */
function pdfOf(): OpenedPdf {
  const getPage = async (number: number) => ({
    getViewport: () => ({ width: 600, height: 800 }),
    getTextContent: async () => {
      if (number === damaged) throw new Error("Damaged.");
      return { items: [`Line one of`, `page ${number}.`] };
    },
    render: () => ({ promise: Promise.resolve(), cancel: () => cancelled.push(number) }),
    cleanup: () => true,
  });
  const pdf = { numPages: 100, getPage };
  return { pdf, TextLayer, firstSize: { width: 600, height: 800 } } as unknown as OpenedPdf;
}

const opened = pdfOf();
const pages: number[] = [];
const missing = jest.fn();

function Scroller({ jump }: { readonly jump: PageJump }) {
  const scroller = useRef<HTMLElement>(null);
  return (
    <section ref={scroller} data-testid="box">
      <PdfPages
        opened={opened}
        jump={jump}
        scroller={scroller}
        onPage={(index) => pages.push(index)}
        onMissing={missing}
      />
    </section>
  );
}

beforeEach(() => {
  pages.length = 0;
  shownMarks.length = 0;
  cancelled.length = 0;
  missing.mockReset();
  jest.spyOn(HTMLElement.prototype, "clientWidth", "get").mockReturnValue(324);
  jest.spyOn(HTMLElement.prototype, "clientHeight", "get").mockReturnValue(500);
});

async function show(jump: PageJump) {
  const { container, rerender } = render(<Scroller jump={jump} />, { wrapper: WithMessages });
  await act(async () => {});
  return {
    marks: () => [...container.querySelectorAll("mark")].map((mark) => mark.textContent),
    numbers: () => [...container.querySelectorAll("[data-page-number]")].map((node) => node.getAttribute("aria-label")),
    again: (other: PageJump) => act(async () => rerender(<Scroller jump={other} />)),
  };
}

test("the page of a citation and its neighbors are rendered, with the passage marked over two items", async () => {
  const { marks, numbers, again } = await show({ index: 11, passage: "one of\npage 12.", serial: 1 });
  expect(numbers()).toEqual([10, 11, 12, 13, 14].map((page) => `Page ${page} of 100`));
  expect(marks()).toEqual(["one of", "page 12."]);
  await again({ index: 49, passage: "page 50.", serial: 2 });
  expect(numbers()).toEqual([48, 49, 50, 51, 52].map((page) => `Page ${page} of 100`));
  expect(marks()).toEqual(["page 50."]);
  // Pages that are far away are released.
  expect(cancelled).toEqual(expect.arrayContaining([10, 11, 12, 13, 14]));
  expect(missing).not.toHaveBeenCalled();
});

test("a passage that is not on the page is reported", async () => {
  const { marks } = await show({ index: 3, passage: "Fog.", serial: 1 });
  expect([marks(), missing.mock.calls.length]).toEqual([[], 1]);
});

test("a passage of a page whose text cannot be read is reported", async () => {
  const { marks } = await show({ index: damaged - 1, passage: "Fog.", serial: 1 });
  expect([marks(), missing.mock.calls.length]).toEqual([[], 1]);
});

test("another width and another citation at once mark the new text", async () => {
  const { marks, again } = await show({ index: 11, passage: "page 12.", serial: 1 });
  jest.spyOn(HTMLElement.prototype, "clientWidth", "get").mockReturnValue(424);
  await act(async () => {
    resized();
    await again({ index: 11, passage: "one of", serial: 2 });
  });
  expect(marks()).toEqual(["one of"]);
  // A mark of the text that was replaced has no position.
  expect(shownMarks).toEqual(["page 12.", "one of"]);
  expect(missing).not.toHaveBeenCalled();
});

test("scrolling changes the page that is read", async () => {
  const { numbers } = await show({ index: 0, passage: "", serial: 1 });
  const box = screen.getByTestId("box");
  // Pages are 400 pixels high, with 12 pixels between them.
  await act(async () => {
    box.scrollTop = 20 * 412;
    box.dispatchEvent(new Event("scroll"));
  });
  expect(pages.at(-1)).toBe(20);
  expect(numbers()).toContain("Page 21 of 100");
  expect(numbers()).not.toContain("Page 1 of 100");
});
