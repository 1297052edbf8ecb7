/** @jest-environment jsdom */
import "../../support/jsdom-platform";
import { act, fireEvent, render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MaskList } from "@/components/masks/mask-list";
import { readBuiltinMasks } from "@/lib/chat/builtin-masks";
import { useMasks } from "@/store/library/masks";
import { useSettings } from "@/store/settings/settings";
import { WithRouter } from "../../support/with-router";

beforeEach(() => {
  useSettings.setState(useSettings.getInitialState(), true);
  useMasks.setState({ ...useMasks.getInitialState(), builtinState: "ready" }, true);
  render(<MaskList />, { wrapper: WithRouter });
});

test("a mask is labelled new while it is created, and is removed if nothing was entered", async () => {
  await userEvent.click(screen.getByRole("button", { name: "Create" }));
  expect(screen.getByRole("dialog", { name: "New mask" })).toBeVisible();
  expect(useMasks.getState().own).toHaveLength(1);
  await userEvent.keyboard("{Escape}");
  expect(useMasks.getState().own).toEqual([]);
});

test("one with a name stays, and is edited when it is opened again", async () => {
  await userEvent.click(screen.getByRole("button", { name: "Create" }));
  await userEvent.type(screen.getByRole("textbox", { name: "Name" }), "Tide tutor");
  await userEvent.keyboard("{Escape}");
  expect(useMasks.getState().own.map(({ name }) => name)).toEqual(["Tide tutor"]);
  await userEvent.click(screen.getByRole("button", { name: "Edit mask: Tide tutor" }));
  expect(screen.getByRole("dialog", { name: "Edit mask" })).toBeVisible();
});

test("a mask can only turn off what is on globally", async () => {
  await userEvent.click(screen.getByRole("button", { name: "Create" }));
  const offered = () => ["Previews", "Fold long code"].filter((name) => screen.queryByRole("switch", { name }));
  expect(offered()).toEqual(["Previews", "Fold long code"]);
  await userEvent.click(screen.getByRole("switch", { name: "Fold long code" }));
  await userEvent.click(screen.getByRole("switch", { name: "Hide context" }));
  act(() => useSettings.setState({ enableArtifacts: false }));
  expect(offered()).toEqual(["Fold long code"]);
  expect(useMasks.getState().own[0]).toMatchObject({
    enableCodeFold: false,
    hideContext: true,
    syncGlobalConfig: true,
  });
  expect(useMasks.getState().own[0]).not.toHaveProperty("enableArtifacts");
});

test("the global settings replace a mask's own only after a yes", async () => {
  await userEvent.click(screen.getByRole("button", { name: "Create" }));
  fireEvent.change(screen.getByRole("slider", { name: "Temperature" }), { target: { value: "1.5" } });
  const follow = screen.getByRole("switch", { name: "Use global settings" });
  const state = () => {
    const { syncGlobalConfig, modelConfig } = useMasks.getState().own[0] ?? {};
    return [syncGlobalConfig, modelConfig?.temperature];
  };
  const answer = async (name: string) => {
    await userEvent.click(follow);
    await userEvent.click(within(screen.getByRole("alertdialog")).getByRole("button", { name }));
    return state();
  };
  expect([state(), await answer("Cancel"), await answer("Replace")]).toEqual([
    [false, 1.5],
    [false, 1.5],
    [true, 0.5],
  ]);
});

test("the default language filter is a language of the user; all languages are an option, and it is stored", async () => {
  const builtin = readBuiltinMasks({
    cn: [{ slug: "chao", name: "潮汐" }],
    en: [{ slug: "tide", name: "Tide clerk" }],
  });
  act(() => useMasks.setState({ builtin }));
  const names = () => screen.getAllByRole("button", { name: /^View mask: / }).map((each) => each.ariaLabel);
  const filter = screen.getByRole("combobox", { name: "Language of the masks" });
  expect(filter).toHaveDisplayValue("English");
  expect(names()).toEqual(["View mask: Tide clerk"]);
  await userEvent.selectOptions(filter, "All languages");
  expect(names()).toEqual(["View mask: Tide clerk", "View mask: 潮汐"]);
  expect(useMasks.getState().language).toBe("all");
});
