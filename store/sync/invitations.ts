import type { Environment } from "@/lib/environment";
import { AppError } from "@/lib/errors";
import { parseSafely } from "@/lib/import/safe-json";
import { browserEnvironment } from "@/lib/platform/browser-environment";
import { screenAddress } from "@/lib/platform/build-info";
import { holdTabLock } from "@/lib/platform/held-locks";
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
import { isLocationEncrypted, isSyncConfigured, type SyncSettings, syncLocation } from "@/lib/settings/sync-settings";
import { bytesOfBase64 } from "@/lib/storage/blobs";
import { isSameValue } from "@/lib/sync/fingerprint";
import { type Remote, syncError } from "@/lib/sync/remote";
import type { CallLimits } from "@/lib/sync/send";
import { useChats } from "@/store/chats/chats";
import { tabContext } from "@/store/records/records";
import {
  type Invitation,
  type LinkedLocation,
  readInvitation,
  readLinkedLocation,
  writeLinkedLocation,
} from "@/store/sync/invitation-contents";
import { invitationLimits, linkRemote, rootLimits } from "@/store/sync/link-remote";
import { invitationLock, type MadeLink } from "@/store/sync/made-links";
import { runInBackground } from "@/store/sync/run-sync";
import { knownKeyId } from "@/store/sync/stored-invitations";
import { useSync } from "@/store/sync/sync";
import { startAutomaticSync } from "@/store/sync/sync-automatic";
import { lastClearing } from "@/store/sync/sync-once";
import { orderOf } from "@/store/sync/sync-order";
import { joinLock } from "@/store/sync/sync-session";
import type { SyncStore } from "@/store/sync/sync-state";

/** Lifetime of a link, in milliseconds. */
const lifetimeMs = 600_000;
/** Difference of two clocks that is accepted, in milliseconds. */
const toleranceMs = 300_000;
/** Maximum length of a remote file, in characters. */
const maxChars = 2_000_000;

/** Reasons that this device cannot make a link. */
export type LinkObstacle = "folder" | "readable" | "unready" | "unshowable";

/** Returns the reason that no link can be made now, if there is one. */
export function linkObstacle({
  settings,
  error,
  question,
}: Pick<SyncStore, "settings" | "error" | "question">): LinkObstacle | undefined {
  if (settings.provider === "folder") return "folder";
  if (!isLocationEncrypted(settings)) return settings.isEncrypted ? "unready" : "readable";
  const isStopped = settings.isPaused || question !== undefined || error?.details.problem !== undefined;
  if (isStopped) return "unready";
  return readLinkedLocation(writeLinkedLocation(settings, 1) ?? "") ? undefined : "unshowable";
}

