/** @jest-environment jsdom */
import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { Checkbox } from "@/components/ui/checkbox";
import { Chip } from "@/components/ui/chip";
import { ListRow } from "@/components/ui/list-row";
import { Segmented } from "@/components/ui/segmented";
import { Select } from "@/components/ui/select";
import { Switch } from "@/components/ui/switch";
import { TabPanel, Tabs } from "@/components/ui/tabs";
import { TextField } from "@/components/ui/text-field";

test("a select shows its options in groups and reports the choice", async () => {
  const user = userEvent.setup();
  const change = jest.fn();
  const options = [
    { value: "auto", label: "Auto" },
    { value: "alloy", label: "Alloy", group: "Voices" },
    { value: "echo", label: "Echo", group: "Voices" },
  ] as const;
  render(<Select label="Voice" value="auto" options={options} onChange={change} />);
  const select = screen.getByRole("combobox", { name: "Voice" });
  const group = within(select).getByRole("group", { name: "Voices" });
  expect(within(group).getAllByRole("option")).toHaveLength(2);
  await user.selectOptions(select, "Echo");
  expect(change.mock.calls).toEqual([["echo"]]);
});

test("Space toggles a switch", async () => {
  const user = userEvent.setup();
  const change = jest.fn();
  render(<Switch label="Auto title" checked={false} onChange={change} />);
  await user.tab();
  expect(screen.getByRole("switch", { name: "Auto title", checked: false })).toHaveFocus();
  await user.keyboard(" ");
  expect(change.mock.calls).toEqual([[true]]);
});

test("a checkbox can be indeterminate", () => {
  render(
    <>
      <Checkbox label="All" checked={false} indeterminate onChange={jest.fn()} />
      <Checkbox label="One" checked onChange={jest.fn()} />
    </>,
  );
  expect(screen.getByRole("checkbox", { name: "All" })).toBePartiallyChecked();
  expect(screen.getByRole("checkbox", { name: "One" })).toBeChecked();
});

test("the text beside a checkbox is its label, in a settings row as well", async () => {
  const user = userEvent.setup();
  const change = jest.fn();
  render(
    <ListRow title="Send">
      <Checkbox checked={false} onChange={change}>
        Include context
      </Checkbox>
    </ListRow>,
  );
  await user.click(screen.getByText("Include context"));
  expect(change.mock.calls).toEqual([[true]]);
  expect(screen.getByRole("checkbox", { name: "Include context" })).toBeVisible();
});

test("the whole row is the label of its switch; the subtitle describes it", async () => {
  const user = userEvent.setup();
  const change = jest.fn();
  render(
    <ListRow title="Auto title" subtitle="After the first turn" isLabel>
      <Switch checked onChange={change} />
    </ListRow>,
  );
  const control = screen.getByRole("switch", { name: "Auto title" });
  expect(control).toHaveAccessibleDescription("After the first turn");
  await user.click(screen.getByText("After the first turn"));
  expect(change.mock.calls).toEqual([[false]]);
});

test("a field in a row has the row's title as its name and keeps its own error", () => {
  render(
    <ListRow title="Address" subtitle="Where calls go" wide>
      <TextField value="" onChange={jest.fn()} error="Start with https://" />
    </ListRow>,
  );
  const field = screen.getByRole("textbox", { name: "Address" });
  expect(field).toHaveAccessibleDescription("Start with https:// Where calls go");
});

test("a chip has a pressed state", async () => {
  const user = userEvent.setup();
  const press = jest.fn();
  render(
    <Chip pressed onClick={press}>
      Latest 4
    </Chip>,
  );
  await user.click(screen.getByRole("button", { name: "Latest 4", pressed: true }));
  expect(press).toHaveBeenCalledTimes(1);
});

const themes = [
  { value: "auto", label: "Auto" },
  { value: "light", label: "Light" },
  { value: "dark", label: "Dark" },
] as const;

function Theme({ dir }: { readonly dir: "ltr" | "rtl" }) {
  const [value, setValue] = useState<"auto" | "light" | "dark">("auto");
  return (
    <div dir={dir}>
      <Segmented label="Theme" value={value} options={themes} onChange={setValue} />
    </div>
  );
}

test.each([
  ["ltr", "{ArrowRight}", "Light"],
  ["ltr", "{ArrowLeft}", "Dark"],
  ["ltr", "{ArrowDown}", "Light"],
  ["rtl", "{ArrowRight}", "Dark"],
  ["rtl", "{ArrowLeft}", "Light"],
  ["ltr", "{End}", "Dark"],
] as const)("in a page that is %s, %s moves to the segment %p and selects it", async (dir, key, expected) => {
  const user = userEvent.setup();
  render(<Theme dir={dir} />);
  await user.tab();
  expect(screen.getByRole("radio", { name: "Auto", checked: true })).toHaveFocus();
  await user.keyboard(key);
  expect(screen.getByRole("radio", { name: expected, checked: true })).toHaveFocus();
  expect(screen.getAllByRole("radio", { checked: true })).toHaveLength(1);
});

test("segments are one Tab stop and can be clicked", async () => {
  const user = userEvent.setup();
  render(<Theme dir="ltr" />);
  await user.tab();
  await user.tab();
  expect(document.body).toHaveFocus();
  await user.click(screen.getByRole("radio", { name: "Dark" }));
  expect(screen.getByRole("radio", { name: "Dark" })).toBeChecked();
});

function Viewer() {
  const [value, setValue] = useState<"preview" | "code">("preview");
  const tabs = [
    { value: "preview", label: "Preview" },
    { value: "code", label: "Code" },
  ] as const;
  return (
    <>
      <Tabs label="View" name="view" value={value} tabs={tabs} onChange={setValue} />
      <TabPanel name="view" value={value}>
        {value}
      </TabPanel>
    </>
  );
}

test("arrow keys select a tab, which names the panel", async () => {
  const user = userEvent.setup();
  render(<Viewer />);
  await user.tab();
  await user.keyboard("{ArrowRight}");
  const tab = screen.getByRole("tab", { name: "Code", selected: true });
  const panel = screen.getByRole("tabpanel", { name: "Code" });
  expect(tab).toHaveFocus();
  expect(tab).toHaveAttribute("aria-controls", panel.id);
  expect(panel).toHaveTextContent("code");
});
