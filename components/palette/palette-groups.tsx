import { Search } from "lucide-react";
import { searchHref } from "@/components/search/search-address";
import { Icon } from "@/components/ui/icon";
import { isHidden } from "@/lib/platform/brand";
import { matchingRows } from "@/lib/search/matching-rows";
import type { PaletteContext } from "./palette-context";
import type { PaletteGroup, PaletteRow } from "./palette-row";
import { type PaletteSource, paletteSources } from "./palette-sources";

/** Maximum number of rows in a group: with several groups, with one group, and before anything is typed. */
const maxRowsPerGroup = 6;
const maxRowsOfOneGroup = 50;
const maxSuggested = 4;
const maxOffered = 3;

/** The text typed in the palette: a search, and a source if a prefix names one. */
interface PaletteQuery {
  readonly source: PaletteSource | undefined;
  readonly words: string;
}

/** Parses the typed text: a prefix limits the search to one source. */
export function readQuery(text: string): PaletteQuery {
  const source = paletteSources.find(({ prefix }) => prefix !== undefined && text.startsWith(prefix));
  return { source, words: (source ? text.slice(1) : text).trim() };
}

/** Returns the groups for a query; `choices` are the ids of earlier choices, newest first. */
export function paletteGroups(
  context: PaletteContext,
  { source, words }: PaletteQuery,
  choices: readonly string[],
): PaletteGroup[] {
  if (source) return [groupOf(context, source, words, choices, maxRowsOfOneGroup)].filter(isFilled);
  if (words === "") return offeredGroups(context, choices);
  const groups = paletteSources.map((each) => groupOf(context, each, words, choices, maxRowsPerGroup));
  return [...groups, everywhereGroup(context, words)].filter(isFilled);
}

function groupOf(
  context: PaletteContext,
  { id, rows, foundRows }: PaletteSource,
  words: string,
  choices: readonly string[],
  most: number,
): PaletteGroup {
  const named = chosenFirst(matchesAmong(rows(context), words), choices);
  const known = new Set(named.map((row) => row.id));
  const found = words === "" ? [] : (foundRows?.(context) ?? []).filter((row) => !known.has(row.id));
  // Limit the matches by name, so that the other results have space.
  const room = found.length > 0 ? Math.ceil(most / 2) : most;
  return { id, label: context.t(`palette.${id}`), rows: [...named.slice(0, room), ...found].slice(0, most) };
}

/** Returns the matching rows, memoized: new results re-render the palette with the same query. */
function matchesAmong(rows: readonly PaletteRow[], words: string): readonly PaletteRow[] {
  const kept = keptMatches.get(rows);
  if (kept?.words === words) return kept.matches;
  const matches = matchingRows(rows, words);
  keptMatches.set(rows, { words, matches });
  return matches;
}

const keptMatches = new WeakMap<
  readonly PaletteRow[],
  { readonly words: string; readonly matches: readonly PaletteRow[] }
>();

/**
 * Returns the groups before anything is typed: recent choices, frequent choices, the first chats, the first settings.
 */
function offeredGroups(context: PaletteContext, choices: readonly string[]): PaletteGroup[] {
  const offered = paletteSources.map((source) => ({ id: source.id, rows: source.rows(context) }));
  const byId = new Map(offered.flatMap(({ rows }) => rows.map((row) => [row.id, row] as const)));
  const chosen = choices.flatMap((id) => byId.get(id) ?? []);
  const actions = offered.find(({ id }) => id === "actions")?.rows ?? [];
  const suggested = [...new Set([...chosen, ...actions])].slice(0, maxSuggested);
  const others = offered
    .filter(({ id }) => id === "chats" || id === "settings")
    .map(({ id, rows }) => ({
      id,
      label: context.t(`palette.${id}`),
      rows: rows.filter((row) => !suggested.includes(row)).slice(0, maxOffered),
    }));
  return [{ id: "suggested", label: context.t("palette.suggested"), rows: suggested }, ...others].filter(isFilled);
}

function everywhereGroup({ t, router }: PaletteContext, words: string): PaletteGroup {
  const row: PaletteRow = {
    id: "everywhere",
    label: t("palette.everywhere", { words }),
    leading: <Icon glyph={Search} />,
    run: () => router.push(searchHref({ words })),
  };
  return { id: "everywhere", label: t("search.title"), rows: isHidden("search") ? [] : [row] };
}

/** Returns the rows with earlier choices first, newest first; the others keep their order. */
function chosenFirst(rows: readonly PaletteRow[], choices: readonly string[]): readonly PaletteRow[] {
  if (choices.length === 0) return rows;
  const places = new Map(choices.map((id, place) => [id, place]));
  const placeOf = ({ id }: PaletteRow) => places.get(id) ?? choices.length;
  const chosen = rows.filter(({ id }) => places.has(id)).sort((one, other) => placeOf(one) - placeOf(other));
  return [...chosen, ...rows.filter(({ id }) => !places.has(id))];
}

function isFilled({ rows }: PaletteGroup): boolean {
  return rows.length > 0;
}
