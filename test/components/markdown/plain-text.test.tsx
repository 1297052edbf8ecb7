/** @jest-environment jsdom */
import "../../support/jsdom-platform";
import { render } from "@testing-library/react";
import { PlainText } from "@/components/markdown/plain-text";

const text = Array.from({ length: 2000 }, (_, line) => `Tide ${line} turns at the pier.\n`).join("");

const piecesFrom = (from: number) => {
  const { container, unmount } = render(<PlainText text={text} from={from} />);
  const pieces = [...container.querySelectorAll("span")].map(({ textContent }) => textContent ?? "");
  unmount();
  return pieces;
};

test("the pieces of a long text are together the text", () => {
  expect(piecesFrom(0).join("")).toBe(text);
  expect(piecesFrom(0).length).toBeGreaterThan(20);
});

test("without the start, only the first piece differs, so the piece under the reader stays", () => {
  const whole = piecesFrom(0);
  for (const from of [1, 1234, 1999, 2000, 30_000, text.length - 1]) {
    const rest = piecesFrom(from);
    expect(rest.join("")).toBe(text.slice(from));
    expect(rest.slice(1)).toEqual(whole.slice(whole.length - rest.length + 1));
  }
});

test("a shorter text has no pieces", () => {
  const { container } = render(<PlainText text={text.slice(0, 16_000)} from={15_990} />);
  expect(container.querySelector("span")).toBeNull();
  expect(container.textContent).toBe(text.slice(15_990, 16_000));
});
