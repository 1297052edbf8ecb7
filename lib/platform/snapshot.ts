import { dataAddress } from "@/lib/platform/data-address";
import { fontsOf } from "@/lib/platform/snapshot-fonts";
import { rulesFor } from "@/lib/platform/snapshot-rules";

/** A self-contained copy of a rendered element: it needs no further resources. */
export interface Snapshot {
  /** A detached copy of the element. */
  readonly element: HTMLElement;
  readonly styles: string;
  /** Positions of the children, in pixels from the element's top. */
  readonly places: readonly { readonly top: number; readonly bottom: number }[];
  readonly width: number;
  /** The background color. */
  readonly ground: string;
  /** The page's root font size, which `rem` refers to. */
  readonly rootSize: string;
}

/** Elements without a function in an image. */
const idle = "button, audio, video, iframe, script, object, embed";

/** Copies an element as currently rendered, with the styles, fonts and images that it needs. */
export async function takeSnapshot(original: HTMLElement): Promise<Snapshot> {
  const { top, width } = original.getBoundingClientRect();
  const element = original.cloneNode(true) as HTMLElement;
  await putInImages(original, element);
  // An image that can be opened is inside a button; keep the image.
  for (const button of element.querySelectorAll("button:has(> img)")) button.replaceWith(...button.children);
  for (const node of element.querySelectorAll(idle)) node.remove();
  for (const node of element.querySelectorAll("[tabindex]")) node.removeAttribute("tabindex");
  const rules = rulesFor(original);
  copyVariables(original, element, rules);
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

/** Copies the values of CSS variables, because the copy is not below the elements that set the theme and language. */
function copyVariables(original: HTMLElement, copy: HTMLElement, rules: string): void {
  const computed = getComputedStyle(original);
  for (const name of new Set((rules + copy.outerHTML).match(/--[\w-]+/g))) {
    const value = computed.getPropertyValue(name).trim();
    if (value !== "") copy.style.setProperty(name, value);
  }
}

/**
 * Embeds images. Images of other hosts are replaced by their alternative text, because a saved chat must not send
 * requests.
 */
async function putInImages(original: HTMLElement, copy: HTMLElement): Promise<void> {
  const copies = [...copy.querySelectorAll("img")];
  const originals = [...original.querySelectorAll("img")];
  await Promise.all(
    originals.map(async (image, index) => {
      const address = await ownAddress(image.currentSrc || image.src);
      const imageCopy = copies[index];
      if (address === undefined) return imageCopy?.replaceWith(image.alt);
      imageCopy?.setAttribute("src", address);
      // The icon of a model is the mask of the image that loads it.
      if (imageCopy?.style.maskImage) imageCopy.style.maskImage = `url("${address}")`;
    }),
  );
}

async function ownAddress(address: string): Promise<string | undefined> {
  if (address.startsWith("data:")) return address;
  const isOwn = address.startsWith("blob:") || address.startsWith(`${location.origin}/`);
  return isOwn ? dataAddress(address) : undefined;
}
