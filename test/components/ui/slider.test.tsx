/** @jest-environment jsdom */
import { fireEvent, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { IntlProvider } from "use-intl";
import { Slider } from "@/components/ui/slider";

function renderSlider(value = 14, locale = "en") {
  const change = jest.fn();
  render(
    <IntlProvider locale={locale} messages={{}}>
      <Slider
        label="Font size"
        value={value}
        min={12}
        max={40}
        step={value % 1 === 0 ? 1 : 0.1}
        unit="px"
        onChange={change}
      />
    </IntlProvider>,
  );
  return { user: userEvent.setup(), change, slider: screen.getByRole("slider", { name: "Font size" }) };
}

test("the slider's value text has the unit", () => {
  const { slider } = renderSlider();
  expect(slider).toHaveAttribute("aria-valuetext", "14px");
  expect(screen.getByText("14px")).toBeVisible();
});

test.each([
  ["en", "12.5px"],
  ["de", "12,5px"],
  ["ar-u-nu-latn", "12.5px"],
])("formats and parses the value in %s", async (locale, shown) => {
  const { user, slider, change } = renderSlider(12.5, locale);
  expect(slider).toHaveAttribute("aria-valuetext", shown);
  await user.dblClick(screen.getByText(shown));
  await user.keyboard("{Enter}");
  expect(change.mock.calls).toEqual([[12.5]]);
});

test.each([
  [12, "0%"],
  [26, "50%"],
  [99, "100%"],
])("at %d the track is filled to %s", (value, share) => {
  const { slider } = renderSlider(value);
  expect(slider.style.getPropertyValue("--p")).toBe(share);
});

test("moving it reports a number", () => {
  const { slider, change } = renderSlider();
  fireEvent.change(slider, { target: { value: "20" } });
  expect(change.mock.calls).toEqual([[20]]);
});

test("page keys take ten steps, within the limits", async () => {
  const { user, slider, change } = renderSlider();
  slider.focus();
  await user.keyboard("{PageUp}{PageDown}");
  expect(change.mock.calls).toEqual([[24], [12]]);
});

test("a double-click on the value edits it, and Enter accepts it, clamped", async () => {
  const { user, change } = renderSlider();
  await user.dblClick(screen.getByText("14px"));
  const field = screen.getByRole("textbox", { name: "Font size" });
  expect(field).toHaveFocus();
  await user.clear(field);
  await user.type(field, "99{Enter}");
  expect(change.mock.calls).toEqual([[40]]);
  expect(screen.queryByRole("textbox")).toBeNull();
});

test("Escape cancels editing", async () => {
  const { user, change } = renderSlider();
  await user.dblClick(screen.getByText("14px"));
  await user.keyboard("30{Escape}");
  expect(screen.queryByRole("textbox")).toBeNull();
  expect(change).not.toHaveBeenCalled();
});
