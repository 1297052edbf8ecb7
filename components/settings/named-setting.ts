import { keepInPlace } from "@/components/ui/keep-in-place";

/** Selector of the controls in a row. */
const controls = 'input, select, textarea, button, summary, [role="radio"][tabindex="0"]';

/** Ends holding the previous scroll target in position. */
let letGo = () => {};

/** Keeps a section or a row in view while the parts above it still render. */
function keepSetting(named: HTMLElement): void {
  letGo();
  const scroller = named.closest<HTMLElement>("[data-scroller]");
  if (scroller) letGo = keepInPlace(scroller, () => named.scrollIntoView());
}

/** Keeps the target of the URL hash in view; the browser has scrolled to it. */
export function keepNamedSetting(): void {
  const named = document.getElementById(location.hash.slice(1));
  if (named) keepSetting(named);
}

/**
 * Scrolls to the section, the row or the field in the URL hash. Focuses a section's heading, so that a screen reader
 * begins there, and otherwise the first control of the setting.
 */
export function goToNamedSetting(): void {
  const named = document.getElementById(location.hash.slice(1));
  if (!named) return;
  const isRow = named.dataset.row !== undefined;
  const details = isRow ? named.querySelector("details") : named.closest("details");
  details?.setAttribute("open", "");
  named.scrollIntoView();
  keepSetting(named);
  if (named.tagName === "SECTION") focusHeading(named);
  else named.querySelector<HTMLElement>(isRow ? controls : "input, textarea")?.focus({ preventScroll: true });
  if (isRow) named.dataset.named = "";
}

function focusHeading(section: HTMLElement): void {
  const heading = section.querySelector<HTMLElement>("h2, h3, h4");
  if (!heading) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}
