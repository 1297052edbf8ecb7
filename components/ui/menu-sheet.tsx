"use client";
import { Fragment, type KeyboardEvent, useEffect, useRef } from "react";
import { flushSync } from "react-dom";
import { ScreenLink } from "@/components/ui/screen-link";
import { Dialog } from "./dialog";
import type { MenuAction, MenuItem, MenuSurfaceProps } from "./menu-item";
import { MenuRowContent, menuLineClass, menuRowClass } from "./menu-row";
import styles from "./menu-sheet.module.css";
import { indexAfterKey } from "./walk-keys";

/** A menu as a bottom sheet, on phones. */
export function MenuSheet({ label, closeLabel, items, sheetTop, isByKey, onClose }: MenuSurfaceProps) {
  const list = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (isByKey) rowsIn(list.current)[0]?.focus();
  }, [isByKey]);

  function walk(event: KeyboardEvent<HTMLDivElement>) {
    const rows = rowsIn(event.currentTarget);
    const focused = rows.find((row) => row === document.activeElement);
    const index = focused ? rows.indexOf(focused) : -1;
    const next = indexAfterKey(event.key, index, rows.length, { axis: "vertical", isRightToLeft: false });
    if (next === undefined) return;
    event.preventDefault();
    rows[next]?.focus();
  }

  function select(action: MenuAction) {
    // Close first, so that the focus returns and the trigger becomes the opener of what opens next.
    flushSync(onClose);
    action.onSelect();
  }

  return (
    <Dialog open onClose={onClose} title={label} closeLabel={closeLabel}>
      {sheetTop}
      <div ref={list} role="menu" aria-label={label} tabIndex={-1} className={styles.rows} onKeyDown={walk}>
        {items.map((item) => (
          <Fragment key={item.id}>
            {item.separatorBefore && <hr className={menuLineClass} />}
            <Row item={item} onSelect={select} onFollow={onClose} />
          </Fragment>
        ))}
      </div>
    </Dialog>
  );
}

interface RowProps {
  readonly item: MenuItem;
  readonly onSelect: (action: MenuAction) => void;
  readonly onFollow: () => void;
}

function Row({ item, onSelect, onFollow }: RowProps) {
  const look = { className: menuRowClass, "data-danger": item.danger || undefined };
  if ("href" in item) {
    const target = item.external ? { target: "_blank", rel: "noreferrer" } : {};
    return (
      <ScreenLink {...look} {...target} role="menuitem" href={item.href} onClick={onFollow}>
        <MenuRowContent item={item} />
      </ScreenLink>
    );
  }
  const role =
    item.checked === undefined
      ? ({ role: "menuitem" } as const)
      : ({ role: "menuitemcheckbox", "aria-checked": item.checked } as const);
  return (
    <button
      {...look}
      {...role}
      type="button"
      aria-disabled={item.disabled || undefined}
      onClick={() => !item.disabled && onSelect(item)}
    >
      <MenuRowContent item={item} />
    </button>
  );
}

function rowsIn(list: Element | null): HTMLElement[] {
  return [...(list?.querySelectorAll<HTMLElement>("[role^=menuitem]") ?? [])];
}
