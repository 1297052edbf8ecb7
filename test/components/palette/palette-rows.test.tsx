/** @jest-environment jsdom */
import "../../support/jsdom-platform";
import { fireEvent, render, screen } from "@testing-library/react";
import type { PaletteRow } from "@/components/palette/palette-row";
import { PaletteRows } from "@/components/palette/palette-rows";
import { WithMessages } from "../../support/with-messages";

const rowsOf = (name: string, count: number): PaletteRow[] =>
  Array.from({ length: count }, (_, index) => ({ id: `${name}-${index}`, label: name, leading: null, run() {} }));
const groups = [
  { id: "masks", label: "Masks", rows: rowsOf("mask", 3) },
  { id: "chats", label: "Chats", rows: rowsOf("chat", 40) },
  { id: "prompts", label: "Prompts", rows: rowsOf("prompt", 6) },
];
const rows = groups.flatMap((group) => group.rows);
const elementId = (id: string) => `e-${id}`;

const rendered = () => screen.getAllByRole("option").map(({ id }) => id);
const list = (activeId: string) => (
  <PaletteRows {...{ groups, rows, elementId, activeId }} id="p" onTake={() => undefined} />
);

test("only the rows in the viewport are rendered, the others once they are walked to or scrolled to", () => {
  window.innerHeight = 480;
  const { rerender } = render(list("mask-0"), { wrapper: WithMessages });
  const ids = rows.map(({ id }) => elementId(id));
  // 480 px hold ten rows; the arrows need twelve from the active one.
  expect(rendered()).toEqual(ids.slice(0, 12));
  const last = screen.getAllByRole("option").at(-1);
  expect(last?.getAttribute("aria-posinset")).toBe("12");
  expect(last?.getAttribute("aria-setsize")).toBe("49");
  expect(screen.getAllByRole("group").map((group) => group.querySelectorAll("[style]").length)).toEqual([0, 1, 1]);

  rerender(list("chat-20"));
  expect(rendered()).toEqual(ids.slice(0, 35));

  rerender(list("mask-0"));
  const listbox = screen.getByRole("listbox");
  listbox.scrollTop = 1;
  fireEvent.scroll(listbox);
  expect(rendered()).toEqual(ids);
});
