/** The sections of the settings screen, in order; each is the end of an address, as the name of each row is. */
export const settingsSections = ["general", "reading", "masks", "access", "model", "data", "reset"] as const;

/** What a row may be operated by. */
const controls = 'input, select, textarea, button, summary, [role="radio"][tabindex="0"]';

/** Brings the section or the row that the address names into view, and its first control the focus. */
export function goToNamedSetting(): void {
  const named = document.getElementById(location.hash.slice(1));
  if (!named) return;
  const isRow = named.dataset.row !== undefined;
  if (isRow) named.querySelector("details")?.setAttribute("open", "");
  named.scrollIntoView();
  named.querySelector<HTMLElement>(isRow ? controls : "input")?.focus({ preventScroll: true });
  if (isRow) named.dataset.named = "";
}
