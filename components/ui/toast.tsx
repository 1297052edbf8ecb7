"use client";
import { Check, CircleAlert, Info, type LucideIcon } from "lucide-react";
import { type CSSProperties, useEffect, useEffectEvent, useRef, useState } from "react";
import { classNames } from "./class-names";
import { Icon } from "./icon";
import styles from "./toast.module.css";

export interface ToastAction {
  readonly label: string;
  readonly onAction: () => void;
  /** Undoes the event of the toast, so that Ctrl Z triggers it, too. */
  readonly isUndo?: boolean | undefined;
}

/** A short sentence about an event. */
export interface Toast {
  readonly id: string;
  readonly kind: "info" | "success" | "error";
  readonly text: string;
  readonly icon?: LucideIcon | undefined;
  readonly action?: ToastAction | undefined;
}

export interface ToastLayerProps {
  /** Oldest first. The newest three are shown, the others are dismissed. */
  readonly toasts: readonly Toast[];
  readonly onDismiss: (id: string) => void;
  /** Height of the dock below them, in pixels. */
  readonly above?: number | undefined;
  /** Returns how long a toast is shown, in milliseconds. */
  readonly lifetime?: ((toast: Toast) => number) | undefined;
}

const maxToasts = 3;

/** Returns how long a toast is shown, in milliseconds: longer if it has an action. */
export function lifetimeOf({ action }: Pick<Toast, "action">): number {
  return action ? 5000 : 3000;
}

/** Renders the toasts above the message box and dismisses them when their time is over. Mount it once. */
export function ToastLayer({ toasts, onDismiss, above = 24, lifetime = lifetimeOf }: ToastLayerProps) {
  const shown = toasts.slice(-maxToasts);
  const superfluous = toasts.slice(0, -maxToasts);

  useEffect(() => {
    for (const { id } of superfluous) onDismiss(id);
  });

  const undo = useEffectEvent((event: KeyboardEvent) => {
    const newest = shown.findLast(({ action }) => action?.isUndo);
    if (!newest || !isUndoKey(event) || isWriting(document.activeElement)) return;
    event.preventDefault();
    newest.action?.onAction();
    onDismiss(newest.id);
  });

  useEffect(() => {
    const listener = (event: KeyboardEvent) => undo(event);
    document.addEventListener("keydown", listener);
    return () => document.removeEventListener("keydown", listener);
  }, []);

  function draw(toast: Toast) {
    return (
      <ToastCard
        key={toast.id}
        toast={toast}
        place={shown.indexOf(toast)}
        lifetime={lifetime(toast)}
        onEnd={() => onDismiss(toast.id)}
      />
    );
  }

  // Set on this element only: a property of the root would restyle every element.
  const place: CSSProperties & Record<"--above", string> = { "--above": `${above}px` };
  return (
    // Both regions must be mounted before the first toast, or screen readers would miss it.
    <div className={styles.layer} style={place}>
      <div role="status" aria-atomic="false" className={styles.region}>
        {shown.filter(({ kind }) => kind !== "error").map(draw)}
      </div>
      <div role="alert" aria-atomic="false" className={styles.region}>
        {shown.filter(({ kind }) => kind === "error").map(draw)}
      </div>
    </div>
  );
}

interface ToastCardProps {
  readonly toast: Toast;
  /** Its index among all shown toasts, whichever region it is in. */
  readonly place: number;
  readonly lifetime: number;
  readonly onEnd: () => void;
}

const icons = { info: Info, success: Check, error: CircleAlert } as const satisfies Record<Toast["kind"], LucideIcon>;

function ToastCard({ toast, place, lifetime, onEnd }: ToastCardProps) {
  const [isHovered, setHovered] = useState(false);
  const [isFocused, setFocused] = useState(false);
  useCountdown(lifetime, isHovered || isFocused, onEnd);
  const style: CSSProperties & Record<"--fuse", string> = { order: place, "--fuse": `${lifetime}ms` };
  const { kind, text, icon = icons[kind], action } = toast;

  function act() {
    action?.onAction();
    onEnd();
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the handlers only pause the countdown
    <div
      className={classNames(styles.toast, styles[kind])}
      style={style}
      onPointerEnter={() => setHovered(true)}
      onPointerLeave={() => setHovered(false)}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
    >
      <Icon glyph={icon} />
      <p>{text}</p>
      {action && (
        <>
          <button type="button" className={styles.action} onClick={act}>
            {action.label}
          </button>
          <span aria-hidden="true" className={styles.fuse} />
        </>
      )}
    </div>
  );
}

/** Calls `onEnd` when the time is over, not counting pauses. */
function useCountdown(milliseconds: number, isPaused: boolean, onEnd: () => void): void {
  const remaining = useRef(milliseconds);
  const end = useEffectEvent(onEnd);

  useEffect(() => {
    if (isPaused) return;
    const startedAt = performance.now();
    const timer = setTimeout(() => end(), remaining.current);
    return () => {
      clearTimeout(timer);
      remaining.current -= performance.now() - startedAt;
    };
  }, [isPaused]);
}

function isUndoKey(event: KeyboardEvent): boolean {
  const isPlain = !event.shiftKey && !event.altKey && !event.defaultPrevented;
  return isPlain && (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "z";
}

/** Whether the focus is in a field with text, where Ctrl Z undoes typing. */
function isWriting(element: Element | null): boolean {
  const isField = element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement;
  if (isField) return element.value !== "";
  return element instanceof HTMLElement && element.isContentEditable && element.textContent !== "";
}
