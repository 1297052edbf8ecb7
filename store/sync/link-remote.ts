import { browserEnvironment } from "@/lib/platform/browser-environment";
import type { SyncSettings } from "@/lib/settings/sync-settings";
import type { Remote } from "@/lib/sync/remote";
import type { CallLimits } from "@/lib/sync/send";
import { openRemote } from "@/store/sync/open-remote";
import { wayOf } from "@/store/sync/sync-order";

/** Limits of the reading, writing and deletion of one invitation, which is small. */
export const invitationLimits: CallLimits = { calls: 8, bytes: 64_000 };
/** Limits of the reading of the file of an encrypted location, which lists objects. */
export const rootLimits: CallLimits = { calls: 12, bytes: 1_100_000 };

/** Opens the location of a link. */
export function linkRemote(settings: SyncSettings, limits: CallLimits = {}): Promise<Remote> {
  return openRemote(settings, wayOf(settings), browserEnvironment, limits);
}
