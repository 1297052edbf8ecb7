import type { Environment } from "@/lib/environment";
import type { AppError } from "@/lib/errors";
import { parseSafely } from "@/lib/import/safe-json";
import { browserEnvironment } from "@/lib/platform/browser-environment";
import { screenAddress } from "@/lib/platform/build-info";
import { linkTo } from "@/lib/platform/link-to";
import {
  type InvitationSecret,
  invitationName,
  newInvitationSecret,
  openInvitation,
  readDeviceLink,
  writeDeviceLink,
} from "@/lib/sealing/invitation";
import { readSealedFile } from "@/lib/sealing/sealed-file";
import { isLocationEncrypted, type SyncSettings, syncLocation } from "@/lib/settings/sync-settings";
import { bytesOfBase64 } from "@/lib/storage/blobs";
import { type Remote, syncError } from "@/lib/sync/remote";
import { useChats } from "@/store/chats/chats";
import { tabContext } from "@/store/records/records";
import {
  type Invitation,
  type LinkedLocation,
  readInvitation,
  readLinkedLocation,
  writeLinkedLocation,
} from "@/store/sync/invitation-contents";
import { openRemote } from "@/store/sync/open-remote";
import { removeInvitations } from "@/store/sync/stored-invitations";
import { lastClearing, orderOf, runInBackground, type SyncStore, useSync, wayOf } from "@/store/sync/sync";
import { startAutomaticSync } from "@/store/sync/sync-automatic";

/** Lifetime of a link, in milliseconds. */
const lifetimeMs = 600_000;
/** Difference of two clocks that is accepted, in milliseconds. */
const toleranceMs = 300_000;
/** Maximum length of a remote file, in characters. */
const maxChars = 400_000_000;

/** A link for another device. */
export interface MadeLink {
  readonly link: string;
  /** Name of its invitation at the location. */
  readonly name: string;
  /** In milliseconds since the epoch. */
  readonly expires: number;
}

/** Reasons that this device cannot make a link. */
export type LinkObstacle = "folder" | "readable" | "unready";

/** Returns the reason that no link can be made now, if there is one. */
export function linkObstacle({
  settings,
  error,
  question,
}: Pick<SyncStore, "settings" | "error" | "question">): LinkObstacle | undefined {
  if (settings.provider === "folder") return "folder";
  if (!isLocationEncrypted(settings)) return settings.isEncrypted ? "unready" : "readable";
  const isStopped = settings.isPaused || question !== undefined || error?.details.problem !== undefined;
  return isStopped ? "unready" : undefined;
}

/** Stores an invitation at the location, and returns its link. Throws AppError. */
export async function makeLink(passphrase: string, env: Environment = browserEnvironment): Promise<MadeLink> {
  const { settings } = useSync.getState();
  const secret = newInvitationSecret();
  const expires = env.now() + lifetimeMs;
  const chats = useChats.getState().sessions.filter(({ messageCount }) => messageCount > 0).length;
  const clearing = await lastClearing(tabContext);
  const order = { ...(await orderOf(settings, { isAgreed: false })), clearing };
  await runInBackground({ ...order, invitation: { passphrase, secret, expires, chats } }, () => {});
  const fragment = await writeDeviceLink(writeLinkedLocation(settings, expires) ?? "", secret);
  const link = linkTo(screenAddress(`/artifacts#${fragment}`));
  return { link, name: invitationName(secret), expires };
}

/** Whether the invitation of a link is still at the location: another device deletes it when it uses the link. */
export async function isUnused({ name }: MadeLink): Promise<boolean> {
  return (await (await remoteOf(useSync.getState().settings)).objects.read(name)) !== undefined;
}

/** Deletes all invitations that this device has stored at its location. Never throws. */
export async function withdrawLinks(settings: SyncSettings = useSync.getState().settings): Promise<void> {
  try {
    const place = { database: tabContext.records.requireDatabase(), remote: await remoteOf(settings) };
    await removeInvitations(settings, place, () => true);
  } catch (error) {
    // A later sync deletes them.
    console.warn("Could not delete an invitation.", error);
  }
}

/** Reasons that a link is not used. */
export type LinkProblem =
  | "cut"
  | "newer"
  | "expired"
  | "gone"
  | "altered"
  | "other-key"
  | "empty"
  | "already"
  | "undeleted";

/** A link whose invitation was opened. */
export interface OpenedLink extends LinkedLocation {
  readonly secret: InvitationSecret;
  readonly invitation: Invitation;
  readonly dataKey: Uint8Array<ArrayBuffer>;
}

