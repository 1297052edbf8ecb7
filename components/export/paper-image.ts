import { pageCuts } from "@/lib/export/page-cuts";
import { renderSnapshot } from "@/lib/platform/render-snapshot";
import { takeSnapshot } from "@/lib/platform/snapshot";
import { linesOf } from "@/lib/platform/text-lines";

/** Wide enough to be read when a phone shows it, in pixels. */
const wantedWidth = 1440;
const maxScale = 4;
/** The largest canvas that Safari draws on a phone, in pixels. */
const maxPixels = 16_777_216;
/** The room above and below a cut, in pixels of the sheet. */
const margin = 24;

/** Draws a sheet as PNG images, several where one would be higher than browsers draw. */
export async function paperImages(paper: HTMLElement): Promise<Blob[]> {
  const { parts, scale } = pagesOf(paper);
  const snapshot = await takeSnapshot(paper);
  const pages: Blob[] = [];
  // One after another: each page is a large canvas.
  for (const part of parts) pages.push(await renderSnapshot(snapshot, { ...part, scale }));
  return pages;
}

/** A sheet as the one image that a clipboard takes. */
export interface OneImage {
  readonly image: Blob;
  /** How many pages there are, of which it is the first; 1: it is all of the sheet. */
  readonly pages: number;
}

/** Draws a sheet as one PNG image, finer or coarser as it fits; of what is too long even so, the first page. */
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
