/** @jest-environment jsdom */
import "@/test/support/jsdom-platform";
import { fireEvent, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useRef, useState } from "react";
import { Hints } from "@/components/chat/composer/hints";
import { WithMessages } from "../../../support/with-messages";

const picked: string[] = [];
const passed: string[] = [];
let closed = 0;

beforeEach(() => {
  picked.length = 0;
  passed.length = 0;
  closed = 0;
});

function Box({ names }: { readonly names: readonly string[] }) {
  const box = useRef<HTMLTextAreaElement>(null);
  const [isOpen, setOpen] = useState(true);
  const hints = names.map((name) => ({
    id: name,
    name,
    detail: `About ${name}`,
    onPick: () => void picked.push(name),
  }));
  return (
    <>
      {isOpen && (
        <Hints
          label="Hints"
          hints={hints}
          hasTypedNames={false}
          emptyText="Nothing yet"
          box={box}
          onClose={() => {
            closed += 1;
            setOpen(false);
          }}
        />
      )}
      <textarea ref={box} aria-label="Box" onKeyDown={(event) => event.defaultPrevented || passed.push(event.key)} />
    </>
  );
}

function open(...names: string[]) {
  render(<Box names={names} />, { wrapper: WithMessages });
  screen.getByRole("textbox").focus();
  return userEvent.setup();
}

const selected = () => screen.getByRole("option", { selected: true }).textContent;

test("arrow keys move upwards and wrap around, and the box names the active hint", async () => {
  const user = open("one", "two", "three");
  expect(selected()).toContain("one");
  await user.keyboard("{ArrowUp}{ArrowUp}");
  expect(selected()).toContain("three");
  expect(screen.getByRole("textbox")).toHaveAttribute("aria-activedescendant", screen.getAllByRole("option")[2]?.id);
  await user.keyboard("{ArrowUp}");
  expect(selected()).toContain("one");
  await user.keyboard("{ArrowDown}");
  expect(selected()).toContain("three");
  expect(passed).toEqual([]);
});

test.each(["{Enter}", "{Tab}"])("%s accepts the active hint and keeps the focus in the box", async (key) => {
  const user = open("one", "two");
  await user.keyboard(`{ArrowUp}${key}`);
  expect(picked).toEqual(["two"]);
  expect(passed).toEqual([]);
  expect(screen.getByRole("textbox")).toHaveFocus();
});

test.each([
  ["Write to [who] about [what].", "[who]"],
  ["- [ ] See [this](https://tides.example), then [the port]", "[the port]"],
  ["No blank", ""],
])("after a prompt is inserted, its first blank is selected: %s", async (prompt, blank) => {
  const user = open("one");
  const box = screen.getByRole<HTMLTextAreaElement>("textbox");
  box.value = prompt;
  box.setSelectionRange(prompt.length, prompt.length);
  await user.keyboard("{Enter}");
  await new Promise(requestAnimationFrame);
  expect(box.value.slice(box.selectionStart, box.selectionEnd)).toBe(blank);
});

test("the pointer selects as it moves, and a click accepts", async () => {
  const user = open("one", "two");
  await user.hover(screen.getByRole("option", { name: /two/ }));
  fireEvent.pointerMove(screen.getByRole("option", { name: /two/ }));
  expect(selected()).toContain("two");
  await user.click(screen.getByRole("option", { name: /one/ }));
  expect(picked).toEqual(["one"]);
  expect(screen.getByRole("textbox")).toHaveFocus();
});

test("Escape closes the hints and removes their attributes from the box", async () => {
  const user = open("one");
  await user.keyboard("{Escape}");
  expect(closed).toBe(1);
  expect(passed).toEqual([]);
  expect(screen.getByRole("textbox")).not.toHaveAttribute("aria-activedescendant");
  expect(screen.getByRole("textbox")).not.toHaveAttribute("aria-controls");
});

test.each([
  ["with Ctrl", { key: "Enter", ctrlKey: true }],
  ["with Shift", { key: "Enter", shiftKey: true }],
  ["with Alt", { key: "ArrowUp", altKey: true }],
  ["with Meta", { key: "ArrowDown", metaKey: true }],
  ["of an input method", { key: "Enter", isComposing: true }],
  ["of an input method that tells so by its code", { key: "Enter", keyCode: 229 }],
  ["that writes", { key: "a" }],
])("does not handle a key %s", (_name, press) => {
  open("one", "two");
  fireEvent.keyDown(screen.getByRole("textbox"), press);
  expect(picked).toEqual([]);
  expect(passed).toEqual([press.key]);
  expect(selected()).toContain("one");
});

test("without hints, shows the reason and only handles Escape", async () => {
  const user = open();
  expect(screen.getByText("Nothing yet")).toBeInTheDocument();
  await user.keyboard("{Enter}{ArrowUp}{Escape}");
  expect(passed).toEqual(["Enter", "ArrowUp"]);
  expect(closed).toBe(1);
});
