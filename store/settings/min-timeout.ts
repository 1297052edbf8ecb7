import { minTimeouts } from "@/lib/engine/reply-timeout";
import { useSettings } from "@/store/settings/settings";

/** Returns the minimum time that a model may be silent, as the user has chosen, in milliseconds; 0 for the default. */
export function minTimeoutMs(): number {
  return minTimeouts[useSettings.getState().replyTimeout];
}
