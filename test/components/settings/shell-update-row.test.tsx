/** @jest-environment jsdom */
import "../../support/jsdom-platform";
import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { ShellUpdateRow } from "@/components/settings/shell-update-row";
import type { ShellUpdates } from "@/lib/platform/desktop-port";
import { useTurns } from "@/store/turns/turns";
import { WithMessages } from "../../support/with-messages";

let updates: ShellUpdates | Error;
const installUpdate = jest.fn(async () => "The signature is invalid.");

jest.mock("@/lib/platform/desktop", () => ({
  desktop: async () => ({
    checkUpdates: async () => {
      if (updates instanceof Error) throw updates;
      return updates;
    },
    installUpdate,
  }),
}));

beforeEach(() => {
  useTurns.setState({ inFlight: {} });
  installUpdate.mockClear();
});

const show = () =>
  render(<ShellUpdateRow present="v1.2.0">the row of the web app</ShellUpdateRow>, { wrapper: WithMessages });

test("a package without an address for updates has the row of the web app", async () => {
  updates = { state: "off" };
  show();
  expect(await screen.findByText("the row of the web app")).toBeVisible();
});

test("a newer version is installed after a question, which names work in progress; a failure is reported", async () => {
  updates = { state: "available", version: "1.3.0" };
  useTurns.setState({ inFlight: { a: "r1" } });
  show();
  expect(await screen.findByRole("status")).toHaveTextContent("v1.2.0 (1.3.0 is available)");
  await userEvent.click(screen.getByRole("button", { name: "Install" }));
  const dialog = await screen.findByRole("alertdialog", { name: "Install 1.3.0 and restart the app?" });
  expect(within(dialog).getByText("Work in progress will stop, such as a reply. The text so far stays.")).toBeVisible();
  expect(installUpdate).not.toHaveBeenCalled();
  await userEvent.click(within(dialog).getByRole("button", { name: "Install and restart" }));
  expect(await screen.findByRole("alert")).toHaveTextContent(
    "The update couldn’t be installed: The signature is invalid.",
  );
});

test("a check that fails is reported, and repeated on request", async () => {
  updates = new Error("refused");
  show();
  expect(await screen.findByText("v1.2.0. Couldn’t check for updates.")).toBeVisible();
  updates = { state: "latest" };
  await userEvent.click(screen.getByRole("button", { name: "Check again" }));
  expect(await screen.findByText("v1.2.0, up to date")).toBeVisible();
});
