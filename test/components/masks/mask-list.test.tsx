/** @jest-environment jsdom */
import "../../support/jsdom-platform";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MaskList } from "@/components/masks/mask-list";
import { useMasks } from "@/store/masks";
import { WithRouter } from "../../support/with-router";

beforeEach(() => {
  useMasks.setState({ ...useMasks.getInitialState(), builtinState: "ready" }, true);
  render(<MaskList />, { wrapper: WithRouter });
});

test("a mask is called new while it is made, and goes again where nothing was written", async () => {
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
