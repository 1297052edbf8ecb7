"use client";
import { X } from "lucide-react";
import {
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type ReactNode,
  type SyntheticEvent,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { createPortal } from "react-dom";
import { classNames } from "./class-names";
import { isComposedKey } from "./composed-key";
import styles from "./dialog.module.css";
import { IconButton } from "./icon-button";
import { LabellingContext } from "./labelling";
import { closeDialog, showDialog } from "./modal-dialog";
import { useSheetDrag } from "./sheet-drag";

/** Props of every dialog: whether it is open, and the handler that closes it. */
export interface DialogOpening {
  readonly open: boolean;
  readonly onClose: () => void;
}

export interface DialogProps extends DialogOpening {
  readonly title: string;
  readonly subtitle?: ReactNode;
  readonly closeLabel: string;
  /** Width: 420, 560 or 780 px. */
  readonly size?: "small" | "medium" | "large" | undefined;
  /** Destructive and secondary actions, at the start of the footer. */
  readonly footerStart?: ReactNode;
  /** Cancel and confirm, at the end of the footer. */
  readonly footerEnd?: ReactNode;
  /** Has unsaved input: every way of dismissing it calls `onDirtyClose` instead of `onClose`. */
  readonly isDirty?: boolean | undefined;
  readonly onDirtyClose?: (() => void) | undefined;
  /** An alert dialog, which asks a question. */
  readonly isAlert?: boolean | undefined;
  /** Its content grows while it is open: it grows downward, so that nothing above moves. */
  readonly grows?: boolean | undefined;
  /** The content has its own padding and scrolling. */
  readonly bare?: boolean | undefined;
  readonly children: ReactNode;
}

/**
 * A modal dialog; on a phone a bottom sheet that can be dragged down to close.
 *
 * The focus moves to the element marked `data-initial-focus`, else to the first field, else to the title, and returns
 * to the opener. The children are mounted while it is open.
 */
export function Dialog({ open, ...props }: DialogProps) {
  const [isPresent, setPresent] = useState(open);
  if (open && !isPresent) setPresent(true);
  if (!isPresent || typeof document === "undefined") return null;
  // Rendered into the body, because a hidden or transformed ancestor would affect the dialog.
  return createPortal(<Frame {...props} open={open} onLeft={() => setPresent(false)} />, document.body);
}

function Frame(props: DialogProps & { readonly onLeft: () => void }) {
  const {
    open,
    onClose,
    isDirty = false,
    onDirtyClose,
    onLeft,
    size = "medium",
    isAlert = false,
    grows = false,
  } = props;
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const pressed = useRef<EventTarget>(null);
  const left = useEffectEvent(() => {
    // It may have been reopened during the closing animation.
    if (!open) onLeft();
  });

  useLayoutEffect(() => {
    const node = dialog.current;
    if (!node) return;
    if (open) {
      showDialog(node);
      return focusFirst(node);
    }
    closeDialog(node);
    const motions = node.getAnimations?.() ?? [];
    if (motions.length === 0) left();
    else void Promise.allSettled(motions.map((motion) => motion.finished)).then(() => left());
  }, [open]);

  useLayoutEffect(() => {
    const node = dialog.current;
    return () => {
      if (node?.open) closeDialog(node);
    };
  }, []);

  function dismiss(): boolean {
    if (isDirty && onDirtyClose) {
      onDirtyClose();
      return false;
    }
    onClose();
    return true;
  }

  // Stop propagation: React events would bubble to the rows and toolbars that opened the dialog.
  function pressPointer(event: PointerEvent) {
    event.stopPropagation();
    pressed.current = event.target;
  }

  function pressKey(event: KeyboardEvent) {
    event.stopPropagation();
    if (event.key !== "Escape" || event.defaultPrevented || isComposedKey(event)) return;
    event.preventDefault();
    dismiss();
  }

  function cancel(event: SyntheticEvent) {
    // A file input inside also fires `cancel`.
    if (event.target !== dialog.current) return;
    event.preventDefault();
    dismiss();
  }

  function closed() {
    const node = dialog.current;
    if (!open || !node || node.open) return;
    // The browser may close it anyway, as at the second tap of a phone's back button.
    if (!dismiss()) node.showModal();
  }

  function click(event: MouseEvent) {
    event.stopPropagation();
    // Ignore clicks whose pointerdown was inside the dialog, e.g. a text selection that ends on the backdrop.
    const isScrim = event.target === dialog.current && pressed.current === dialog.current;
    // Ignore the second click of a double-click, which was meant for the opener.
    if (isScrim && event.detail < 2) dismiss();
  }

  return (
    <dialog
      ref={dialog}
      role={isAlert ? "alertdialog" : undefined}
      aria-labelledby={`${id}-title`}
      aria-describedby={isAlert ? `${id}-body` : undefined}
      inert={!open}
      className={classNames(styles.dialog, styles[size], grows && styles.grows)}
      onPointerDown={pressPointer}
      onClick={click}
      onKeyDown={pressKey}
      onCancel={cancel}
      onClose={closed}
    >
      <Content {...props} id={id} sheet={dialog} dismiss={dismiss} />
    </dialog>
  );
}

/** Resets the labelling: a row that opens a dialog does not label the controls in it. */
const unlabelled = {};

interface ContentProps extends DialogProps {
  readonly id: string;
  readonly sheet: Parameters<typeof useSheetDrag>[0];
  readonly dismiss: () => boolean;
}

function Content(props: ContentProps) {
  const { id, title, subtitle, closeLabel, footerStart, footerEnd, bare = false, sheet, dismiss } = props;
  return (
    <LabellingContext value={unlabelled}>
      <div className={styles.panel}>
        {/* No `header` or `footer`: in a dialog they would be landmarks of the page. */}
        <div className={styles.head} {...useSheetDrag(sheet, dismiss)}>
          <div className={styles.titles}>
            <h2 id={`${id}-title`} tabIndex={-1} data-dialog-title="">
              {title}
            </h2>
            {subtitle && <p>{subtitle}</p>}
          </div>
          <IconButton icon={X} label={closeLabel} onClick={dismiss} />
        </div>
        <div id={`${id}-body`} className={bare ? styles.bare : styles.body}>
          {props.children}
        </div>
        {(footerStart || footerEnd) && (
          <div className={styles.foot}>
            {footerStart}
            <span className={styles.gap} />
            {footerEnd}
          </div>
        )}
      </div>
    </LabellingContext>
  );
}

const fields = "input:not([type=hidden]):not(:disabled), select:not(:disabled), textarea:not(:disabled)";

function focusFirst(dialog: HTMLElement): void {
  const wanted = dialog.querySelector<HTMLElement>("[data-initial-focus]");
  const field = dialog.querySelector<HTMLElement>(fields);
  // On a touch screen, a focused search would open the keyboard over the list.
  const isOverList = field?.matches("[type=search]") && matchMedia("(pointer: coarse)").matches;
  const target = wanted ?? (isOverList ? undefined : field);
  (target ?? dialog.querySelector<HTMLElement>("[data-dialog-title]"))?.focus();
}
