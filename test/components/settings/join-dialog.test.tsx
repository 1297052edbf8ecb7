/** @jest-environment jsdom */
import "../../support/jsdom-platform";
import { act, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { JoinDialog } from "@/components/settings/join-dialog";
import { assumedFlags } from "@/lib/settings/server-flags";
import { readSyncSettings } from "@/lib/settings/sync-settings";
import { syncError } from "@/lib/sync/remote";
import { unknownFlags, useAccess } from "@/store/settings/access";
import * as invitations from "@/store/sync/invitations";
import { useSync } from "@/store/sync/sync";
import { WithMessages } from "../../support/with-messages";

jest.mock("@/store/sync/invitations", () => ({
  ...jest.requireActual("@/store/sync/invitations"),
  openLink: jest.fn(),
  spendLink: jest.fn(),
  joinSync: jest.fn(),
}));

const { openLink, spendLink, joinSync } = jest.mocked(invitations);
const webdav = { endpoint: "https://cloud.example/dav", username: "mara", password: "secret" };
const settings = { ...readSyncSettings({ provider: "webdav", webdav }), provider: "webdav" as const };
const opened: invitations.OpenedLink = {
  settings,
  expires: 1,
  secret: new Uint8Array(32),
  dataKey: new Uint8Array(32),
  invitation: { keyId: "k", key: "", withKeys: false, isAutomatic: false, chats: 3 },
};

beforeEach(() => {
  useAccess.setState({ flags: assumedFlags, areFlagsFinal: true });
  useSync.setState(useSync.getInitialState());
  openLink.mockReset().mockResolvedValue(opened);
  spendLink.mockReset().mockResolvedValue(undefined);
  joinSync.mockReset().mockResolvedValue("done");
});

/** Returns a promise with the function that resolves it. */
function waiting<T>() {
  let resolve: (value: T) => void = () => {};
  const promise = new Promise<T>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}

/** Shows the confirmation of a link. */
async function confirmation() {
  const onClose = jest.fn(() => view.unmount());
  const view = render(<JoinDialog link="#2.d.a.b" onClose={onClose} />, { wrapper: WithMessages });
  await screen.findByRole("button", { name: "Sync this device" });
  return { onClose };
}

const click = (name: string) => userEvent.click(screen.getByRole("button", { name }));

test.each([
  ["Cancel", () => click("Cancel")],
  ["the close button", () => click("Close")],
  ["Escape", () => userEvent.keyboard("{Escape}")],
])("%s while the host is slow stops the join @V12.8", async (_name, close) => {
  const answer = waiting<undefined>();
  spendLink.mockReturnValue(answer.promise);
  const { onClose } = await confirmation();
  await click("Sync this device");
  await close();
  expect([onClose.mock.calls.length, spendLink.mock.calls[0]?.[2]?.aborted]).toEqual([1, true]);
  await act(async () => answer.resolve(undefined));
  expect(joinSync).not.toHaveBeenCalled();
});

test("while the sync runs, closing pauses it and is called so", async () => {
  const reached = waiting<"waiting">();
  joinSync.mockReturnValue(reached.promise);
  const { onClose } = await confirmation();
  await click("Sync this device");
  await act(async () => useSync.setState({ phase: "sending" }));
  expect(screen.queryByRole("button", { name: "Cancel" })).toBeNull();
  await click("Pause");
  expect([joinSync.mock.calls[0]?.[2]?.aborted, onClose.mock.calls.length]).toEqual([true, 1]);
  await act(async () => reached.resolve("waiting"));
  expect(onClose).toHaveBeenCalledTimes(1);
});

test("the warning comes first, and names the keys as long as they are included @V12.8", async () => {
  openLink.mockResolvedValue({ ...opened, invitation: { ...opened.invitation, withKeys: true, isAutomatic: true } });
  await confirmation();
  const form = document.querySelector("form");
  expect(form?.firstElementChild).toHaveTextContent(/^Whoever created this link can read the chats and API keys/);
  await userEvent.click(screen.getByRole("switch", { name: /API keys/ }));
  expect(form?.firstElementChild).toHaveTextContent(/^Whoever created this link can read the chats of this device/);
  await userEvent.click(screen.getByRole("switch", { name: /automatic/i }));
  await click("Sync this device");
  expect(joinSync.mock.calls[0]?.[1]).toEqual({ withKeys: false, isAutomatic: false });
});

test("the choices of this device stay, and are shown", async () => {
  useSync.getState().change({ withKeys: true, isAutomatic: true });
  await confirmation();
  for (const each of screen.getAllByRole("switch")) expect(each).toBeChecked();
  await click("Sync this device");
  expect(joinSync.mock.calls[0]?.[1]).toEqual({ withKeys: true, isAutomatic: true });
});

test("each name is isolated from its surroundings @V12.8", async () => {
  await confirmation();
  const isolated = [...document.querySelectorAll("bdi")].map(({ textContent }) => textContent);
  expect(isolated).toEqual(["WebDAV", "cloud.example/dav", "mara"]);
});

test("a location without an encrypted connection is named", async () => {
  const plain = { ...settings, webdav: { ...webdav, endpoint: "http://cloud.example" } };
  openLink.mockResolvedValue({ ...opened, settings: plain });
  await confirmation();
  expect(screen.getByText(/^The connection to http:\/\/cloud.example is not encrypted/)).toBeVisible();
});

test("after a failure, a second attempt does not delete the invitation again", async () => {
  joinSync.mockResolvedValueOnce(syncError("unreachable"));
  await confirmation();
  await click("Sync this device");
  await click("Try again");
  expect(await screen.findByText("This device is connected")).toBeVisible();
  expect([spendLink.mock.calls.length, joinSync.mock.calls.length]).toEqual([1, 2]);
});

test("DISABLE_FAST_LINK also stops links that are pasted", () => {
  useAccess.setState({ flags: { ...assumedFlags, disableFastLink: true } });
  render(<JoinDialog onClose={() => {}} />, { wrapper: WithMessages });
  expect(screen.getByText(/^This site doesn’t accept settings from links/)).toBeVisible();
  expect([screen.queryByRole("textbox"), openLink.mock.calls.length]).toEqual([null, 0]);
});

test("without the operator's settings, no link is opened, and they can be asked for again", async () => {
  const fetchFlags = jest.fn(async () => useAccess.setState({ flags: assumedFlags }));
  useAccess.setState({ flags: unknownFlags, fetchFlags });
  render(<JoinDialog onClose={() => {}} />, { wrapper: WithMessages });
  expect(screen.getByText(/^This site can’t be reached now/)).toBeVisible();
  await click("Try again");
  expect(screen.getByRole("textbox", { name: "Link" })).toBeVisible();
});
