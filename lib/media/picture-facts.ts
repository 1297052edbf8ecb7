/** Type and size of an image from its first bytes. */
export interface PictureFacts {
  /** The media type, regardless of the file's name. */
  readonly type: "image/png" | "image/jpeg" | "image/gif" | "image/webp" | "image/avif" | "image/heic";
  /** Stored size in pixels, before rotation; absent if the first bytes do not contain it. */
  readonly width?: number;
  readonly height?: number;
}

/** Bytes of a file that are read to identify it: cameras write a preview before the size. */
export const headBytes = 262_144;

/** Returns type and size of an image from its first bytes; undefined for unsupported files, such as text or SVG. */
export function pictureFacts(head: Uint8Array): PictureFacts | undefined {
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength);
  if (latin(head, 0, 8) === "\x89PNG\r\n\x1a\n") return pngFacts(view);
  if (latin(head, 0, 3) === "\xff\xd8\xff") return { type: "image/jpeg", ...jpegSize(view) };
  if (/^GIF8[79]a$/.test(latin(head, 0, 6))) return gifFacts(view);
  if (latin(head, 0, 4) === "RIFF" && latin(head, 8, 12) === "WEBP")
    return { type: "image/webp", ...webpSize(head, view) };
  return latin(head, 4, 8) === "ftyp" ? boxedFacts(head, view) : undefined;
}

function latin(bytes: Uint8Array, start: number, end: number): string {
  return String.fromCharCode(...bytes.subarray(start, end));
}

function pngFacts(view: DataView): PictureFacts {
  if (view.byteLength < 24) return { type: "image/png" };
  return { type: "image/png", width: view.getUint32(16), height: view.getUint32(20) };
}

function gifFacts(view: DataView): PictureFacts {
  if (view.byteLength < 10) return { type: "image/gif" };
  return { type: "image/gif", width: view.getUint16(6, true), height: view.getUint16(8, true) };
}

/** Returns the size from the frame header; earlier segments are skipped by their lengths (ITU T.81, B.2.2). */
function jpegSize(view: DataView): Pick<PictureFacts, "width" | "height"> {
  for (let at = 2; at + 9 < view.byteLength && view.getUint8(at) === 0xff; at += 2 + view.getUint16(at + 2)) {
    const marker = view.getUint8(at + 1);
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return { height: view.getUint16(at + 5), width: view.getUint16(at + 7) };
  }
  return {};
}

/** Returns the size. https://developers.google.com/speed/webp/docs/riff_container */
function webpSize(head: Uint8Array, view: DataView): Pick<PictureFacts, "width" | "height"> {
  if (view.byteLength < 30) return {};
  switch (latin(head, 12, 16)) {
    case "VP8X":
      return { width: 1 + uint24(view, 24), height: 1 + uint24(view, 27) };
    case "VP8L": {
      const bits = view.getUint32(21, true);
      return { width: 1 + (bits & 0x3fff), height: 1 + ((bits >>> 14) & 0x3fff) };
    }
    case "VP8 ":
      return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff };
    default:
      return {};
  }
}

function uint24(view: DataView, at: number): number {
  return view.getUint16(at, true) | (view.getUint8(at + 2) << 16);
}

const heicBrands = /^(heic|heix|hevc|hevx|heim|heis|mif1|msf1)$/;

/**
 * Returns type and size of AVIF and HEIC files. Of their `ispe` boxes the largest is the image; the others are tiles
 * and previews.
 */
function boxedFacts(head: Uint8Array, view: DataView): PictureFacts | undefined {
  const brands = latin(head, 8, Math.min(view.getUint32(0), 64)).match(/.{4}/gs) ?? [];
  const isAvif = brands.some((brand) => brand === "avif" || brand === "avis");
  if (!isAvif && !brands.some((brand) => heicBrands.test(brand))) return undefined;
  let size: Pick<PictureFacts, "width" | "height"> = {};
  for (let at = 12; at + 16 <= head.length; at++) {
    if (head[at] !== 0x69 || latin(head, at, at + 4) !== "ispe") continue;
    const [width, height] = [view.getUint32(at + 8), view.getUint32(at + 12)];
    if (width * height > (size.width ?? 0) * (size.height ?? 0)) size = { width, height };
  }
  return { type: isAvif ? "image/avif" : "image/heic", ...size };
}
