/** @jest-environment jsdom */
import "../../support/jsdom-platform";
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { SyncRow } from "@/components/settings/sync-row";
import { readSyncSettings, syncLocation } from "@/lib/settings/sync-settings";
import { syncError } from "@/lib/sync/remote";
import { useSync } from "@/store/sync/sync";
import { allowSyncFolder } from "@/store/sync/sync-folder";
import type { Doubt } from "@/store/sync/sync-messages";
import { WithMessages } from "../../support/with-messages";

jest.mock("@/store/sync/sync-folder", () => ({ allowSyncFolder: jest.fn(async () => true) }));

const readable = readSyncSettings({
  webdav: { endpoint: "https://cloud.example", username: "u", password: "p" },
  lastSyncTime: 5,
});
const waiting = { ...readable, isEncrypted: true };
const encrypted = { ...waiting, encryptedLocation: syncLocation(waiting) };

test.each([
  ["a readable location", readable, "Readable by the host"],
  ["a location without its key", waiting, "Not set up yet. Nothing is synced until you enter a passphrase."],
  ["an encrypted location", encrypted, "Encrypted. The host can read no chats, titles or keys."],
])("the protection of %s is named", (_name, settings, text) => {
  useSync.setState({ ...useSync.getInitialState(), settings });
  render(<SyncRow onSynced={() => {}} />, { wrapper: WithMessages });
  expect(screen.getByText(text)).toBeVisible();
});

const doubts: readonly (readonly [Doubt["reason"], RegExp])[] = [
  ["rolled-back", /^The data there is older/],
  ["emptied", /^Nothing is stored there any more/],
  ["readable", /^The data there is no longer encrypted/],
  ["turned-off", /^The data there is already readable/],
];

test.each(doubts)(
  "a declined question about a %s location leaves an error instead of its protection",
  async (...row) => {
    const [reason, text] = row;
    useSync.setState({ ...useSync.getInitialState(), settings: encrypted });
    useSync.setState({ question: { kind: "doubts", doubt: { reason, print: "p" } } });
    render(<SyncRow onSynced={() => {}} />, { wrapper: WithMessages });
    expect(screen.getByText(text)).toBeVisible();
    await userEvent.click(screen.getByRole("button", { name: "Cancel" }));
    expect(screen.getByRole("status")).toHaveTextContent(
      "Sync Fail: The data there is out of date, missing or no longer encrypted, and you didn’t merge it. Nothing was synced. Sync again to decide.",
    );
    expect(screen.queryByText(/^Encrypted/)).toBeNull();
  },
);

test("after the browser has forgotten its permission for the folder, a button asks for it and syncs", async () => {
  const sync = jest.fn(async () => true);
  const settings = readSyncSettings({ provider: "folder", folder: { id: "a", name: "Notes" } });
  useSync.setState({ ...useSync.getInitialState(), settings, sync, error: syncError("folder-closed") });
  render(<SyncRow onSynced={() => {}} />, { wrapper: WithMessages });
  expect(screen.getByRole("status")).toHaveTextContent(/The app needs your permission for the folder/);
  await userEvent.click(screen.getByRole("button", { name: "Allow again" }));
  await waitFor(() => expect(sync).toHaveBeenCalledTimes(1));
  expect(jest.mocked(allowSyncFolder).mock.calls).toEqual([[settings.folder]]);
});

test("an encrypted folder whose files do not fit is not called altered, because another program may be syncing it", () => {
  const settings = readSyncSettings({ provider: "folder", folder: { id: "a", name: "Notes" } });
  useSync.setState({ ...useSync.getInitialState(), settings, error: syncError("altered") });
  render(<SyncRow onSynced={() => {}} />, { wrapper: WithMessages });
  expect(screen.getByRole("status")).toHaveTextContent(/wait until it has finished/);
});
