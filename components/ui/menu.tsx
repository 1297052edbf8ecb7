"use client";
import {
  type KeyboardEvent,
  lazy,
  type MouseEvent,
  type ReactNode,
  type RefObject,
  Suspense,
  useRef,
  useState,
} from "react";
import { useIsPhone } from "./is-phone";
import type { MenuItem } from "./menu-item";

/** Props for a button that triggers a menu; spread them over a `Button` or an `IconButton`. */
export interface MenuTriggerProps {
  readonly ref: RefObject<HTMLButtonElement | null>;
  readonly "aria-haspopup": "menu" | "dialog";
  readonly "aria-expanded": boolean;
  readonly onPointerEnter: () => void;
  readonly onFocus: () => void;
  readonly onClick: (event: MouseEvent<HTMLButtonElement>) => void;
  readonly onKeyDown: (event: KeyboardEvent<HTMLButtonElement>) => void;
}

export interface MenuProps {
  /** The name of the menu, and the heading of its sheet on a phone. */
  readonly label: string;
  /** The label of the sheet's close button. */
  readonly closeLabel: string;
  readonly trigger: (props: MenuTriggerProps) => ReactNode;
  /** The rows, or a component that renders them, if their code and messages are lazy-loaded with the menu. */
  readonly items: readonly MenuItem[] | ((draw: (items: readonly MenuItem[]) => ReactNode) => ReactNode);
  /** Edge at which menu and trigger align; `end` by default. */
  readonly align?: "start" | "end" | undefined;
  /** Content above the rows of the sheet, such as a quotation of the message. */
  readonly sheetTop?: ReactNode;
  /** On a phone, opens as a sheet even with few rows. */
  readonly isSheetOnPhone?: boolean | undefined;
  /** Opens it from outside, for example after a long press. */
  readonly open?: boolean | undefined;
  readonly onOpenChange?: ((open: boolean) => void) | undefined;
}

const loadPopup = () => import("./menu-popup");
const loadSheet = () => import("./menu-sheet");
const MenuPopup = lazy(() => loadPopup().then(({ MenuPopup }) => ({ default: MenuPopup })));
const MenuSheet = lazy(() => loadSheet().then(({ MenuSheet }) => ({ default: MenuSheet })));

/** Maximum number of rows in a popup on a phone; with more the menu opens as a sheet. */
const maxPopupRows = 6;

/** A button with a menu, which is loaded when the pointer or focus reaches the button. */
export function Menu(props: MenuProps) {
  const { label, closeLabel, trigger, items, align = "end", sheetTop, open, onOpenChange } = props;
  const leastRowsOfSheet = props.isSheetOnPhone ? 1 : maxPopupRows + 1;
  const isPhone = useIsPhone();
  const isSheetOf = (rows: readonly MenuItem[]) => isPhone && rows.length >= leastRowsOfSheet;
  const isSheet = typeof items === "function" ? isPhone && props.isSheetOnPhone === true : isSheetOf(items);
  const button = useRef<HTMLButtonElement>(null);
  const [isOpenHere, setOpenHere] = useState(false);
  const [isByKey, setByKey] = useState(false);
  const isOpen = open ?? isOpenHere;

  function setOpen(next: boolean) {
    setOpenHere(next);
    onOpenChange?.(next);
  }

  function load() {
    // Opening the menu tries again and shows the error.
    (isSheet ? loadSheet() : loadPopup()).catch(() => undefined);
  }

  const triggerProps: MenuTriggerProps = {
    ref: button,
    "aria-haspopup": isSheet ? "dialog" : "menu",
    "aria-expanded": isOpen,
    onPointerEnter: load,
    onFocus: load,
    onClick(event) {
      // Enter and Space fire a click with `detail` 0.
      setByKey(event.detail === 0);
      setOpen(!isOpen);
    },
    onKeyDown(event) {
      if (event.key !== "ArrowDown" || event.defaultPrevented) return;
      event.preventDefault();
      setByKey(true);
      setOpen(true);
    },
  };

  function draw(rows: readonly MenuItem[]) {
    if (!button.current) return null;
    const Surface = isSheetOf(rows) ? MenuSheet : MenuPopup;
    return (
      <Surface
        label={label}
        closeLabel={closeLabel}
        items={rows}
        anchor={button.current}
        align={align}
        isByKey={isByKey}
        sheetTop={sheetTop}
        onClose={() => setOpen(false)}
      />
    );
  }

  return (
    <>
      {trigger(triggerProps)}
      <Suspense fallback={null}>{isOpen && (typeof items === "function" ? items(draw) : draw(items))}</Suspense>
    </>
  );
}
