/** @jest-environment jsdom */
import "../../support/jsdom-platform";
import { act, fireEvent, render, screen } from "@testing-library/react";
import { AddDeviceDialog } from "@/components/settings/add-device-dialog";
import { readSyncSettings, syncLocation } from "@/lib/settings/sync-settings";
import { syncError } from "@/lib/sync/remote";
import * as invitations from "@/store/sync/invitations";
import * as madeLinks from "@/store/sync/made-links";
import { useSync } from "@/store/sync/sync";
import { WithMessages } from "../../support/with-messages";

// The module is in a format that this test cannot load.
jest.mock("qr", () => ({ encodeQR: () => [] }));
jest.mock("@/store/sync/invitations", () => ({
  ...jest.requireActual("@/store/sync/invitations"),
  makeLink: jest.fn(),
}));
jest.mock("@/store/sync/made-links", () => ({
  isUnused: jest.fn(),
  isWithdrawn: jest.fn(),
  withdrawLink: jest.fn(),
  withdrawLeft: jest.fn(async () => {}),
  partingWithdrawal: jest.fn(),
}));

const { makeLink } = jest.mocked(invitations);
const { isUnused, isWithdrawn, withdrawLink, withdrawLeft, partingWithdrawal } = jest.mocked(madeLinks);
const webdav = { endpoint: "https://cloud.example/dav", username: "mara", password: "secret" };
const given = readSyncSettings({ provider: "webdav", webdav, isEncrypted: true });
const settings = { ...given, encryptedLocation: syncLocation(given) };

beforeEach(() => {
  jest.useFakeTimers();
  useSync.setState({ ...useSync.getInitialState(), settings });
  isUnused.mockReset().mockResolvedValue(true);
  isWithdrawn.mockReset().mockResolvedValue(false);
  withdrawLink.mockReset().mockResolvedValue(true);
  withdrawLeft.mockClear();
  partingWithdrawal.mockReset().mockResolvedValue(() => {});
});
afterEach(() => jest.useRealTimers());

/** Shows the dialog with a link that expires after so many milliseconds. */
async function linkDialog({ expiresIn = 600_000, link = "https://chat.example/artifacts#2.d.a.b" } = {}) {
  const made = { link, name: "n", expires: Date.now() + expiresIn, settings, release: () => {} };
  makeLink.mockResolvedValue(made);
  const onClose = jest.fn(() => view.unmount());
  const view = render(<AddDeviceDialog onClose={onClose} />, { wrapper: WithMessages });
  fireEvent.change(screen.getByLabelText("Passphrase or recovery code"), { target: { value: "p" } });
  await act(async () => fireEvent.click(screen.getByRole("button", { name: "Create link" })));
  return { made, onClose };
}

const pass = (ms: number) => act(async () => jest.advanceTimersByTimeAsync(ms));
const status = () => screen.getByRole("status").textContent;

test("a link counts as used once three checks in a row find no invitation", async () => {
  await linkDialog();
  isUnused.mockResolvedValueOnce(false).mockResolvedValueOnce(false).mockResolvedValueOnce(true);
  await pass(13_000);
  expect([status()?.slice(0, 10), withdrawLink.mock.calls.length]).toEqual(["Works once", 0]);
  isUnused.mockResolvedValue(false);
  await pass(13_000);
  expect(status()).toMatch(/^The link was used and no longer works/);
});

test("a link that this device has deleted in another tab raises no alarm", async () => {
  await linkDialog();
  isUnused.mockResolvedValue(false);
  isWithdrawn.mockResolvedValue(true);
  await pass(13_000);
  expect(status()).toBe("This device has deleted the link. It no longer works.");
});

test("a host that hangs gets one check at a time, and its late response changes nothing", async () => {
  const answers: ((isThere: boolean) => void)[] = [];
  isUnused.mockImplementation(() => new Promise((resolve) => answers.push(resolve)));
  await linkDialog({ expiresIn: 60_000 });
  await pass(59_000);
  expect(answers.length).toBe(1);
  expect(isUnused.mock.calls[0]?.[1].aborted).toBe(true);
  await pass(2_000);
  expect(status()).toBe("The link has expired and no longer works.");
  await act(async () => answers[0]?.(false));
  await pass(60_000);
  expect(status()).toBe("The link has expired and no longer works.");
  expect(answers.length).toBe(1);
});

test("a failed check proves nothing", async () => {
  await linkDialog();
  isUnused.mockRejectedValue(syncError("unreachable"));
  await pass(60_000);
  expect([status()?.slice(0, 10), isUnused.mock.calls.length]).toEqual(["Works once", 15]);
});

const close = () => act(async () => fireEvent.click(screen.getByRole("button", { name: "Close" })));

test("closing deletes the link first, and says if that failed", async () => {
  withdrawLink.mockResolvedValueOnce(false);
  const { onClose } = await linkDialog();
  await close();
  expect(status()).toMatch(/^The link couldn’t be deleted and works until/);
  // The deletion may have arrived without its response.
  isUnused.mockResolvedValue(false);
  await pass(30_000);
  expect([status()?.slice(0, 27), onClose.mock.calls.length]).toEqual(["The link couldn’t be delete", 0]);
  await act(async () => fireEvent.click(screen.getByRole("button", { name: "Try again" })));
  expect(onClose).toHaveBeenCalledTimes(1);
});

test("a second close does not wait for a host that hangs", async () => {
  const deletion = new Promise<boolean>(() => {});
  withdrawLink.mockReturnValueOnce(deletion);
  const { onClose } = await linkDialog();
  await close();
  expect([status(), onClose.mock.calls.length]).toEqual(["Deleting the link…", 0]);
  await act(async () => fireEvent.click(screen.getAllByRole("button", { name: "Close" })[0] as HTMLElement));
  expect(onClose).toHaveBeenCalledTimes(1);
  await pass(9_000);
  expect(withdrawLink.mock.calls[0]?.[1]?.aborted).toBe(true);
});

test.each([
  [true, /^This device has deleted the link/],
  [false, /^The link couldn’t be deleted and works until/],
])("a page that comes back checks the deletion that it sent when it was left (%p)", async (isDeleted, text) => {
  const withdraw = jest.fn();
  partingWithdrawal.mockResolvedValue(withdraw);
  await linkDialog();
  await act(async () => dispatchEvent(new Event("pagehide")));
  expect([withdraw.mock.calls.length, status()]).toEqual([1, "Deleting the link…"]);
  withdrawLink.mockResolvedValueOnce(isDeleted);
  await act(async () => dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true })));
  expect(status()).toMatch(text);
});

test("the desktop app asks to copy the link", async () => {
  process.env.BUILD_APP = "1";
  try {
    await linkDialog();
    expect(screen.getByText(/^Copy the link/)).toBeVisible();
    expect(screen.queryByText(/Scan|open the link/)).toBeNull();
  } finally {
    delete process.env.BUILD_APP;
  }
});

test("without a QR code, nothing asks to scan or open the link", async () => {
  await linkDialog({ link: `https://chat.example/artifacts#2.d.a.${"b".repeat(3_000)}` });
  expect(screen.getByText(/^Copy the link. On the other device, choose “Use a link”/)).toBeVisible();
  expect(screen.queryByText(/Scan|open the link/)).toBeNull();
});
