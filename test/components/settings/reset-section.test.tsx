/** @jest-environment jsdom */
import "../../support/jsdom-platform";
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { ResetSection } from "@/components/settings/reset-section";
import { readSyncSettings } from "@/lib/settings/sync-settings";
import * as data from "@/store/data/data";
import * as madeLinks from "@/store/sync/made-links";
import { useSync } from "@/store/sync/sync";
import { WithMessages } from "../../support/with-messages";

jest.mock("@/store/sync/made-links", () => ({ withdrawAll: jest.fn() }));
jest.mock("@/store/data/data", () => ({ ...jest.requireActual("@/store/data/data"), clearAllData: jest.fn() }));

const webdav = { endpoint: "https://cloud.example/dav", username: "mara", password: "secret" };
const settings = readSyncSettings({ provider: "webdav", webdav });

test.each([
  ["deletes the links for other devices first", true],
  ["does not wait for a host that cannot be reached", false],
])("Clear all data %s @V12.7", async (_name, isDeleted) => {
  const order: string[] = [];
  useSync.setState({ settings });
  jest.mocked(madeLinks.withdrawAll).mockImplementation(async () => {
    order.push("links");
    return isDeleted;
  });
  // The navigation comes after this, and jsdom has none.
  jest.mocked(data.clearAllData).mockImplementation(async () => {
    order.push("data");
    throw new Error("test");
  });
  render(<ResetSection />, { wrapper: WithMessages });
  await userEvent.click(screen.getByRole("button", { name: "Clear" }));
  await userEvent.click(screen.getByRole("button", { name: "Clear without export" }));
  await waitFor(() => expect(order).toEqual(["links", "data"]));
});
