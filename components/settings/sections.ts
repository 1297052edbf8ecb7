/** The sections of the settings screen, in order; each is the end of an address. */
export const settingsSections = ["general", "reading", "masks", "access", "model", "data", "reset"] as const;

/** Answers the id of the row of a setting, which is the end of its address, too. */
export function settingRowId(name: string): string {
  return `setting-${name}`;
}

/** Brings the section or the row that the address names into view, and its first control the focus. */
export function goToNamedSetting(): void {
  const named = document.getElementById(location.hash.slice(1));
  named?.scrollIntoView({ block: named.tagName === "SECTION" ? "start" : "center" });
  const control =
    named?.querySelector<HTMLElement>("input") ?? named?.querySelector<HTMLElement>("select, button, textarea");
  control?.focus({ preventScroll: true });
}
