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

/** What a button needs to be the trigger of a menu; spread it over a `Button` or an `IconButton`. */
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
  /** Names the menu, and heads its sheet on a phone. */
  readonly label: string;
  /** Names the close button of the sheet. */
  readonly closeLabel: string;
  readonly trigger: (props: MenuTriggerProps) => ReactNode;
  /** The rows; or what makes them and draws them, where their code and words are loaded when the menu is opened. */
  readonly items: readonly MenuItem[] | ((draw: (items: readonly MenuItem[]) => ReactNode) => ReactNode);
  /** Which edges of menu and trigger meet; `end` by default. */
  readonly align?: "start" | "end" | undefined;
  /** Stands above the rows of the sheet, as a quotation of what they act on. */
  readonly sheetTop?: ReactNode;
  /** Opens as a sheet on a phone however few its rows are. */
  readonly isSheetOnPhone?: boolean | undefined;
  /** Opens it from outside as well, as after a long press. */
  readonly open?: boolean | undefined;
  readonly onOpenChange?: ((open: boolean) => void) | undefined;
}

const loadPopup = () => import("./menu-popup");
const loadSheet = () => import("./menu-sheet");
const MenuPopup = lazy(() => loadPopup().then(({ MenuPopup }) => ({ default: MenuPopup })));
const MenuSheet = lazy(() => loadSheet().then(({ MenuSheet }) => ({ default: MenuSheet })));

/** More rows than this open as a sheet on a phone. */
const mostRowsOfPopup = 6;

/** A button with a menu, which is loaded when somebody is about to press the button. */
export function Menu(props: MenuProps) {
  const { label, closeLabel, trigger, items, align = "end", sheetTop, open, onOpenChange } = props;
  const leastRowsOfSheet = props.isSheetOnPhone ? 1 : mostRowsOfPopup + 1;
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
    // A failure shows itself when the menu is opened, which tries again.
    (isSheet ? loadSheet() : loadPopup()).catch(() => undefined);
  }

  const triggerProps: MenuTriggerProps = {
    ref: button,
    "aria-haspopup": isSheet ? "dialog" : "menu",
    "aria-expanded": isOpen,
    onPointerEnter: load,
    onFocus: load,
    onClick(event) {
      // Enter and Space make a click without a press.
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
