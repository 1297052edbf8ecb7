import type { TextByLanguage } from "@/lib/brand/brand";
import { storageError } from "@/lib/storage/documents";
import { localKeys } from "@/lib/storage/local-keys";
import { report } from "@/store/base/ui";

const dismissedKey = localKeys.bannerDismissed;
const announcementKey = localKeys.announcementDismissed;

/** Whether the banner was dismissed on this device; the first time, notes that it was not. */
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
  note(dismissedKey, "true");
}

/** Whether an announcement of just these words was dismissed on this device. */
export function isAnnouncementDismissed(text: TextByLanguage): boolean {
  try {
    return localStorage.getItem(announcementKey) === JSON.stringify(text);
  } catch {
    return false;
  }
}

/** Remembers which announcement was dismissed last. */
export function dismissAnnouncement(text: TextByLanguage): void {
  note(announcementKey, JSON.stringify(text));
}

function note(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch (thrown) {
    report(storageError(thrown));
  }
}
