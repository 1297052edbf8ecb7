/** @jest-environment jsdom */
import "../../support/jsdom-platform";
import { act, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { JoinDialog } from "@/components/settings/join-dialog";
import { readSyncSettings } from "@/lib/settings/sync-settings";
import { syncError } from "@/lib/sync/remote";
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
  expect([useSync.getState().settings.isPaused, onClose.mock.calls.length]).toEqual([true, 1]);
  await act(async () => reached.resolve("waiting"));
  expect(onClose).toHaveBeenCalledTimes(1);
});

test("after a failure, a second attempt does not delete the invitation again", async () => {
  joinSync.mockResolvedValueOnce(syncError("unreachable"));
  await confirmation();
  await click("Sync this device");
  await click("Try again");
  expect(await screen.findByText("This device is connected")).toBeVisible();
  expect([spendLink.mock.calls.length, joinSync.mock.calls.length]).toEqual([1, 2]);
});
