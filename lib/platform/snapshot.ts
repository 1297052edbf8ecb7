import { dataAddress } from "@/lib/platform/data-address";
import { fontsOf } from "@/lib/platform/snapshot-fonts";
import { rulesFor } from "@/lib/platform/snapshot-rules";

/** What an element looks like, in itself: nothing of it has to be loaded. */
export interface Snapshot {
  /** A copy that is in no document. */
  readonly element: HTMLElement;
  readonly styles: string;
  /** Where the children stand in the element, in pixels from its top. */
  readonly places: readonly { readonly top: number; readonly bottom: number }[];
  readonly width: number;
  /** The colour behind it. */
  readonly ground: string;
  /** The font size of the page, which `rem` is counted in. */
  readonly rootSize: string;
}

/** What does nothing in a picture. */
const idle = "button, audio, video, iframe, script, object, embed";

/** Takes an element as it stands on the page now, with the styles, fonts and images that it needs. */
export async function takeSnapshot(original: HTMLElement): Promise<Snapshot> {
  const { top, width } = original.getBoundingClientRect();
  const element = original.cloneNode(true) as HTMLElement;
  await putInImages(original, element);
  // An image that may be opened stands in a button; the image stays.
  for (const button of element.querySelectorAll("button:has(> img)")) button.replaceWith(...button.children);
  for (const node of element.querySelectorAll(idle)) node.remove();
  for (const node of element.querySelectorAll("[tabindex]")) node.removeAttribute("tabindex");
  const rules = rulesFor(original);
  keepVariables(original, element, rules);
  const computed = getComputedStyle(original);
  return {
    element,
    styles: rules + (await fontsOf(original)),
    places: [...original.children].map((child) => {
      const rect = child.getBoundingClientRect();
      return { top: rect.top - top, bottom: rect.bottom - top };
    }),
    width,
    ground: computed.backgroundColor,
    rootSize: getComputedStyle(document.documentElement).fontSize,
  };
}

/** The values that the page's theme and language give are written down, for the copy stands below neither. */
function keepVariables(original: HTMLElement, copy: HTMLElement, rules: string): void {
  const computed = getComputedStyle(original);
  for (const name of new Set((rules + copy.outerHTML).match(/--[\w-]+/g))) {
    const value = computed.getPropertyValue(name).trim();
    if (value !== "") copy.style.setProperty(name, value);
  }
}

/** An image of another host stays behind: a saved chat asks nobody for anything. */
async function putInImages(original: HTMLElement, copy: HTMLElement): Promise<void> {
  const copies = [...copy.querySelectorAll("img")];
  const originals = [...original.querySelectorAll("img")];
  await Promise.all(
    originals.map(async (image, index) => {
      const address = await ownAddress(image.currentSrc || image.src);
      if (address === undefined) copies[index]?.replaceWith(image.alt);
      else copies[index]?.setAttribute("src", address);
    }),
  );
}

async function ownAddress(address: string): Promise<string | undefined> {
  if (address.startsWith("data:")) return address;
  const isOwn = address.startsWith("blob:") || address.startsWith(`${location.origin}/`);
  return isOwn ? dataAddress(address) : undefined;
}
