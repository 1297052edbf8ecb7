/** @jest-environment jsdom */
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { NumberField } from "@/components/ui/number-field";
import { SearchField } from "@/components/ui/search-field";
import { SecretField } from "@/components/ui/secret-field";
import { TextArea } from "@/components/ui/text-area";
import { TextField } from "@/components/ui/text-field";

test("a text field has its label as name, and help and error as description", () => {
  render(
    <TextField label="Address" value="x" onChange={jest.fn()} help="Where calls go" error="Start with https://" ltr />,
  );
  const field = screen.getByRole("textbox", { name: "Address" });
  expect(field).toBeInvalid();
  expect(field).toHaveAccessibleDescription("Start with https:// Where calls go");
  expect(field).toHaveAttribute("dir", "ltr");
});

test("a text field without an error is valid and reports each change", async () => {
  const user = userEvent.setup();
  const change = jest.fn();
  render(<TextField label="Name" value="a" onChange={change} />);
  expect(screen.getByRole("textbox")).toBeValid();
  await user.type(screen.getByRole("textbox", { name: "Name" }), "b");
  expect(change.mock.calls).toEqual([["ab"]]);
});

test("a read-only field can be reached but not changed", async () => {
  const user = userEvent.setup();
  const change = jest.fn();
  render(<TextField label="Name" value="Built-in" onChange={change} readOnly />);
  await user.tab();
  expect(screen.getByRole("textbox", { name: "Name" })).toHaveFocus();
  await user.keyboard("x");
  expect(change).not.toHaveBeenCalled();
});

test("a text area reports each change and has the given number of lines", async () => {
  const user = userEvent.setup();
  const change = jest.fn();
  render(<TextArea label="Prompt" value="" onChange={change} rows={10} />);
  await user.type(screen.getByRole("textbox", { name: "Prompt" }), "x");
  expect(change.mock.calls).toEqual([["x"]]);
  expect(screen.getByRole("textbox")).toHaveAttribute("rows", "10");
});

test("hides a secret until its button shows it", async () => {
  const user = userEvent.setup();
  render(<SecretField label="Key" value="sk-1" onChange={jest.fn()} showLabel="Show key" hideLabel="Hide key" />);
  const field = screen.getByLabelText("Key");
  expect(field).toHaveAttribute("type", "password");
  expect(field).toHaveAttribute("autocomplete", "off");
  await user.click(screen.getByRole("button", { name: "Show key" }));
  expect(field).toHaveAttribute("type", "text");
  await user.click(screen.getByRole("button", { name: "Hide key" }));
  expect(field).toHaveAttribute("type", "password");
});

function Tokens({ onChange }: { readonly onChange: (value: number) => void }) {
  const [value, setValue] = useState(4000);
  return (
    <NumberField
      label="Tokens"
      value={value}
      min={0}
      max={512000}
      step={100}
      clampedText={(kept) => `Set to ${kept}`}
      onChange={(next) => {
        setValue(next);
        onChange(next);
      }}
    />
  );
}

function renderTokens() {
  const change = jest.fn();
  render(<Tokens onChange={change} />);
  return { user: userEvent.setup(), change, field: screen.getByRole("spinbutton", { name: "Tokens" }) };
}

test("a number within its bounds is reported as it is typed", async () => {
  const { user, change, field } = renderTokens();
  await user.clear(field);
  await user.type(field, "70");
  expect(change.mock.calls).toEqual([[7], [70]]);
  expect(field).toHaveAttribute("aria-valuenow", "70");
});

test("clamps a number out of range on blur, and announces it", async () => {
  const { user, change, field } = renderTokens();
  await user.clear(field);
  await user.type(field, "999999");
  expect(field).toHaveValue("999999");
  await user.tab();
  expect(field).toHaveValue("512000");
  expect(change).toHaveBeenLastCalledWith(512000);
  expect(screen.getByRole("status")).toHaveTextContent("Set to 512000");
});

test("discards text that is not a number on blur", async () => {
  const { user, change, field } = renderTokens();
  await user.clear(field);
  await user.type(field, "many");
  await user.tab();
  expect(field).toHaveValue("4000");
  expect(change).not.toHaveBeenCalled();
  expect(screen.getByRole("status")).toBeEmptyDOMElement();
});

test("rounds to a whole number if required, and announces it until the next input", async () => {
  const { user, change, field } = renderTokens();
  await user.clear(field);
  await user.type(field, "70.6");
  await user.tab();
  expect(field).toHaveValue("71");
  expect(change.mock.calls).toEqual([[7], [70], [71]]);
  expect(screen.getByRole("status")).toHaveTextContent("Set to 71");
  await user.type(field, "e");
  expect(screen.getByRole("status")).toBeEmptyDOMElement();
});

test("arrow keys step the number, page keys take ten steps", async () => {
  const { user, change, field } = renderTokens();
  await user.click(field);
  await user.keyboard("{ArrowUp}{PageDown}");
  expect(change.mock.calls).toEqual([[4100], [3100]]);
});

function Search({ onEscape }: { readonly onEscape: () => void }) {
  const [value, setValue] = useState("gpt");
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: listens as a dialog around the field would
    <div onKeyDown={(event) => event.key === "Escape" && onEscape()}>
      <SearchField label="Search models" clearLabel="Clear" value={value} onChange={setValue} />
    </div>
  );
}

test("the search field is cleared by its button, which then disappears", async () => {
  const user = userEvent.setup();
  render(<Search onEscape={jest.fn()} />);
  await user.click(screen.getByRole("button", { name: "Clear" }));
  const field = screen.getByRole("searchbox", { name: "Search models" });
  expect(field).toHaveValue("");
  expect(field).toHaveFocus();
  expect(screen.queryByRole("button", { name: "Clear" })).toBeNull();
});

test("a search field takes the focus on mount, but not from a menu or dialog that it is not in", () => {
  const field = <SearchField label="Search masks" value="" onChange={jest.fn()} autoFocus />;
  const { rerender } = render(<button type="button">Masks</button>);
  screen.getByRole("button").focus();
  rerender(<div>{field}</div>);
  expect(screen.getByRole("searchbox")).toHaveFocus();

  const menu = (
    <div role="menu">
      <div role="menuitem" tabIndex={-1}>
        Plugins
      </div>
    </div>
  );
  rerender(<main>{menu}</main>);
  screen.getByRole("menuitem").focus();
  rerender(
    <main>
      {menu}
      {field}
    </main>,
  );
  expect(screen.getByRole("menuitem")).toHaveFocus();

  rerender(
    <section role="dialog">
      <button type="button">Close</button>
    </section>,
  );
  screen.getByRole("button").focus();
  rerender(
    <section role="dialog">
      <button type="button">Close</button>
      {field}
    </section>,
  );
  expect(screen.getByRole("searchbox")).toHaveFocus();
});

test("Escape first clears the search field, and only then reaches its container", async () => {
  const user = userEvent.setup();
  const heard = jest.fn();
  render(<Search onEscape={heard} />);
  await user.click(screen.getByRole("searchbox"));
  await user.keyboard("{Escape}");
  expect(screen.getByRole("searchbox")).toHaveValue("");
  expect(heard).not.toHaveBeenCalled();
  await user.keyboard("{Escape}");
  expect(heard).toHaveBeenCalledTimes(1);
});
