"use client";
import { DropdownMenu } from "radix-ui";
import {
  type ComponentProps,
  type CSSProperties,
  Fragment,
  type SyntheticEvent,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { flushSync } from "react-dom";
import { ScreenLink } from "@/components/ui/screen-link";
import type { MenuAction, MenuItem, MenuLink, MenuSurfaceProps } from "./menu-item";
import styles from "./menu-popup.module.css";
import { MenuRowContent, menuLineClass, menuRowClass } from "./menu-row";

/**
 * A popup menu beside its trigger. It is in the top layer, but its DOM position is beside the trigger. So it works in a
 * dialog, and a row that shows its actions on focus keeps showing them.
 */
export function MenuPopup({ label, items, anchor, at, align, isByKey, onClose }: MenuSurfaceProps) {
  const layer = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const beside = usePlaceOf(anchor);
  const place = at ? { translate: `${at.x}px ${at.y}px` } : beside;
  const { close, handlers } = useClosing(anchor, onClose);

  // Before the menu measures its position and takes the focus.
  useLayoutEffect(() => layer.current?.showPopover?.(), []);

  useEffect(() => {
    const first = isByKey && list.current?.querySelector<HTMLElement>("[role^=menuitem]:not([data-disabled])");
    if (first) first.focus();
    else list.current?.focus();
  }, [isByKey]);

  function select(event: Event, action: MenuAction) {
    event.preventDefault();
    close();
    action.onSelect();
  }

  return (
    <div ref={layer} popover="manual" className={styles.layer}>
      <DropdownMenu.Root
        open
        modal={false}
        dir={document.documentElement.dir === "rtl" ? "rtl" : "ltr"}
        onOpenChange={close}
      >
        <DropdownMenu.Trigger asChild>
          <span aria-hidden="true" tabIndex={-1} className={styles.anchor} style={place} />
        </DropdownMenu.Trigger>
        <DropdownMenu.Content
          ref={list}
          loop
          align={align}
          sideOffset={4}
          collisionPadding={8}
          aria-label={label}
          aria-labelledby={undefined}
          className={styles.menu}
          onClick={containEvent}
          onPointerDown={containEvent}
          {...handlers}
        >
          {items.map((item) => (
            <Fragment key={item.id}>
              {item.separatorBefore && <DropdownMenu.Separator className={menuLineClass} />}
              <Row item={item} onSelect={select} />
            </Fragment>
          ))}
        </DropdownMenu.Content>
      </DropdownMenu.Root>
    </div>
  );
}

/** Closes the menu and returns the focus to its trigger, unless the user has moved it. */
function useClosing(anchor: HTMLElement, onClose: () => void) {
  // Close first, so that the focus returns and the trigger becomes the opener of what opens next.
  function close() {
    flushSync(onClose);
    anchor.focus();
  }

  const handlers: Pick<
    ComponentProps<typeof DropdownMenu.Content>,
    "onKeyDown" | "onPointerDownOutside" | "onFocusOutside" | "onCloseAutoFocus"
  > = {
    onKeyDown(event) {
      event.stopPropagation();
      if (event.key !== "Tab") return;
      event.preventDefault();
      close();
    },
    onPointerDownOutside(event) {
      // The trigger closes the menu itself, at the click that follows.
      if (event.target instanceof Node && anchor.contains(event.target)) event.preventDefault();
    },
    onFocusOutside(event) {
      event.preventDefault();
      if (event.target !== anchor) onClose();
    },
    onCloseAutoFocus(event) {
      event.preventDefault();
      // A press outside the menu has taken the focus from the trigger.
      if (document.activeElement === document.body) anchor.focus();
    },
  };
  return { close, handlers };
}

/** Stops events of the menu from reaching the row or toolbar that opened it. */
function containEvent(event: SyntheticEvent): void {
  event.stopPropagation();
}

interface RowProps {
  readonly item: MenuItem;
  readonly onSelect: (event: Event, action: MenuAction) => void;
}

function Row({ item, onSelect }: RowProps) {
  const look = { className: menuRowClass, "data-danger": item.danger || undefined };
  if ("href" in item) {
    return (
      <DropdownMenu.Item asChild {...look}>
        <LinkRow link={item} />
      </DropdownMenu.Item>
    );
  }
  const row = { ...look, disabled: item.disabled, onSelect: (event: Event) => onSelect(event, item) };
  if (item.checked === undefined) {
    return (
      <DropdownMenu.Item {...row}>
        <MenuRowContent item={item} />
      </DropdownMenu.Item>
    );
  }
  return (
    <DropdownMenu.CheckboxItem {...row} checked={item.checked}>
      <MenuRowContent item={item} />
    </DropdownMenu.CheckboxItem>
  );
}

/** A menu item with a link. It takes the attributes of the row around it. */
function LinkRow({ link, ...row }: { readonly link: MenuLink }) {
  const target = link.external ? { target: "_blank", rel: "noreferrer" } : {};
  return (
    <ScreenLink {...row} {...target} href={link.href}>
      <MenuRowContent item={link} />
    </ScreenLink>
  );
}

/** Returns a style that places an element over another one, updated as that moves. */
function usePlaceOf(element: HTMLElement): CSSProperties {
  const [place, setPlace] = useState(() => placeOf(element));
  useEffect(() => {
    const stop = new AbortController();
    const follow = () => setPlace(placeOf(element));
    window.addEventListener("resize", follow, { signal: stop.signal });
    // In the capture phase, because the page scrolls in containers.
    window.addEventListener("scroll", follow, { capture: true, signal: stop.signal });
    return () => stop.abort();
  }, [element]);
  return place;
}

function placeOf(element: HTMLElement): CSSProperties {
  const { x, y, width, height } = element.getBoundingClientRect();
  return { translate: `${x}px ${y}px`, inlineSize: width, blockSize: height };
}
