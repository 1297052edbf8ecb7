import type { Piece } from "@/lib/search/excerpt";

/** A text with the search words marked. */
export function Pieces({ pieces }: { readonly pieces: readonly Piece[] }) {
  // Pieces stand in the order of the text and have no other name.
  // biome-ignore lint/suspicious/noArrayIndexKey: see above
  return pieces.map(({ text, isMarked }, place) => (isMarked ? <mark key={place}>{text}</mark> : text));
}
