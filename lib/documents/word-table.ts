import { grown } from "@/lib/documents/growing-array";

/** Characters that are made into a string at once. */
const chunkUnits = 8192;

/** Numbers words from 0. The characters of all words are in one array, so that parts of words can be found in it. */
class WordTable {
  private units = new Uint16Array(4096);
  private starts = new Uint32Array(1024);
  /** Open addressing: numbers of words plus one. */
  private slots = new Int32Array(2048);
  private words = 0;
  private joined = "";

  /** Returns a word's number, and adds the word if it is new. */
  add(text: string, start: number, end: number): number {
    const slot = this.slotOf(text, start, end);
    const entry = this.slots[slot];
    if (entry) return entry - 1;
    const number = this.append(text, start, end);
    this.slots[slot] = number + 1;
    if (this.words * 2 > this.slots.length) this.rehash();
    return number;
  }

  /** Returns the number of a word; -1 if it was never added. */
  find(text: string, start: number, end: number): number {
    return (this.slots[this.slotOf(text, start, end)] ?? 0) - 1;
  }

  /** Calls back for the places of a part in all words, each at most once: the word's number and the offset in it. */
  findPart(part: string, onWord: (word: number, offset: number) => void): void {
    const text = this.joinedWords();
    for (let place = text.indexOf(part); place >= 0; ) {
      const number = this.wordWith(place);
      const end = this.starts[number + 1] ?? 0;
      // Otherwise the part is across the border of two words.
      const isInside = place + part.length <= end;
      if (isInside) onWord(number, place - (this.starts[number] ?? 0));
      place = text.indexOf(part, isInside ? end : place + 1);
    }
  }

  /** An arrow function, so that it can be passed on without the table. */
  readonly word = (number: number): string =>
    String.fromCharCode(...this.units.subarray(this.starts[number], this.starts[number + 1]));

  count(): number {
    return this.words;
  }

  bytes(): number {
    return this.units.byteLength + 2 * this.joined.length + this.starts.byteLength + this.slots.byteLength;
  }

  /** Returns the slot of a word, or the free slot where it belongs. */
  private slotOf(text: string, start: number, end: number): number {
    const { slots } = this;
    let hash = 0x811c9dc5;
    for (let index = start; index < end; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
    const mask = slots.length - 1;
    let slot = (hash ^ (hash >>> 15)) & mask;
    for (let entry = slots[slot]; entry; entry = slots[slot]) {
      if (this.isWord(entry - 1, text, start, end)) break;
      slot = (slot + 1) & mask;
    }
    return slot;
  }

  private isWord(number: number, text: string, start: number, end: number): boolean {
    const { units, starts } = this;
    const first = starts[number] ?? 0;
    if ((starts[number + 1] ?? 0) - first !== end - start) return false;
    for (let index = start; index < end; index++) {
      if (units[first + index - start] !== text.charCodeAt(index)) return false;
    }
    return true;
  }

  private append(text: string, start: number, end: number): number {
    const first = this.starts[this.words] ?? 0;
    const units = grown(this.units, first + end - start);
    const starts = grown(this.starts, this.words + 2);
    for (let index = start; index < end; index++) units[first + index - start] = text.charCodeAt(index);
    this.units = units;
    this.starts = starts;
    this.words += 1;
    starts[this.words] = first + end - start;
    return this.words - 1;
  }

  private rehash(): void {
    this.slots = new Int32Array(this.slots.length * 2);
    for (let number = 0; number < this.words; number++) {
      const word = this.word(number);
      this.slots[this.slotOf(word, 0, word.length)] = number + 1;
    }
  }

  /** Returns all words as one string: its search is several times faster than a loop over the characters. */
  private joinedWords(): string {
    const length = this.starts[this.words] ?? 0;
    if (this.joined.length === length) return this.joined;
    const parts: string[] = [];
    for (let place = 0; place < length; place += chunkUnits) {
      parts.push(String.fromCharCode(...this.units.subarray(place, Math.min(length, place + chunkUnits))));
    }
    this.joined = parts.join("");
    return this.joined;
  }

  /** Returns the word that contains a position of the characters. */
  private wordWith(position: number): number {
    let low = 0;
    let high = this.words - 1;
    while (low < high) {
      const middle = (low + high + 1) >>> 1;
      if ((this.starts[middle] ?? 0) <= position) low = middle;
      else high = middle - 1;
    }
    return low;
  }
}

export type { WordTable };

/** Creates an empty table of words. */
export function createWordTable(): WordTable {
  return new WordTable();
}
