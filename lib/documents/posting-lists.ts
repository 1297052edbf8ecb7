import { grown } from "@/lib/documents/growing-array";

/** For each word, the passages that contain it and how often. All lists are chains of blocks in one array. */
export interface PostingLists {
  /** Adds a passage to the list of a word. Passages are added in ascending order. */
  add(word: number, passage: number, count: number): void;
  each(word: number, onPassage: (passage: number, count: number) => void): void;
  /** Returns lists with other numbers for the passages, without those whose new number is negative. */
  renumbered(words: number, newNumber: (passage: number) => number): PostingLists;
  bytes(): number;
}

/** Bits of an entry that hold the count. */
const countBits = 6;
const maxCount = 2 ** countBits - 1;

/** Maximum number of passages. */
export const maxPassages = 2 ** (32 - countBits);

/** Entries of the first and of the largest block. */
const firstBlock = 2;
const largestBlock = 128;

/** Creates empty lists. A block starts with the place of the next one, or 0. */
export function createPostingLists(): PostingLists {
  let blocks = new Uint32Array(4096);
  let used = 1;
  /** By word: the first block, the place of the next entry, and the end of the last block. */
  let heads = new Uint32Array(1024);
  let nexts = new Uint32Array(1024);
  let ends = new Uint32Array(1024);
  let sizes = new Uint8Array(1024);

  function startBlock(word: number): void {
    const size = Math.min(largestBlock, (sizes[word] ?? 0) === 0 ? firstBlock : 2 * (sizes[word] ?? 0));
    blocks = grown(blocks, used + 1 + size);
    if (heads[word] === 0) heads[word] = used;
    else blocks[(ends[word] ?? 0) - (sizes[word] ?? 0) - 1] = used;
    sizes[word] = size;
    nexts[word] = used + 1;
    ends[word] = used + 1 + size;
    used += 1 + size;
  }

  function each(word: number, onPassage: (passage: number, count: number) => void): void {
    let size = firstBlock;
    for (let block = heads[word] ?? 0; block !== 0; block = blocks[block] ?? 0) {
      const end = block + 1 + size === ends[word] ? (nexts[word] ?? 0) : block + 1 + size;
      for (let index = block + 1; index < end; index++) {
        const entry = blocks[index] ?? 0;
        onPassage(entry >>> countBits, entry & maxCount);
      }
      size = Math.min(largestBlock, size * 2);
    }
  }

  return {
    add(word, passage, count) {
      heads = grown(heads, word + 1);
      nexts = grown(nexts, word + 1);
      ends = grown(ends, word + 1);
      sizes = grown(sizes, word + 1);
      if (nexts[word] === ends[word]) startBlock(word);
      const place = nexts[word] ?? 0;
      blocks[place] = ((passage << countBits) | Math.min(maxCount, count)) >>> 0;
      nexts[word] = place + 1;
    },
    each,
    renumbered(words, newNumber) {
      const lists = createPostingLists();
      for (let word = 0; word < words; word++) {
        each(word, (passage, count) => {
          const number = newNumber(passage);
          if (number >= 0) lists.add(word, number, count);
        });
      }
      return lists;
    },
    bytes: () => blocks.byteLength + heads.byteLength + nexts.byteLength + ends.byteLength + sizes.byteLength,
  };
}
