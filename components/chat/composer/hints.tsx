"use client";
import {
  type RefObject,
  type UIEvent,
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { Kbd } from "@/components/ui/kbd";
import { isComposed } from "@/lib/chat/shortcuts";
import styles from "./hints.module.css";
import type { Hint, HintList } from "./use-hints";

interface HintsProps extends HintList {
  readonly box: RefObject<HTMLTextAreaElement | null>;
  readonly onClose: () => void;
}

/** How many entries are drawn at first, and beyond the active one, and with each approach to the end of the list. */
const hintsAtOnce = 60;

/** Pixels before the end at which more entries are drawn. */
const nearEnd = 600;

/** The list above the message box, its first entry next to the box; the keys that choose from it are pressed in the box. */
export function Hints({ label, hints, hasTypedNames, emptyText, box, onClose }: HintsProps) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const [activeId, setActiveId] = useState<string>();
  const index = Math.max(
    0,
    hints.findIndex((hint) => hint.id === activeId),
  );
  const active = hints[index];
  const [limit, setLimit] = useState(hintsAtOnce);
  const drawn = hints.slice(0, Math.max(limit, index + hintsAtOnce));

  function drawMore({ currentTarget: view }: UIEvent<HTMLElement>) {
    // The list runs upwards, and so its places are counted from the end, below zero.
    const rest = view.scrollHeight - view.clientHeight - Math.abs(view.scrollTop);
    if (rest < nearEnd && drawn.length < hints.length) setLimit(drawn.length + hintsAtOnce);
  }

  function pick(hint: Hint | undefined) {
    hint?.onPick();
    box.current?.focus();
  }

  const pressKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.altKey || event.metaKey || event.shiftKey || isComposed(event)) return;
    const step = steps.get(event.key);
    const isChosen = event.key === "Enter" || event.key === "Tab";
    if (event.key === "Escape") onClose();
    else if (step !== undefined && active) setActiveId(hints[(index + step + hints.length) % hints.length]?.id);
    else if (isChosen && active) pick(active);
    else return;
    event.preventDefault();
    event.stopPropagation();
  });

  useEffect(() => {
    const node = box.current;
    if (!node) return;
    // Ahead of the box's own keys, which leave alone what is taken here.
    const onKeyDown = (event: KeyboardEvent) => pressKey(event);
    node.addEventListener("keydown", onKeyDown);
    return () => node.removeEventListener("keydown", onKeyDown);
  }, [box]);

  const optionId = active && `${id}-${index}`;
  useLayoutEffect(() => {
    const node = box.current;
    if (!node || optionId === undefined) return;
    const attributes = { "aria-controls": id, "aria-activedescendant": optionId, "aria-autocomplete": "list" };
    for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
    revealIn(list.current, optionId);
    return () => {
      for (const name of Object.keys(attributes)) node.removeAttribute(name);
    };
  }, [box, id, optionId]);

  if (!active) return <p className={`${styles.list} ${styles.empty}`}>{emptyText}</p>;
  return (
    <div ref={list} id={id} role="listbox" aria-label={label} className={styles.list} onScroll={drawMore}>
      {drawn.map((hint, place) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are pressed in the message box
        <div
          key={hint.id}
          id={`${id}-${place}`}
          role="option"
          tabIndex={-1}
          aria-selected={place === index}
          className={styles.hint}
          // The focus stays in the box.
          onMouseDown={(event) => event.preventDefault()}
          onPointerMove={() => setActiveId(hint.id)}
          onClick={() => pick(hint)}
        >
          <span className={styles.name} data-typed={hasTypedNames || undefined} dir={hasTypedNames ? "ltr" : "auto"}>
            {hint.name}
          </span>
          <span className={styles.detail} dir="auto">
            {hint.detail}
          </span>
          {place === index && <Kbd keys="Enter" />}
        </div>
      ))}
    </div>
  );
}

/** The entries go upwards. */
const steps: ReadonlyMap<string, number> = new Map([
  ["ArrowUp", 1],
  ["ArrowDown", -1],
]);

/** Scrolls the list alone, and no further than it takes. */
function revealIn(list: HTMLElement | null, optionId: string): void {
  const option = document.getElementById(optionId);
  if (!list || !option) return;
  const view = list.getBoundingClientRect();
  const { top, bottom } = option.getBoundingClientRect();
  if (top < view.top) list.scrollTop -= view.top - top;
  else if (bottom > view.bottom) list.scrollTop += bottom - view.bottom;
}
