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
import { flushSync } from "react-dom";
import { Kbd } from "@/components/ui/kbd";
import { isComposed } from "@/lib/chat/shortcuts";
import styles from "./hints.module.css";
import type { Hint, HintList } from "./use-hints";

interface HintsProps extends HintList {
  readonly box: RefObject<HTMLTextAreaElement | null>;
  readonly onClose: () => void;
}

/** Number of entries rendered at first, beyond the active one, and each time the end of the list is near. */
const hintsAtOnce = 60;

/** Distance from the end at which more entries are rendered, in pixels. */
const nearEnd = 600;

/** The list above the message box, bottom-up. Focus stays in the box, whose keys choose an entry. */
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
    // The list is reversed (`column-reverse`), so its scroll positions are negative.
    const rest = view.scrollHeight - view.clientHeight - Math.abs(view.scrollTop);
    if (rest < nearEnd && drawn.length < hints.length) setLimit(drawn.length + hintsAtOnce);
  }

  function pick(hint: Hint | undefined) {
    // Rendered at once: the next key can come before the next frame.
    flushSync(() => hint?.onPick());
    box.current?.focus();
    if (!hasTypedNames) selectBlank(box.current);
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
    // Runs before the handlers of the box, which ignore keys that are handled here.
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
        // biome-ignore lint/a11y/useKeyWithClickEvents: the message box handles the keys
        <div
          key={hint.id}
          id={`${id}-${place}`}
          role="option"
          tabIndex={-1}
          aria-selected={place === index}
          className={styles.hint}
          // Keeps the focus in the box.
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

/** The list is rendered bottom-up, so ArrowUp moves to the next entry. */
const steps: ReadonlyMap<string, number> = new Map([
  ["ArrowUp", 1],
  ["ArrowDown", -1],
]);

/** Scrolls only the list, and only as far as needed. */
function revealIn(list: HTMLElement | null, optionId: string): void {
  const option = document.getElementById(optionId);
  if (!list || !option) return;
  const view = list.getBoundingClientRect();
  const { top, bottom } = option.getBoundingClientRect();
  if (top < view.top) list.scrollTop -= view.top - top;
  else if (bottom > view.bottom) list.scrollTop += bottom - view.bottom;
}

/** A blank to fill in, such as `[topic]`; not a link, a footnote or a checkbox. */
const blank = /\[\p{L}{2}[^[\]\n]{0,60}\](?![([:])/u;

function selectBlank(field: HTMLTextAreaElement | null): void {
  const found = field && blank.exec(field.value);
  if (found) field.setSelectionRange(found.index, found.index + found[0].length);
}
