import { keepInPlace } from "@/components/ui/keep-in-place";

/** What a row may be operated by. */
const controls = 'input, select, textarea, button, summary, [role="radio"][tabindex="0"]';

/** Ends what keeps the last setting that was gone to in its place. */
let letGo = () => {};

/** Keeps a section or a row in view while those above it are still being drawn. */
function keepSetting(named: HTMLElement): void {
  letGo();
  const scroller = named.closest<HTMLElement>("[data-scroller]");
  if (scroller) letGo = keepInPlace(scroller, () => named.scrollIntoView());
}

/** Keeps what the address names in view: the browser has scrolled to it. */
export function keepNamedSetting(): void {
  const named = document.getElementById(location.hash.slice(1));
  if (named) keepSetting(named);
}

/** Brings the section or the row that the address names into view, and its first control the focus. */
export function goToNamedSetting(): void {
  const named = document.getElementById(location.hash.slice(1));
  if (!named) return;
  const isRow = named.dataset.row !== undefined;
  if (isRow) named.querySelector("details")?.setAttribute("open", "");
  named.scrollIntoView();
  keepSetting(named);
  named.querySelector<HTMLElement>(isRow ? controls : "input")?.focus({ preventScroll: true });
  if (isRow) named.dataset.named = "";
}
