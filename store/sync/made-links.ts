import { heldTabLocks } from "@/lib/platform/held-locks";
import { type SyncSettings, syncLocation } from "@/lib/settings/sync-settings";
import type { CallLimits } from "@/lib/sync/send";
import { tabContext } from "@/store/records/records";
import { invitationLimits, linkRemote } from "@/store/sync/link-remote";
import { readStoredInvitations, removeInvitations } from "@/store/sync/stored-invitations";
import { useSync } from "@/store/sync/sync";

/** A link for another device. */
export interface MadeLink {
  readonly link: string;
  /** Name of its invitation at the location. */
  readonly name: string;
  /** In milliseconds since the epoch. */
  readonly expires: number;
  /** The settings with which it was made: the user may change them while its dialog is open. */
  readonly settings: SyncSettings;
  /** Releases the lock that shows other tabs that its dialog is open. */
  release(): void;
}

/** Returns the name of the lock that a tab holds while the dialog of an invitation is open. */
export function invitationLock(name: string): string {
  return `parley-invitation-${name}`;
}

/** Whether the invitation of a link is at the location: another device deletes it when it uses the link. */
export async function isUnused({ name, settings }: MadeLink, signal: AbortSignal): Promise<boolean> {
  const { objects } = await linkRemote(settings, { ...invitationLimits, signal });
  return (await objects.read(name)) !== undefined;
}

/** Whether this device has deleted the invitation of a link, in any tab. */
export async function isWithdrawn({ name, settings }: MadeLink): Promise<boolean> {
  const stored = await readStoredInvitations(tabContext.records.requireDatabase());
  return stored[syncLocation(settings)]?.every((each) => each.name !== name) ?? true;
}

/** Deletes the invitation of a link. Returns whether that is certain. Never throws. */
export async function withdrawLink({ name, settings, release }: MadeLink, signal?: AbortSignal): Promise<boolean> {
  const isDeleted = await withdraw(settings, (each) => each.name === name, { signal });
  release();
  return isDeleted;
}

/** Prepares the deletion of an invitation when its page is left: the time then suffices for nothing else. */
export async function partingWithdrawal({ name, settings }: MadeLink): Promise<() => void> {
  const { objects } = await linkRemote(settings, { outlivesPage: true });
  return () => {
    // It remains noted, so a later dialog or sync deletes what is left.
    objects.remove(name, true).catch(() => {});
  };
}

/** Deletes all invitations of this device at its location. Returns whether that is certain. Never throws. */
export function withdrawAll(
  signal: AbortSignal,
  settings: SyncSettings = useSync.getState().settings,
): Promise<boolean> {
  return withdraw(settings, () => true, { signal });
}

/** Deletes invitations of this device that have expired or whose tab is gone, as after a crash. Never throws. */
export async function withdrawLeft(settings: SyncSettings = useSync.getState().settings): Promise<void> {
  const now = Date.now();
  const held = await heldTabLocks();
  // Without Web Locks, another tab may still show a link.
  await withdraw(settings, ({ name, expires }) => expires <= now || held?.has(invitationLock(name)) === false);
}

async function withdraw(
  settings: SyncSettings,
  isUnneeded: Parameters<typeof removeInvitations>[2],
  limits?: CallLimits,
): Promise<boolean> {
  try {
    const place = { database: tabContext.records.requireDatabase(), remote: await linkRemote(settings, limits) };
    return await removeInvitations(settings, place, isUnneeded);
  } catch (error) {
    // A later sync deletes them.
    console.warn("Could not delete an invitation.", error);
    return false;
  }
}
