import { pageCuts } from "@/lib/export/page-cuts";
import { drawSnapshot } from "@/lib/platform/draw-snapshot";
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
  const { width, height } = paper.getBoundingClientRect();
  const scale = Math.min(maxScale, Math.max(1, wantedWidth / width));
  const most = Math.floor(maxPixels / (width * scale * scale)) - 2 * margin;
  const cuts = pageCuts(height, most, linesOf(paper));
  const inset = cuts.length > 1 ? margin : 0;
  const snapshot = await takeSnapshot(paper);
  const pages: Blob[] = [];
  // One after another: each page is a large canvas.
  for (const [index, top] of cuts.entries()) {
    const bottom = cuts[index + 1] ?? height;
    pages.push(await drawSnapshot(snapshot, { top, bottom, scale, inset }));
  }
  return pages;
}