/** The clock, the settings and the locations with which a link is read. */
export interface LinkReader {
  readonly env: Pick<Environment, "now">;
  readonly current: SyncSettings;
  open(settings: SyncSettings): Promise<Remote>;
}

const reader = (): LinkReader => ({
  env: browserEnvironment,
  current: useSync.getState().settings,
  open: remoteOf,
});

/** Opens the invitation of a link, which stays at the location. Throws AppError if that cannot be reached. */
export async function openLink(link: string, given: LinkReader = reader()): Promise<OpenedLink | LinkProblem> {
  const read = await readDeviceLink(link);
  if (read === "newer") return "newer";
  const linked = read === "broken" ? undefined : readLinkedLocation(read.text);
  if (read === "broken" || !linked) return "cut";
  const { secret } = read;
  const { settings, expires } = linked;
  const isSame = syncLocation(settings) === syncLocation(given.current);
  if (isSame && isLocationEncrypted(given.current)) return "already";
  const remote = await given.open(settings);
  // Nothing is deleted before the confirmation: the link may lead to any server.
  if (given.env.now() > expires + toleranceMs) return "expired";
  const bytes = await remote.objects.read(invitationName(secret));
  const keyId = await keyIdAt(remote);
  if (keyId === undefined) return "empty";
  if (keyId === "newer") return "newer";
  if (!bytes) return "gone";
  const opened = await openInvitation(bytes, secret, expires);
  if (typeof opened === "string") return opened;
  const invitation = readInvitation(opened.text);
  const dataKey = invitation && bytesOfBase64(invitation.key);
  if (!invitation || !dataKey) return "altered";
  if (invitation.keyId !== keyId.id) return "other-key";
  return { ...linked, secret, invitation, dataKey: new Uint8Array(dataKey) };
}

/** Returns the id of the key at a location; undefined if nothing encrypted is there. */
async function keyIdAt(remote: Remote): Promise<{ readonly id: string } | "newer" | undefined> {
  const parsed = parseSafely((await remote.get()).text, { maxChars });
  const file = parsed.ok ? readSealedFile(parsed.value) : undefined;
  if (file === "newer") return file;
  return file && file !== "damaged" ? { id: file.header.keyId } : undefined;
}

/** The use of a link on this device. */
export interface LinkUse {
  /** Whether this device has sent the deletion, whose answer may have been lost. */
  isSent: boolean;
}

/**
 * Deletes the invitation of a link, so that it works once. Returns the reason if that is not certain; then the link must
 * not be used. Throws AppError. It can be repeated with the same `use`.
 */
export async function spendLink(
  { settings, secret }: OpenedLink,
  use: LinkUse,
  { open }: Pick<LinkReader, "open"> = reader(),
): Promise<LinkProblem | undefined> {
  const name = invitationName(secret);
  const { objects } = await open(settings);
  if (!(await objects.read(name))) return use.isSent ? undefined : "gone";
  use.isSent = true;
  await objects.remove(name);
  return (await objects.read(name)) ? "undeleted" : undefined;
}

/**
 * Sets up the sync of an opened link whose invitation was deleted, and syncs. Local chats are merged. Returns whether it
 * completed, or waits for an answer or after a pause; otherwise the reason. Then the former settings are back, and it can
 * be repeated.
 */
export async function joinSync({ settings, invitation, dataKey }: OpenedLink): Promise<"done" | "waiting" | AppError> {
  const { provider, useProxy, proxyUrl } = settings;
  const { withKeys, isAutomatic, keyId } = invitation;
  const place = { provider, [provider]: settings[provider], useProxy, proxyUrl };
  const before = useSync.getState();
  if (before.phase !== undefined) return syncError("unreachable");
  const isNew = syncLocation({ ...before.settings, ...place }) !== syncLocation(before.settings);
  const times = isNew ? { lastSyncTime: 0 } : {};
  const options = { withKeys, isAutomatic: isAutomatic || before.settings.isAutomatic };
  before.change({ ...place, ...times, ...options, isEncrypted: true, encryptedLocation: "" });
  const isDone = await useSync.getState().changeSealing({ kind: "invited", keyId, dataKey });
  const { question, error, settings: reached } = useSync.getState();
  if (!isDone && question === undefined && !reached.isPaused) {
    useSync.getState().change(before.settings);
    return error ?? syncError("unreachable");
  }
  if (isDone && isAutomatic) startAutomaticSync();
  return isDone ? "done" : "waiting";
}

async function remoteOf(settings: SyncSettings): Promise<Remote> {
  return openRemote(settings, wayOf(settings), browserEnvironment);
}