/** Stores an invitation at the location, and returns its link. Throws AppError. */
export async function makeLink(passphrase: string, env: Environment = browserEnvironment): Promise<MadeLink> {
  const { settings } = useSync.getState();
  const secret = newInvitationSecret();
  const name = invitationName(secret);
  const expires = env.now() + lifetimeMs;
  const chats = useChats.getState().sessions.filter(({ messageCount }) => messageCount > 0).length;
  // Before the invitation is noted, so that no other tab takes it for one that a crash has left.
  const release = await holdTabLock(invitationLock(name));
  try {
    const clearing = await lastClearing(tabContext);
    const order = { ...(await orderOf(settings, { isAgreed: false })), clearing };
    await runInBackground({ ...order, invitation: { passphrase, secret, expires, chats } }, () => {});
    const fragment = await writeDeviceLink(writeLinkedLocation(settings, expires) ?? "", secret);
    const link = linkTo(screenAddress(`/artifacts#${fragment}`));
    return { link, name, expires, settings, release };
  } catch (thrown) {
    release();
    throw thrown;
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
  open(settings: SyncSettings, limits: CallLimits): Promise<Remote>;
  /** Returns the id of the key that this device has for a location. */
  keyIdFor(location: string): Promise<string | undefined>;
}

const reader = (): LinkReader => ({
  env: browserEnvironment,
  current: useSync.getState().settings,
  open: linkRemote,
  keyIdFor: (location) => knownKeyId(tabContext.records.requireDatabase(), location),
});

/**
 * Opens the invitation of a link, which stays at the location. A link may lead to any server, so little is read. Throws
 * AppError if the location cannot be reached.
 */
export async function openLink(
  link: string,
  signal?: AbortSignal,
  given: LinkReader = reader(),
): Promise<OpenedLink | LinkProblem> {
  const read = await readDeviceLink(link);
  if (read === "newer") return "newer";
  const linked = read === "broken" ? undefined : readLinkedLocation(read.text);
  if (read === "broken" || !linked) return "cut";
  const { secret } = read;
  const { settings, expires } = linked;
  // Nothing is deleted before the confirmation.
  if (given.env.now() > expires + toleranceMs) return "expired";
  const { objects } = await given.open(settings, { ...invitationLimits, signal });
  const bytes = await unlessAltered(objects.read(invitationName(secret)));
  if (bytes === "altered") return bytes;
  const keyId = await keyIdAt(await given.open(settings, { ...rootLimits, signal }));
  if (keyId === undefined) return "empty";
  if (keyId === "newer") return "newer";
  if (isSameWay(settings, given.current) && (await given.keyIdFor(syncLocation(settings))) === keyId.id)
    return "already";
  if (!bytes) return "gone";
  const opened = await openInvitation(bytes, secret, expires);
  if (typeof opened === "string") return opened;
  const invitation = readInvitation(opened.text);
  const dataKey = invitation && bytesOfBase64(invitation.key);
  if (!invitation || !dataKey) return "altered";
  if (invitation.keyId !== keyId.id) return "other-key";
  return { ...linked, secret, invitation, dataKey: new Uint8Array(dataKey) };
}

/** Whether this device syncs with a location already, with the same credentials and proxy. */
function isSameWay(linked: LinkedLocation["settings"], current: SyncSettings): boolean {
  if (!isLocationEncrypted(current)) return false;
  const written = [linked, current].map((settings) => writeLinkedLocation(settings, 1) ?? "");
  const [there, here] = written.map((text) => readLinkedLocation(text)?.settings);
  return there !== undefined && isSameValue(there, here);
}

/** Returns the id of the key at a location; undefined if nothing encrypted is there. */
async function keyIdAt(remote: Remote): Promise<{ readonly id: string } | "newer" | undefined> {
  const read = await unlessAltered(remote.get());
  // A text beyond the limits lists no objects.
  if (read === "altered") return undefined;
  const parsed = parseSafely(read.text, { maxChars });
  const file = parsed.ok ? readSealedFile(parsed.value) : undefined;
  if (file === "newer") return file;
  return file && file !== "damaged" ? { id: file.header.keyId } : undefined;
}

/** Returns what is read at a location; `altered` if it exceeds a limit. */
async function unlessAltered<T>(reading: Promise<T>): Promise<T | "altered"> {
  try {
    return await reading;
  } catch (thrown) {
    if (thrown instanceof AppError && thrown.details.problem === "altered") return "altered";
    throw thrown;
  }
}

/** The use of a link on this device. */
export interface LinkUse {
  /** Whether this device has sent the deletion, whose answer may have been lost. */
  isSent: boolean;
}

/**
 * Deletes the invitation of a link, so that it works once. Returns the reason if that is not certain; then the link must
 * not be used. Throws AppError, or the reason of the signal. It can be repeated with the same `use`.
 */
export async function spendLink(
  { settings, secret }: OpenedLink,
  use: LinkUse,
  signal?: AbortSignal,
  { open }: Pick<LinkReader, "open"> = reader(),
): Promise<LinkProblem | undefined> {
  const name = invitationName(secret);
  const { objects } = await open(settings, { ...invitationLimits, signal });
  if (!(await objects.read(name))) return use.isSent ? undefined : "gone";
  // The user has closed the dialog, so the link remains for another attempt.
  signal?.throwIfAborted();
  use.isSent = true;
  await objects.remove(name, true);
  return (await objects.read(name)) ? "undeleted" : undefined;
}

/** The choices of the user in the confirmation. */
export interface JoinChoices {
  /** Whether API keys and codes are synced, too. */
  readonly withKeys: boolean;
  readonly isAutomatic: boolean;
}

/** Returns the choices before the user changes them: those of the other device, and those of this device. */
export function usualChoices({ invitation }: Pick<OpenedLink, "invitation">): JoinChoices {
  const { settings } = useSync.getState();
  return {
    withKeys: invitation.withKeys || settings.withKeys,
    isAutomatic: invitation.isAutomatic || settings.isAutomatic,
  };
}

/**
 * Sets up the sync of an opened link whose invitation was deleted, and syncs. Local chats are merged. Returns whether it
 * completed, or waits for an answer or after a pause; otherwise the reason. Then the former settings are back, and it can
 * be repeated. If the signal aborts before the sync begins, nothing changes; later, the sync pauses.
 */
export async function joinSync(
  { settings, invitation, dataKey }: OpenedLink,
  { withKeys, isAutomatic }: JoinChoices,
  signal?: AbortSignal,
): Promise<"done" | "waiting" | AppError> {
  const { provider, useProxy, proxyUrl } = settings;
  const { keyId } = invitation;
  const place = { provider, [provider]: settings[provider], useProxy, proxyUrl };
  await untilIdle(signal);
  if (signal?.aborted) return "waiting";
  const before = useSync.getState();
  const joined = syncLocation({ ...before.settings, ...place });
  const times = joined === syncLocation(before.settings) ? {} : { lastSyncTime: 0 };
  const options = { withKeys, isAutomatic, isEncrypted: true, encryptedLocation: "" };
  const kept = await keepFormer(before.settings, joined);
  if (signal?.aborted) {
    kept.release();
    return "waiting";
  }
  before.change({ ...place, ...times, ...options, ...kept.patch });
  const pause = () => useSync.getState().pause();
  signal?.addEventListener("abort", pause);
  const isDone = await useSync.getState().changeSealing({ kind: "invited", keyId, dataKey });
  signal?.removeEventListener("abort", pause);
  const { question, error, settings: reached } = useSync.getState();
  const hasKey = async () => (await knownKeyId(tabContext.records.requireDatabase(), joined)) === keyId;
  // A sync that was paused before it had stored the key cannot go on.
  const isPaused = error === undefined && reached.isPaused && (await hasKey());
  if (!isDone && question === undefined && !isPaused) {
    // Settings of another location are the user's, and stay.
    const former = syncLocation(reached) === joined ? before.settings : {};
    // Also what was absent before.
    useSync.getState().change({ formerSync: undefined, ...former });
    return error ?? syncError("unreachable");
  }
  // Nothing is synced automatically before the question is answered or the pause ends.
  if (isAutomatic) startAutomaticSync();
  return isDone ? "done" : "waiting";
}

/**
 * Returns the former settings, to be stored until the first sync at another location succeeds. Until then or `release`,
 * this tab holds a lock, so that no other one restores them.
 */
async function keepFormer(settings: SyncSettings, joined: string) {
  const { formerSync, ...current } = settings;
  if (!isSyncConfigured(current)) return { patch: {}, release() {} };
  const unlock = await holdTabLock(joinLock);
  const stop = useSync.subscribe(({ settings: reached }, { settings: previous }) => {
    if (!reached.formerSync && previous.formerSync) release();
  });
  function release() {
    stop();
    unlock();
  }
  return { patch: { formerSync: { settings: formerSync?.settings ?? current, joined } }, release };
}

/** Waits for another sync that runs, such as an automatic one. */
function untilIdle(signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const stop = useSync.subscribe(check);
    signal?.addEventListener("abort", end);
    check();
    function check() {
      if (useSync.getState().phase === undefined) end();
    }
    function end() {
      stop();
      signal?.removeEventListener("abort", end);
      resolve();
    }
  });
}
