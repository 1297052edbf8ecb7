/** The position of an entry in a list with columns, in pixels. */
export interface EntryPlace {
  readonly x: number;
  readonly y: number;
}

/**
 * Returns the index after an arrow key in a list with columns. Up and down follow the list; left and right go to the
 * nearest entry of the next column. At an edge the index stays. Undefined for other keys.
 */
export function walkColumns(places: readonly EntryPlace[], index: number, key: string): number | undefined {
  const here = places[index];
  if (!here) return undefined;
  switch (key) {
    case "ArrowUp":
      return Math.max(0, index - 1);
    case "ArrowDown":
      return Math.min(places.length - 1, index + 1);
    case "ArrowLeft":
    case "ArrowRight":
      return beside(places, here, key === "ArrowRight" ? 1 : -1) ?? index;
    default:
      return undefined;
  }
}

function beside(places: readonly EntryPlace[], here: EntryPlace, side: 1 | -1): number | undefined {
  const distance = ({ x, y }: EntryPlace) => [side * (x - here.x), Math.abs(y - here.y)] as const;
  let best: { readonly index: number; readonly across: number; readonly along: number } | undefined;
  for (const [index, place] of places.entries()) {
    const [across, along] = distance(place);
    if (across < 1) continue;
    const isNearer = !best || across < best.across - 1 || (across < best.across + 1 && along < best.along);
    if (isNearer) best = { index, across, along };
  }
  return best?.index;
}
