/** Width and height of a page, in any unit. */
export interface PageSize {
  readonly width: number;
  readonly height: number;
}

/** The pages of a document below each other, in CSS pixels. */
export interface PageLayout {
  readonly pages: readonly PageSize[];
  /** Distance of each page from the top. */
  readonly tops: readonly number[];
  /** Height of all pages together. */
  readonly height: number;
}

/** A range of pages, by index; the last one is included. */
export interface PageRange {
  readonly first: number;
  readonly last: number;
}

/** Space around pages, in pixels. */
export const pageGap = 12;

/** Maximum enlargement of a page of 72 points per inch. */
const maxScale = 2;

/** Maximum height of all pages, in pixels: Firefox does not render elements higher than about 17.8 million. */
const maxHeight = 15_000_000;

/** Maximum number of pixels of a canvas: Safari on iOS does not render larger ones. */
const maxCanvasPixels = 16_000_000;

/** Maximum number of canvas pixels per CSS pixel. More would only use memory. */
const maxPixelRatio = 2;

/** Places pages below each other, each as wide as the space. Very many pages become smaller. */
export function layOutPages(sizes: readonly PageSize[], width: number): PageLayout {
  const fitted = sizes.map((size) => scaled(size, Math.min(maxScale, width / size.width)));
  const wanted = fitted.reduce((sum, { height }) => sum + height + pageGap, pageGap);
  const pages = wanted > maxHeight ? fitted.map((size) => scaled(size, maxHeight / wanted)) : fitted;
  const tops: number[] = [];
  let height = pageGap;
  for (const page of pages) {
    tops.push(height);
    height += page.height + pageGap;
  }
  return { pages, tops, height };
}

function scaled({ width, height }: PageSize, scale: number): PageSize {
  return { width: pixels(width * scale), height: pixels(height * scale) };
}

/** Returns whole pixels. The product of a width and a ratio may be a little less than the whole number that it means. */
function pixels(length: number): number {
  return Math.max(1, Math.floor(length + 1e-6));
}

/** Returns the index of the page at a distance from the top; between two pages, the upper one. */
export function pageAt({ tops }: PageLayout, distance: number): number {
  let low = 0;
  let high = tops.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((tops[middle] ?? 0) <= distance) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Returns the visible pages and one more on each side. */
export function pagesToRender(layout: PageLayout, scrollTop: number, height: number): PageRange {
  const first = Math.max(0, pageAt(layout, scrollTop) - 1);
  const last = Math.min(layout.tops.length - 1, pageAt(layout, scrollTop + height) + 1);
  return { first, last };
}

/** Returns the page that is read: the one at a third of the visible height. */
export function pageInView(layout: PageLayout, scrollTop: number, height: number): number {
  return pageAt(layout, scrollTop + height / 3);
}

/** Returns the scroll position in a new layout at which the same part of the same page is at the top. */
export function sameScrollTop(before: PageLayout, after: PageLayout, scrollTop: number): number {
  const index = pageAt(before, scrollTop);
  const distance = scrollTop - (before.tops[index] ?? 0);
  const ratio = (after.pages[index]?.height ?? 1) / (before.pages[index]?.height ?? 1);
  return (after.tops[index] ?? 0) + distance * ratio;
}

/** Returns the size of a page's canvas in pixels. */
export function canvasSize({ width, height }: PageSize, pixelRatio: number): PageSize {
  const ratio = Math.min(pixelRatio, maxPixelRatio, Math.sqrt(maxCanvasPixels / (width * height)));
  return scaled({ width, height }, ratio);
}
