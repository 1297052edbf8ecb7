import { eachGram, gramBits, gramsOf } from "@/lib/search/grams";

const placeBits = 32 - gramBits;

/** Maximum number of texts in a table: a text's index and a gram form one 32-bit number. */
export const tableSize = 2 ** placeBits;

/** Inverted index: for each gram, in ascending order, the indexes of its texts. */
export interface GramTable {
  readonly grams: Uint32Array;
  /** Start of each gram's indexes; one entry more than there are grams. */
  readonly starts: Uint32Array;
  readonly places: Uint16Array;
}

/** Creates the table of at most `tableSize` texts. */
export function gramTableOf(texts: readonly string[]): GramTable {
  const pairs = sortedPairs(texts);
  const grams: number[] = [];
  const starts: number[] = [];
  const places = new Uint16Array(pairs.length);
  let count = 0;
  let before = -1;
  for (const pair of pairs) {
    if (pair === before) continue;
    const gram = pair >>> placeBits;
    if (gram !== grams.at(-1)) {
      grams.push(gram);
      starts.push(count);
    }
    places[count] = pair & (tableSize - 1);
    count += 1;
    before = pair;
  }
  starts.push(count);
  return { grams: Uint32Array.from(grams), starts: Uint32Array.from(starts), places: places.slice(0, count) };
}

/** Returns all pairs of a gram and a text index, sorted. */
function sortedPairs(texts: readonly string[]): Uint32Array {
  // Each character starts at most two grams.
  const max = texts.reduce((sum, { length }) => sum + 2 * length, 0);
  const pairs = new Uint32Array(max);
  let count = 0;
  for (const [place, text] of texts.entries()) {
    eachGram(text, (gram) => {
      pairs[count] = ((gram << placeBits) | place) >>> 0;
      count += 1;
    });
  }
  return pairs.subarray(0, count).sort();
}

/** Number of texts that are faster to scan than to narrow down further. */
const fewPlaces = 8;

/**
 * Returns the indexes of the texts that may contain `wanted`, including all that do. Returns undefined if the table
 * cannot tell, for a text that is too short to have a gram.
 */
export function placesWith(table: GramTable, wanted: string): Uint16Array | undefined {
  const grams = gramsOf(wanted);
  if (grams.size === 0) return undefined;
  const lists = [...grams].map((gram) => placesOf(table, gram)).sort((one, other) => one.length - other.length);
  let [found = noPlaces] = lists;
  for (const list of lists.slice(1)) {
    if (found.length <= fewPlaces) return found;
    found = common(found, list);
  }
  return found;
}

const noPlaces = new Uint16Array();

function placesOf({ grams, starts, places }: GramTable, gram: number): Uint16Array {
  let low = 0;
  let high = grams.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((grams[middle] ?? 0) < gram) low = middle + 1;
    else high = middle;
  }
  return grams[low] === gram ? places.subarray(starts[low], starts[low + 1]) : noPlaces;
}

/** Returns the intersection of two ascending lists. */
function common(one: Uint16Array, other: Uint16Array): Uint16Array {
  const shared = new Uint16Array(one.length);
  let count = 0;
  let at = 0;
  for (const place of one) {
    while ((other[at] ?? tableSize) < place) at += 1;
    if (other[at] !== place) continue;
    shared[count] = place;
    count += 1;
  }
  return shared.subarray(0, count);
}
