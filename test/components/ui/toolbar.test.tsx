/** @jest-environment jsdom */
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Toolbar } from "@/components/ui/toolbar";

function renderToolbar(dir: "ltr" | "rtl" = "ltr") {
  render(
    <div dir={dir}>
      <button type="button">before</button>
      <Toolbar label="Message">
        <button type="button">one</button>
        <button type="button" disabled>
          off
        </button>
        <button type="button">two</button>
        <input aria-label="name" />
        <a href="/x">three</a>
      </Toolbar>
      <button type="button">after</button>
    </div>,
  );
  return userEvent.setup();
}

test("the toolbar is one Tab stop, and Tab returns to the control that was used last", async () => {
  const user = renderToolbar();
  await user.tab();
  await user.tab();
  expect(screen.getByText("one")).toHaveFocus();
  await user.keyboard("{ArrowRight}");
  await user.tab();
  expect(screen.getByText("after")).toHaveFocus();
  await user.tab({ shift: true });
  expect(screen.getByText("two")).toHaveFocus();
});

test.each([
  ["ltr", "{ArrowRight}", "two"],
  ["ltr", "{ArrowLeft}", "three"],
  ["rtl", "{ArrowLeft}", "two"],
  ["rtl", "{ArrowRight}", "three"],
  ["ltr", "{End}", "three"],
  ["ltr", "{End}{Home}", "one"],
  ["ltr", "{ArrowDown}", "one"],
] as const)("in a page that is %s, %s from the first control moves to %p", async (dir, keys, expected) => {
  const user = renderToolbar(dir);
  await user.click(screen.getByText("one"));
  await user.keyboard(keys);
  expect(screen.getByText(expected)).toHaveFocus();
});

test("arrow keys in a text field of the toolbar stay in the text", async () => {
  const user = renderToolbar();
  await user.click(screen.getByRole("textbox", { name: "name" }));
  await user.keyboard("{ArrowLeft}");
  expect(screen.getByRole("textbox", { name: "name" })).toHaveFocus();
});
