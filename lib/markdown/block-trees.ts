import type { Root } from "hast";
import { closeOpen } from "@/lib/markdown/close-open";
import { normalizeMath } from "@/lib/markdown/normalize-math";
import { parseBlock } from "@/lib/markdown/parse-block";
import { isTooCostly } from "@/lib/markdown/too-costly";

/** Maximum length of a block that is parsed, in characters: a longer one would block the tab. */
const maxBlockChars = 50_000;

/** Maximum length of the sources of the cached trees, in characters: those of the chats that were read last. */
const maxCachedChars = 1_000_000;

/** Cached trees by source, the least recently used first. */
const cache = new Map<string, Root>();
let cachedChars = 0;

/** A block of a message. */
interface BlockSource {
  readonly text: string;
  /** Whether the block grows. Its open syntax is closed then. */
  readonly isLive: boolean;
  /** The definitions of other blocks that this one uses, as Markdown. */
  readonly definitions: string;
  /** Prefix of the ids of footnotes. */
  readonly notePrefix: string;
}

/**
 * Returns the elements of a block; null if parsing it would block the tab. Trees of finished blocks are cached; do not
 * change them.
 */
export function blockTree({ text, isLive, definitions, notePrefix }: BlockSource): Root | null {
  const source = sourceOf(text, isLive);
  if (source === null) return null;
  return (isLive ? parseBlock : cachedTree)(definitions + source, notePrefix);
}

/** Returns the Markdown of a block for the parser, with normalized formulas; null if parsing it would block the tab. */
function sourceOf(text: string, isLive: boolean): string | null {
  if (text.length > maxBlockChars || isTooCostly(text)) return null;
  const source = normalizeMath(isLive ? closeOpen(text) : text);
  return isTooCostly(source) ? null : source;
}

function cachedTree(source: string, notePrefix: string): Root {
  // Only footnotes depend on the prefix.
  const key = source.includes("[^") ? `${notePrefix} ${source}` : source;
  const known = cache.get(key);
  if (known) {
    cache.delete(key);
    cache.set(key, known);
    return known;
  }
  const tree = parseBlock(source, notePrefix);
  cache.set(key, tree);
  cachedChars += key.length;
  for (const oldest of cache.keys()) {
    if (cachedChars <= maxCachedChars) break;
    cache.delete(oldest);
    cachedChars -= oldest.length;
  }
  return tree;
}
