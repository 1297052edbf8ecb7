import { grown } from "@/lib/documents/growing-array";

/** Numbers words from 0. The characters of all words are in one array, so that parts of words can be found in it. */
export interface WordTable {
  /** Returns a word's number, and adds the word if it is new. */
  add(text: string, start: number, end: number): number;
  /** Returns the number of a word; -1 if it was never added. */
  find(text: string, start: number, end: number): number;
  /** Calls back for the places of a part in all words, each at most once: the word's number and the offset in it. */
  findPart(part: string, onWord: (word: number, offset: number) => void): void;
  word(number: number): string;
  count(): number;
  bytes(): number;
}

/** Characters that are made into a string at once. */
const chunkUnits = 8192;

/** Creates an empty table of words. */
export function createWordTable(): WordTable {
  let units = new Uint16Array(4096);
  let starts = new Uint32Array(1024);
  /** Open addressing: numbers of words plus one. */
  let slots = new Int32Array(2048);
  let count = 0;
  let joined = "";

  const lengthOf = (number: number) => (starts[number + 1] ?? 0) - (starts[number] ?? 0);

  function isWord(number: number, text: string, start: number, end: number): boolean {
    if (lengthOf(number) !== end - start) return false;
    const first = starts[number] ?? 0;
    for (let index = start; index < end; index++) {
      if (units[first + index - start] !== text.charCodeAt(index)) return false;
    }
    return true;
  }

  /** Returns the slot of a word, or the free slot where it belongs. */
  function slotOf(text: string, start: number, end: number): number {
    let hash = 0x811c9dc5;
    for (let index = start; index < end; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
    const mask = slots.length - 1;
    let slot = (hash ^ (hash >>> 15)) & mask;
    for (let entry = slots[slot]; entry; entry = slots[slot]) {
      if (isWord(entry - 1, text, start, end)) break;
      slot = (slot + 1) & mask;
    }
    return slot;
  }

  function rehash(): void {
    slots = new Int32Array(slots.length * 2);
    for (let number = 0; number < count; number++) {
      const word = wordAt(number);
      slots[slotOf(word, 0, word.length)] = number + 1;
    }
  }

  function wordAt(number: number): string {
    return String.fromCharCode(...units.subarray(starts[number], starts[number + 1]));
  }

  function append(text: string, start: number, end: number): number {
    const first = starts[count] ?? 0;
    units = grown(units, first + end - start);
    starts = grown(starts, count + 2);
    for (let index = start; index < end; index++) units[first + index - start] = text.charCodeAt(index);
    count += 1;
    starts[count] = first + end - start;
    return count - 1;
  }

  /** Returns all words as one string: its search is several times faster than a loop over the characters. */
  function joinedWords(): string {
    const length = starts[count] ?? 0;
    if (joined.length === length) return joined;
    const parts: string[] = [];
    for (let place = 0; place < length; place += chunkUnits) {
      parts.push(String.fromCharCode(...units.subarray(place, Math.min(length, place + chunkUnits))));
    }
    joined = parts.join("");
    return joined;
  }

  /** Returns the word that contains a position of the characters. */
  function wordWith(position: number): number {
    let low = 0;
    let high = count - 1;
    while (low < high) {
      const middle = (low + high + 1) >>> 1;
      if ((starts[middle] ?? 0) <= position) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  return {
    add(text, start, end) {
      const slot = slotOf(text, start, end);
      const entry = slots[slot];
      if (entry) return entry - 1;
      const number = append(text, start, end);
      slots[slot] = number + 1;
      if (count * 2 > slots.length) rehash();
      return number;
    },
    find: (text, start, end) => (slots[slotOf(text, start, end)] ?? 0) - 1,
    findPart(part, onWord) {
      const text = joinedWords();
      for (let place = text.indexOf(part); place >= 0; ) {
        const number = wordWith(place);
        const end = starts[number + 1] ?? 0;
        // Otherwise the part is across the border of two words.
        const isInside = place + part.length <= end;
        if (isInside) onWord(number, place - (starts[number] ?? 0));
        place = text.indexOf(part, isInside ? end : place + 1);
      }
    },
    word: wordAt,
    count: () => count,
    bytes: () => units.byteLength + 2 * joined.length + starts.byteLength + slots.byteLength,
  };
}
