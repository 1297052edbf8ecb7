/** @jest-environment jsdom */
import "../../support/jsdom-platform";
import { cleanup, render, screen } from "@testing-library/react";
import type { ActionContext } from "@/components/actions/action";
import { nextTheme } from "@/components/actions/toolbar-actions";
import { FactDialog } from "@/components/facts/fact-dialog";
import { MaskPicker } from "@/components/masks/mask-picker";
import { ownBrand, type SiteDefaults } from "@/lib/brand/brand";
import { setBrand } from "@/lib/platform/brand";
import { useMasks } from "@/store/library/masks";
import { useSettings } from "@/store/settings/settings";
import { WithRouter } from "../../support/with-router";

jest.mock("next/navigation", () => ({
  ...jest.requireActual("next/navigation"),
  useSearchParams: () => new URLSearchParams(),
}));

const names = ["theme", "dontShowMaskSplashScreen", "enableFacts"];

/** Returns the controls outside the settings screen that change settings. */
function shownControls(defaults: Partial<SiteDefaults>) {
  setBrand({ ...ownBrand, defaults: { settings: {}, fixed: [], hidden: [], ...defaults } }, []);
  useSettings.setState({ dontShowMaskSplashScreen: false, enableFacts: false });
  useMasks.setState({ builtinState: "ready" });
  render(<MaskPicker />, { wrapper: WithRouter });
  const picker = screen.queryAllByRole("button", { name: "Don’t show again" }).length;
  cleanup();
  render(<FactDialog open onClose={() => {}} />, { wrapper: WithRouter });
  const facts = screen.queryAllByRole("switch").length;
  cleanup();
  return { picker, facts, theme: nextTheme.isOffered?.({} as ActionContext) };
}

test("settings that users cannot change have no control outside the settings screen either", () => {
  expect(shownControls({})).toEqual({ picker: 1, facts: 1, theme: true });
  expect(shownControls({ fixed: names })).toEqual({ picker: 0, facts: 0, theme: false });
  expect(shownControls({ hidden: names })).toEqual({ picker: 0, facts: 0, theme: false });
});
