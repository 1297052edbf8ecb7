/** @jest-environment jsdom */
import "../../support/jsdom-platform";
import { act, render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { SealingRows } from "@/components/settings/sealing-rows";
import { AppError } from "@/lib/errors";
import { readRecoveryCode } from "@/lib/sealing/recovery-code";
import { readSyncSettings, syncLocation } from "@/lib/settings/sync-settings";
import { useSync } from "@/store/sync/sync";
import type { LocationContent, SealingChange } from "@/store/sync/sync-messages";
import { WithMessages } from "../../support/with-messages";

const settings = readSyncSettings({
  webdav: { endpoint: "https://cloud.example", username: "u", password: "p" },
  isEncrypted: true,
});
const encrypted = { ...settings, encryptedLocation: syncLocation(settings) };

/** Renders the rows with a location, and returns the changes that they make. */
function open(given: typeof settings, content: LocationContent = "empty"): SealingChange[] {
  const changes: SealingChange[] = [];
  useSync.setState({
    ...useSync.getInitialState(),
    settings: given,
    look: async () => content,
    async changeSealing(change) {
      changes.push(change);
      return true;
    },
  });
  render(<SealingRows />, { wrapper: WithMessages });
  return changes;
}

const press = (name: string) => userEvent.click(screen.getByRole("button", { name }));
const dialog = (name: string) => screen.findByRole("dialog", { name });

async function type(label: string | RegExp, text: string) {
  const field = await screen.findByLabelText(label);
  await userEvent.clear(field);
  await userEvent.type(field, text);
}

/** Confirms the recovery code with a group of it, and returns the code. */
async function confirmCode(group: (code: string) => string): Promise<string> {
  const saving = await dialog("Save your recovery code");
  const code = saving.querySelector("code")?.textContent ?? "";
  await type(/third group/, group(code));
  await press("Encrypt and sync");
  return code;
}

test("setting up asks for a long passphrase twice, and for a part of the recovery code", async () => {
  const changes = open(settings);
  await press("Set up encryption");
  await dialog("Set up encryption");
  await type("Passphrase", "short");
  await press("Continue");
  expect(screen.getByText("Use at least 10 characters.")).toBeVisible();
  await type("Passphrase", "correct horse");
  await type("Repeat the passphrase", "correct house");
  await press("Continue");
  expect(screen.getByText("The two entries don’t match.")).toBeVisible();
  await type("Repeat the passphrase", "correct horse");
  await press("Continue");
  const code = await confirmCode(() => "00000");
  expect(screen.getByText("The two entries don’t match.")).toBeVisible();
  expect(changes).toEqual([]);
  await confirmCode((shown) => shown.split("-")[2]?.toLowerCase() ?? "");
  expect(readRecoveryCode(code)).toBe(code);
  expect(changes).toEqual([{ kind: "set-up", passphrase: "correct horse", recoveryCode: code }]);
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("only a readable location warns that other clients can no longer read it", async () => {
  open(settings, "readable");
  await press("Set up encryption");
  expect(within(await dialog("Set up encryption")).getByText(/NextChat and older app versions/)).toBeVisible();
});

test("an encrypted location asks for the passphrase or the recovery code", async () => {
  const changes = open(settings, "encrypted");
  await press("Set up encryption");
  await dialog("Enter the passphrase");
  await press("Unlock and sync");
  expect(changes).toEqual([]);
  await type("Passphrase or recovery code", "correct horse");
  await press("Unlock and sync");
  expect(changes).toEqual([{ kind: "unlock", secret: "correct horse" }]);
});

test("the passphrase is changed with the current one, and the key without it", async () => {
  const changes = open(encrypted);
  await press("Change passphrase");
  const change = await dialog("Change passphrase");
  await type("Current passphrase or recovery code", "the old one");
  await type("Passphrase", "a new passphrase");
  await type("Repeat the passphrase", "a new passphrase");
  await userEvent.click(within(change).getByRole("button", { name: "Change passphrase" }));
  await press("New key");
  await dialog("New key");
  await type("Passphrase", "after the loss");
  await type("Repeat the passphrase", "after the loss");
  await press("Continue");
  const recoveryCode = await confirmCode((code) => code.split("-")[2] ?? "");
  expect(changes).toEqual([
    { kind: "change-passphrase", current: "the old one", passphrase: "a new passphrase" },
    { kind: "renew", passphrase: "after the loss", recoveryCode },
  ]);
});

test("turning encryption off asks first where there is an encrypted file, and not before", async () => {
  const changes = open(encrypted);
  const toggle = screen.getByRole("switch", { name: "End-to-end encryption" });
  await userEvent.click(toggle);
  expect(changes).toEqual([]);
  await userEvent.click(screen.getByRole("button", { name: "Cancel" }));
  expect(toggle).toBeChecked();
  await userEvent.click(toggle);
  await press("Turn off encryption");
  expect(changes).toEqual([{ kind: "turn-off" }]);
});

test("a location without a key is turned readable at once", async () => {
  const changes = open(settings);
  await userEvent.click(screen.getByRole("switch", { name: "End-to-end encryption" }));
  expect(screen.getByText("Readable by the host")).toBeVisible();
  expect([useSync.getState().settings.isEncrypted, changes]).toEqual([false, []]);
});

test("encryption that could not be turned off says why, until it is tried again", async () => {
  open(encrypted);
  useSync.setState({
    async changeSealing() {
      act(() => useSync.setState({ error: new AppError("sync-failed", { problem: "altered" }) }));
      return false;
    },
  });
  const toggle = screen.getByRole("switch", { name: "End-to-end encryption" });
  await userEvent.click(toggle);
  await press("Turn off encryption");
  expect(await screen.findByRole("alert")).toHaveTextContent(
    "Sync Fail: The encrypted file was altered or is damaged. It was left untouched. Restore an earlier version at the host, or move the file elsewhere.",
  );
  expect(toggle).toBeChecked();
  await userEvent.click(toggle);
  expect(screen.queryByRole("alert")).toBeNull();
});

test("an error of another sync is not shown at the encryption", () => {
  open(encrypted);
  act(() => useSync.setState({ error: new AppError("sync-failed", { problem: "altered" }) }));
  expect(screen.queryByRole("alert")).toBeNull();
});

test("the recovery code is printed alone", async () => {
  open(settings);
  const printed: (string | null)[] = [];
  const sheet = () => document.querySelector("body > pre");
  window.print = () => printed.push(sheet()?.textContent ?? null);
  await press("Set up encryption");
  await dialog("Set up encryption");
  await type("Passphrase", "correct horse");
  await type("Repeat the passphrase", "correct horse");
  await press("Continue");
  const saving = await dialog("Save your recovery code");
  await press("Print");
  expect(printed).toEqual([saving.querySelector("code")?.textContent]);
  act(() => void dispatchEvent(new Event("afterprint")));
  expect(sheet()).toBeNull();
});
