import { localKeys } from "@/lib/storage/local-keys";
import * as z from "@/lib/zod";

/** Maximum number of stored sizes; beyond it the oldest one is deleted. */
const maxSizes = 300;

/** Maximum width and height of a diagram, in pixels. */
const maxSide = 20_000;

const side = z.number().check(z.positive(), z.lte(maxSide));
const sizesSchema = z.catch(z.pipe(z.jsonText, z.array(z.tuple([z.string(), side, side]))), []);

/** Width and height of a rendered diagram before it is scaled, in pixels. */
export interface DiagramSize {
  readonly width: number;
  readonly height: number;
}

/** Returns the size that an SVG states, or undefined if it states none. */
export function diagramSizeOf(svg: string): DiagramSize | undefined {
  const [tag = ""] = /^\s*<svg\b[^>]*>/.exec(svg) ?? [];
  const sideOf = (name: string) => Number(new RegExp(`\\s${name}="([\\d.]+)(?:px)?"`).exec(tag)?.[1]);
  const [width, height] = [sideOf("width"), sideOf("height")];
  const isUsable = [width, height].every((length) => length > 0 && length <= maxSide);
  return isUsable ? { width, height } : undefined;
}

/** Returns the size that a diagram had when it was rendered last, so that its space can be reserved. */
export function readDiagramSize(source: string): DiagramSize | undefined {
  const key = hashOf(source);
  const [, width, height] = readAll().find(([hash]) => hash === key) ?? [];
  return width && height ? { width, height } : undefined;
}

/** Stores the size of a rendered diagram, under a hash of its source. */
export function storeDiagramSize(source: string, { width, height }: DiagramSize): void {
  const key = hashOf(source);
  const others = readAll().filter(([hash]) => hash !== key);
  try {
    localStorage.setItem(localKeys.diagramSizes, JSON.stringify([[key, width, height], ...others].slice(0, maxSizes)));
  } catch {
    // A lost size costs one shift of the text. More important writes have already reported full or blocked storage.
  }
}

function readAll(): z.output<typeof sizesSchema> {
  try {
    return z.parse(sizesSchema, localStorage.getItem(localKeys.diagramSizes));
  } catch {
    // Blocked storage was reported at startup.
    return [];
  }
}

/** Returns the FNV-1a hash of a source with its length. Two sources with the same hash only share a reserved space. */
function hashOf(source: string): string {
  let hash = 0x811c9dc5;
  for (let index = 0; index < source.length; index++) {
    hash = Math.imul(hash ^ source.charCodeAt(index), 0x01000193);
  }
  return `${(hash >>> 0).toString(36)}-${source.length}`;
}
