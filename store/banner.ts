import { storageError } from "@/lib/storage/documents";
import { report } from "@/store/ui";

const dismissedKey = "bannerDismissed";

/** Tells whether the banner was dismissed on this device; the first time, notes that it was not (§1.18). */
export function isBannerDismissed(): boolean {
  try {
    const stored = localStorage.getItem(dismissedKey);
    if (stored === null) localStorage.setItem(dismissedKey, "false");
    return stored === "true";
  } catch {
    // A browser that keeps nothing was reported at start.
    return false;
  }
}

/** Remembers that the banner was dismissed. */
export function dismissBanner(): void {
  try {
    localStorage.setItem(dismissedKey, "true");
  } catch (thrown) {
    report(storageError(thrown));
  }
}
