/** @jest-environment jsdom */
import { render } from "@testing-library/react";
import { FamilyAvatar } from "@/components/chat/session-avatar";
import "../../support/jsdom-platform";

test.each([
  ["tide-1", undefined, "Ti"],
  ["vendor/xylophone:7b", undefined, "Xy"],
  ["海潮", undefined, "海潮"],
  ["😀x", undefined, "😀x"],
  ["q", undefined, "Q"],
  ["", undefined, "AI"],
  ["tide-1", "custom-3", "Ti"],
])("the unknown model %j of %j has letters in its tile, and never the product's mark", (model, provider, letters) => {
  const { container } = render(<FamilyAvatar model={model} provider={provider} />);
  const { first = "", second = "" } = container.querySelector<HTMLElement>("[data-first]")?.dataset ?? {};
  expect(first + second).toBe(letters);
  expect(container.querySelector("svg")).toBeNull();
});

test("the demo has the product's mark", () => {
  const { container } = render(<FamilyAvatar model="scripted-demo" provider="demo" />);
  expect(container.querySelector("[data-first]")).toBeNull();
  expect(container.querySelector("svg")).not.toBeNull();
});

test("a known family has its icon", () => {
  const { container } = render(<FamilyAvatar model="claude-x" />);
  expect(container.querySelector("img")?.getAttribute("src")).toMatch(/claude\.svg$/);
});
