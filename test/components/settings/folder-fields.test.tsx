/** @jest-environment jsdom */
import "../../support/jsdom-platform";
import { act, render, screen } from "@testing-library/react";
import { FolderFields } from "@/components/settings/folder-fields";
import { readSyncSettings } from "@/lib/settings/sync-settings";
import { syncError } from "@/lib/sync/remote";
import { useSync } from "@/store/sync/sync";
import { isSyncFolderClosed } from "@/store/sync/sync-folder";
import { WithMessages } from "../../support/with-messages";

jest.mock("@/store/sync/sync-folder", () => ({ isSyncFolderClosed: jest.fn(async () => false) }));

test("a permission that was lost while the dialog is open offers a button, after a sync or a check", async () => {
  const settings = readSyncSettings({ provider: "folder", folder: { id: "a", name: "Notes" } });
  useSync.setState({ ...useSync.getInitialState(), settings });
  const { rerender } = render(<FolderFields onChanged={() => {}} checked="idle" />, { wrapper: WithMessages });
  const button = () => screen.queryByRole("button", { name: "Allow again" });
  await act(async () => {});
  expect(button()).toBeNull();
  jest.mocked(isSyncFolderClosed).mockImplementation(async () => true);
  await act(async () => useSync.setState({ error: syncError("folder-closed") }));
  expect(button()).toBeVisible();
  jest.mocked(isSyncFolderClosed).mockImplementation(async () => false);
  await act(async () => rerender(<FolderFields onChanged={() => {}} checked={syncError("folder-closed")} />));
  expect(button()).toBeNull();
});
