import { Search } from "lucide-react";
import { searchHref } from "@/components/search/search-address";
import { Icon } from "@/components/ui/icon";
import { isolated } from "@/components/ui/isolated";
import { isHidden } from "@/lib/platform/brand";
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
  { id, list, foundRows }: PaletteSource,
  words: string,
  choices: readonly string[],
  most: number,
): PaletteGroup {
  const found = words === "" ? [] : (foundRows?.(context) ?? []);
  const named = list(context).matching(words, choices, most);
  const known = new Set(named.map((row) => row.id));
  const others = found.filter((row) => !known.has(row.id));
  // Limit the matches by name, so that the other results have space.
  const room = others.length > 0 ? Math.ceil(most / 2) : most;
  return { id, label: context.t(`palette.${id}`), rows: [...named.slice(0, room), ...others].slice(0, most) };
}

/**
 * Returns the groups before anything is typed: recent choices, frequent choices, the first chats, the first settings.
 */
function offeredGroups(context: PaletteContext, choices: readonly string[]): PaletteGroup[] {
  const offered = paletteSources.map(({ id, list }) => ({ id, list: list(context) }));
  const byId = new Map(offered.flatMap(({ list }) => list.withIds(choices).map((row) => [row.id, row] as const)));
  const chosen = choices.flatMap((id) => byId.get(id) ?? []);
  const actions = offered.find(({ id }) => id === "actions")?.list.matching("", [], maxSuggested) ?? [];
  const suggested = [...new Map([...chosen, ...actions].map((row) => [row.id, row])).values()].slice(0, maxSuggested);
  const suggestedIds = suggested.map(({ id }) => id);
  const others = offered
    .filter(({ id }) => id === "chats" || id === "settings")
    .map(({ id, list }) => ({
      id,
      label: context.t(`palette.${id}`),
      rows: list
        .matching("", [], maxOffered + maxSuggested)
        .filter((row) => !suggestedIds.includes(row.id))
        .slice(0, maxOffered),
    }));
  return [{ id: "suggested", label: context.t("palette.suggested"), rows: suggested }, ...others].filter(isFilled);
}

/** Returns the row that opens the search screen. It explains the operators of the text, which only that screen applies. */
function everywhereGroup({ t, router, operatorTexts }: PaletteContext, words: string): PaletteGroup {
  const row: PaletteRow = {
    id: "everywhere",
    label: t("palette.everywhere", { words: isolated(words) }),
    note: operatorTexts(words).join(" · ") || undefined,
    leading: <Icon glyph={Search} />,
    run: () => router.push(searchHref({ words })),
  };
  return { id: "everywhere", label: t("search.title"), rows: isHidden("search") ? [] : [row] };
}

function isFilled({ rows }: PaletteGroup): boolean {
  return rows.length > 0;
}
