import type { TextByLanguage } from "@/lib/brand/brand";
import { storageError } from "@/lib/storage/documents";
import { localKeys } from "@/lib/storage/local-keys";
import { report } from "@/store/base/ui";

const dismissedKey = localKeys.bannerDismissed;
const announcementKey = localKeys.announcementDismissed;

/** Whether the banner was dismissed on this device. The first call stores that it was not. */
export function isBannerDismissed(): boolean {
  try {
    const stored = localStorage.getItem(dismissedKey);
    if (stored === null) localStorage.setItem(dismissedKey, "false");
    return stored === "true";
  } catch {
    // Storage that does not work was reported at startup.
    return false;
  }
}

export function dismissBanner(): void {
  note(dismissedKey, "true");
}

/** Whether an announcement with exactly this text was dismissed on this device. */
export function isAnnouncementDismissed(text: TextByLanguage): boolean {
  try {
    return localStorage.getItem(announcementKey) === JSON.stringify(text);
  } catch {
    return false;
  }
}

/** Stores the text of the announcement that was dismissed last. */
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
