import { keepInPlace } from "@/components/ui/keep-in-place";
import { areToolsHidden, isHidden } from "@/lib/platform/brand";

/** The sections of the settings screen, in order; each is the end of an address, as the name of each row is. */
export const settingsSections = [
  "general",
  "reading",
  "masks",
  "access",
  "model",
  "tools",
  "speech",
  "voice",
  "data",
  "reset",
] as const;

/** The sections without those of a feature which the operator has taken away. */
export function shownSections() {
  return settingsSections.filter(
    (section) => !(section === "voice" && isHidden("voice")) && !(section === "tools" && areToolsHidden()),
  );
}

/** Answers the words by which a section is called: without masks that of masks and prompts has prompts alone. */
export function sectionWords(section: (typeof settingsSections)[number]) {
  return section === "masks" && isHidden("masks") ? "prompts" : section;
}

const ofMasks: readonly string[] = ["dontShowMaskSplashScreen", "hideBuiltinMasks"];

/** Tells whether a setting is one of a feature that is there. */
export function isSettingShown(name: string): boolean {
  return !(isHidden("masks") && ofMasks.includes(name));
}

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
