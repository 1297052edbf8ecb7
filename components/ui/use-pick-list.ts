"use client";
import { type KeyboardEvent, type MouseEvent, useMemo, useState } from "react";
import { takeCapturedKeys } from "./captured-keys";
import { isComposedKey } from "./composed-key";
import { bestMatch, type ListEntry, type ListGroup, listEntries, matchingEntries } from "./list-entries";

interface PickListOptions {
  readonly groups: readonly ListGroup[];
  /** The id of the selected item, if there is one. */
  readonly value: string | undefined;
  readonly onPick: (id: string) => void;
  readonly onClose: () => void;
  readonly onFavourite?: ((id: string) => void) | undefined;
}

/** The search, the active entry and the unfolded groups of a list, with its handlers of keys and clicks. */
export function usePickList({ groups, value, onPick, onClose, onFavourite }: PickListOptions) {
  const [query, setQuery] = useState("");
  const entries = useMemo(() => listEntries(groups), [groups]);
  const [unfolded, setUnfolded] = useState<ReadonlySet<number>>(() => new Set());
  const matches = useMemo(() => matchingEntries(entries, query, unfolded), [entries, query, unfolded]);
  const [activeKey, setActiveKey] = useState(keyOfValue);
  // Most keys of a search change the query and no entry is active yet, so the list is not searched for one.
  const chosen = activeKey === undefined ? undefined : matches.find((entry) => keyOf(entry) === activeKey);
  const active = chosen ?? bestMatch(matches, query);

  function keyOfValue() {
    return keyOf(entries.find(({ item }) => item.id === value));
  }

  function search(text: string) {
    setQuery(text);
    setActiveKey(text === "" ? keyOfValue() : undefined);
  }

  /** Applies text typed while this was loading as a search; Enter after it picks. */
  function takeTyped() {
    const { text, isEntered } = takeCapturedKeys();
    if (text !== "") search(text);
    const best = isEntered ? bestMatch(matchingEntries(entries, text), text) : undefined;
    if (best) pick(best.item.id);
  }

  /** Shows the folded entries of a group. The first one becomes active in place of the row. */
  function unfold({ groupNumber }: ListEntry) {
    const first = entries.find((entry) => entry.groupNumber === groupNumber && entry.item.isFolded);
    setUnfolded(new Set([...unfolded, groupNumber]));
    setActiveKey(keyOf(first));
  }

  function pick(itemId: string) {
    onClose();
    onPick(itemId);
  }

  function press(event: KeyboardEvent<HTMLInputElement>) {
    if (isComposedKey(event)) return;
    if (event.key === "Enter" && active) {
      event.preventDefault();
      if (active.item.isFold) unfold(active);
      else pick(active.item.id);
    }
    if (event.key === "Escape") {
      event.preventDefault();
      event.stopPropagation();
      onClose();
    }
    const next = entryAfterKey(event, matches, active);
    if (!next) return;
    event.preventDefault();
    setActiveKey(keyOf(next));
  }

  function click(event: MouseEvent) {
    const itemId = optionOf(event)?.dataset.item;
    if (itemId === undefined) return;
    const fold = matches.find(({ item }) => item.isFold && item.id === itemId);
    if (fold) return unfold(fold);
    const isStar = event.target instanceof Element && event.target.closest("[data-star]") !== null;
    if (isStar && onFavourite) onFavourite(itemId);
    else pick(itemId);
  }

  return { query, matches, active, search, takeTyped, press, click, keepFocus };
}

/** Leaves the focus in the search field when an option is clicked. */
function keepFocus(event: MouseEvent) {
  if (optionOf(event)) event.preventDefault();
}

/** Returns a stable key: an item may be in several groups, and entry numbers change when entries are added. */
function keyOf(entry: ListEntry | undefined): string | undefined {
  return entry && `${entry.group}\n${entry.item.id}`;
}

function optionOf(event: MouseEvent): HTMLElement | undefined {
  const target = event.target instanceof Element ? event.target : undefined;
  return target?.closest<HTMLElement>("[data-item]") ?? undefined;
}

const distances: ReadonlyMap<string, number> = new Map([
  ["ArrowDown", 1],
  ["ArrowUp", -1],
  ["PageDown", 10],
  ["PageUp", -10],
  ["End", Number.POSITIVE_INFINITY],
  ["Home", Number.NEGATIVE_INFINITY],
]);

function entryAfterKey(event: KeyboardEvent, matches: readonly ListEntry[], active: ListEntry | undefined) {
  const distance = distances.get(event.key);
  if (distance === undefined || !active || event.shiftKey) return undefined;
  const index = matches.indexOf(active) + distance;
  return matches[Math.min(matches.length - 1, Math.max(0, index))];
}
