/** @jest-environment jsdom */
import "../../support/jsdom-platform";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { IntlProvider } from "use-intl";
import { FieldRow } from "@/components/form/field-row";
import { modelSettings } from "@/lib/chat/model-settings";
import { choice, type Field, number, range, text, toggle } from "@/lib/fields/fields";
import { appSettings } from "@/lib/settings/app-settings";
import { settingsWords } from "@/locales/settings-words";
import { english } from "../../support/words";

function renderRow<F extends Field>(name: string, field: F, value: F["default"]) {
  const onChange = jest.fn();
  render(
    <IntlProvider locale="en" messages={english}>
      <FieldRow name={name} field={field} value={value} onChange={onChange} />
    </IntlProvider>,
  );
  return onChange;
}

test("an on/off field is a switch with the row as its label", async () => {
  const onChange = renderRow("tightBorder", toggle({ section: "general", default: false }), false);
  await userEvent.click(screen.getByText("Tight border"));
  expect(onChange.mock.calls).toEqual([[true]]);
});

test("a setting whose stored name is negative is shown as a positive switch", async () => {
  const onChange = renderRow("disablePromptHint", appSettings.disablePromptHint, false);
  const shown = screen.getByRole("switch", { name: "Prompt suggestions" });
  expect(shown).toBeChecked();
  await userEvent.click(shown);
  expect(onChange.mock.calls).toEqual([[true]]);
});

test("a few options are segments, with labels if there are any", async () => {
  const onChange = renderRow("theme", appSettings.theme, "auto");
  expect(screen.getAllByRole("radio").map((radio) => radio.textContent)).toEqual(["Auto", "Light", "Dark"]);
  await userEvent.click(screen.getByRole("radio", { name: "Dark" }));
  expect(onChange.mock.calls).toEqual([["dark"]]);
});

test("more options are a select; options without labels, such as keys, are shown unchanged", async () => {
  const onChange = renderRow("submitKey", appSettings.submitKey, "Enter");
  expect(screen.getAllByRole("option").map((option) => option.textContent)).toContain("Shift + Enter");
  await userEvent.selectOptions(screen.getByRole("combobox", { name: "Send key" }), "Alt + Enter");
  expect(onChange.mock.calls).toEqual([["Alt + Enter"]]);
});

test("options with digits in their names have labels", () => {
  renderRow("replyTimeout", appSettings.replyTimeout, "auto");
  expect(screen.getAllByRole("option").map((option) => option.textContent)).toEqual([
    "Automatic",
    "5 minutes",
    "15 minutes",
    "1 hour",
  ]);
});

test.each([
  { name: "fontSize", field: range({ section: "x", default: 14, min: 12, max: 40 }), value: 14, role: "slider" },
  { name: "fontSize", field: number({ section: "x", default: 14, min: 12, max: 40 }), value: 14, role: "spinbutton" },
  { name: "fontFamily", field: text({ section: "x" }), value: "", role: "textbox" },
] as const)("a field of the kind $field.kind is a $role", async ({ name, field, value, role }) => {
  renderRow<Field>(name, field, value);
  expect(await screen.findByRole(role, { name: english.fields[name] })).toBeInTheDocument();
});

test("a text without a meaning is marked; it is stored, because the user may still be typing", async () => {
  const onChange = renderRow("seed", modelSettings.seed, "4x");
  expect(screen.getByRole("textbox", { name: "Seed" })).toBeInvalid();
  expect(screen.getByText("Enter a whole number.")).toBeVisible();
  await userEvent.type(screen.getByRole("textbox", { name: "Seed" }), "y");
  expect(onChange.mock.calls).toEqual([["4xy"]]);
});

test("a choice with one-word labels keeps its values", () => {
  renderRow("density", choice({ section: "reading", default: "regular", options: ["compact", "regular"] }), "regular");
  expect(screen.getByRole("radio", { name: "Regular" })).toBeChecked();
});

const { model: _model, providerName: _provider, compressProviderName: _other, ...shownModelSettings } = modelSettings;

describe.each(Object.entries(settingsWords))("in %s", (_code, settings) => {
  test("every setting and every option of it has a label", async () => {
    const { fields } = (await settings()).default;
    const wanted = Object.entries({ ...appSettings, ...shownModelSettings }).flatMap(([name, field]) => [
      name,
      ...(field.kind === "choice"
        ? field.options
            .filter((option) => /^[a-z]+$/.test(option))
            .map((option) => name + option.charAt(0).toUpperCase() + option.slice(1))
        : []),
    ]);
    expect(wanted.filter((key) => !Object.hasOwn(fields, key))).toEqual([]);
  });
});
