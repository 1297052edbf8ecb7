import { pageCuts } from "@/lib/export/page-cuts";
import { renderSnapshot } from "@/lib/platform/render-snapshot";
import { takeSnapshot } from "@/lib/platform/snapshot";
import { linesOf } from "@/lib/platform/text-lines";

/** Target width in pixels, readable on a phone. */
const wantedWidth = 1440;
const maxScale = 4;
/** Maximum canvas size of Safari on a phone, in pixels. */
const maxPixels = 16_777_216;
/** Margin above and below a page break, in pixels of the sheet. */
const margin = 24;

/** Returns a sheet as PNG images: several if one would exceed the height that browsers support. */
export async function paperImages(paper: HTMLElement): Promise<Blob[]> {
  const { parts, scale } = pagesOf(paper);
  const snapshot = await takeSnapshot(paper);
  const pages: Blob[] = [];
  // One after another, because each page is a large canvas.
  for (const part of parts) pages.push(await renderSnapshot(snapshot, { ...part, scale }));
  return pages;
}

/** A sheet as the single image that a clipboard takes. */
export interface OneImage {
  readonly image: Blob;
  /** The number of pages, of which the image is the first; 1 if it contains the whole sheet. */
  readonly pages: number;
}

/** Returns a sheet as one PNG image, scaled to fit. If it is too long for that, the image is the first page. */
export async function onePaperImage(paper: HTMLElement): Promise<OneImage> {
  const { width, height } = paper.getBoundingClientRect();
  const snapshot = await takeSnapshot(paper);
  const fitting = Math.min(scaleOf(width), Math.sqrt(maxPixels / (width * height)));
  if (fitting >= 1) {
    const whole = { top: 0, bottom: height, inset: 0, scale: Math.floor(fitting * 100) / 100 };
    return { image: await renderSnapshot(snapshot, whole), pages: 1 };
  }
  const { parts, scale } = pagesOf(paper);
  const [first = { top: 0, bottom: height, inset: 0 }] = parts;
  return { image: await renderSnapshot(snapshot, { ...first, scale }), pages: parts.length };
}

function scaleOf(width: number): number {
  return Math.min(maxScale, Math.max(1, wantedWidth / width));
}

function pagesOf(paper: HTMLElement) {
  const { width, height } = paper.getBoundingClientRect();
  const scale = scaleOf(width);
  const most = Math.floor(maxPixels / (width * scale * scale)) - 2 * margin;
  const cuts = pageCuts(height, most, linesOf(paper));
  const inset = cuts.length > 1 ? margin : 0;
  const parts = cuts.map((top, index) => ({ top, bottom: cuts[index + 1] ?? height, inset }));
  return { parts, scale };
}
