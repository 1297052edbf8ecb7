import { AppError } from "@/lib/errors";
import { canvasBlob } from "@/lib/platform/canvas-blob";
import type { Snapshot } from "@/lib/platform/snapshot";

/** A part of a snapshot, from top to bottom, and its rendering options. */
interface RenderedPart {
  readonly top: number;
  readonly bottom: number;
  /** Image pixels per CSS pixel. */
  readonly scale: number;
  /** Margin above and below it. */
  readonly inset: number;
}

/** Renders a part of a snapshot as a PNG image. Throws `unexpected` if the browser cannot. */
export async function renderSnapshot(snapshot: Snapshot, part: RenderedPart): Promise<Blob> {
  const { width, ground } = snapshot;
  const height = Math.ceil(part.bottom - part.top);
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svgOf(snapshot, part, height))}`;
  await image.decode();
  await waitUntilStable(image);
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(width * part.scale);
  canvas.height = Math.round((height + 2 * part.inset) * part.scale);
  const context = canvas.getContext("2d");
  if (!context) throw new AppError("unexpected", { message: "This browser gives no canvas." });
  context.fillStyle = ground;
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(image, 0, part.inset * part.scale, canvas.width, height * part.scale);
  const png = await canvasBlob(canvas, "image/png");
  if (!png) throw new AppError("unexpected", { message: "The image is too large for this browser." });
  return png;
}

/**
 * Interval of the comparisons in milliseconds, the number of equal images required, and the maximum number of
 * comparisons.
 */
const stability = { ms: 80, same: 3, max: 40 } as const;

/**
 * Waits until the image is stable. The page inside an image loads its fonts when it is first rendered, and fires no
 * event when they are ready.
 */
async function waitUntilStable(image: HTMLImageElement): Promise<void> {
  const canvas = document.createElement("canvas");
  canvas.width = Math.min(image.width, 480);
  canvas.height = Math.round((image.height * canvas.width) / image.width);
  const context = canvas.getContext("2d", { willReadFrequently: true });
  let last = "";
  for (let checks = 0, same = 0; checks < stability.max && same < stability.same; checks++) {
    context?.clearRect(0, 0, canvas.width, canvas.height);
    context?.drawImage(image, 0, 0, canvas.width, canvas.height);
    const now = canvas.toDataURL();
    same = now === last ? same + 1 : 0;
    last = now;
    await new Promise((resolve) => setTimeout(resolve, stability.ms));
  }
}

/**
 * Returns an SVG image that contains a page: browsers lay it out like any other, but it can neither load nor run
 * anything.
 */
function svgOf({ element, styles, places, width, rootSize }: Snapshot, part: RenderedPart, height: number): string {
  const page = element.cloneNode(false) as HTMLElement;
  // Only the visible children, because a long chat is laid out again for each of its pages.
  const shown = [...element.children].filter((_child, index) => {
    const place = places[index];
    return place !== undefined && place.bottom > part.top && place.top < part.bottom;
  });
  const first = shown[0] && places[[...element.children].indexOf(shown[0])];
  page.append(...shown.map((child) => child.cloneNode(true)));
  page.style.setProperty("padding-block", "0");
  page.style.setProperty("margin", "0");
  page.style.setProperty("max-inline-size", "none");
  page.firstElementChild?.setAttribute("data-first", "");
  page.style.setProperty("transform", `translateY(${(first?.top ?? 0) - part.top}px)`);
  const sheet = document.createElementNS("http://www.w3.org/1999/xhtml", "style");
  sheet.textContent = `${styles}[data-paper] > [data-first]{margin-block-start:0 !important}`;
  const written = new XMLSerializer();
  const { dir } = document.documentElement;
  const size = `width="${width * part.scale}" height="${height * part.scale}" viewBox="0 0 ${width} ${height}"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size} style="font-size:${rootSize}"><foreignObject width="${width}" height="${height}">${written.serializeToString(sheet)}<div xmlns="http://www.w3.org/1999/xhtml" dir="${dir || "ltr"}">${written.serializeToString(page)}</div></foreignObject></svg>`;
}
