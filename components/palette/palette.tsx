"use client";
import { ArrowLeft, Search } from "lucide-react";
import { type KeyboardEvent, useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from "react";
import { createPortal, flushSync } from "react-dom";
import { useTranslations } from "use-intl";
import { useOptionWalk } from "@/components/search/use-option-walk";
import { useSearch } from "@/components/search/use-search";
import { takeCapturedKeys } from "@/components/ui/captured-keys";
import { Icon } from "@/components/ui/icon";
import { IconButton } from "@/components/ui/icon-button";
import { Kbd } from "@/components/ui/kbd";
import { useIsMac } from "@/components/ui/keys";
import { LiveRegion } from "@/components/ui/live-region";
import { closeDialog, showDialog } from "@/components/ui/modal-dialog";
import { shortcutOf } from "@/lib/chat/shortcuts";
import { isHidden } from "@/lib/platform/brand";
import { readChoices, storeChoice } from "@/store/base/palette-choices";
import { isTemporary } from "@/store/chats/is-temporary";
import styles from "./palette.module.css";
import { usePaletteContext } from "./palette-context";
import { paletteGroups, readQuery } from "./palette-groups";
import { PaletteRows } from "./palette-rows";

/** Maximum number of chats found by their messages. */
const maxChats = 8;

const noFilter = {};

/** A command palette over everything that can be opened or done: typing searches, arrows move, Enter chooses. */
export function Palette({ onClose }: { readonly onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const t = useTranslations("palette");

  useLayoutEffect(() => {
    const node = dialog.current;
    if (node) showDialog(node);
    // By default the browser focuses the first control, which on a phone is the back button.
    node?.querySelector("input")?.focus();
    return () => {
      if (node) closeDialog(node);
    };
  }, []);

  return createPortal(
    <dialog
      ref={dialog}
      aria-label={t("title")}
      className={styles.palette}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => event.target === dialog.current && onClose()}
      onKeyDown={(event) => event.stopPropagation()}
    >
      <PaletteContent onClose={onClose} />
    </dialog>,
    document.body,
  );
}

function PaletteContent({ onClose }: { readonly onClose: () => void }) {
  const t = useTranslations();
  const field = t(isHidden("masks") ? "sidebarNav.jump" : "palette.field");
  const id = useId();
  const isMac = useIsMac();
  const [text, setText] = useState("");
  const { words, groups, rows } = usePaletteRows(text);
  const elementId = (rowId: string) => `${id}-${encodeURIComponent(rowId)}`;
  const { activeId, onKeyDown } = useOptionWalk(
    rows.map((row) => row.id),
    elementId,
    take,
  );
  const takeTyped = useTypedAhead(activeId, setText, take);

  function take(rowId: string) {
    const row = rows.find((each) => each.id === rowId);
    if (!row) return;
    if (!isTemporary(rowId.replace(/^chat:/, ""))) storeChoice(rowId);
    // Close first, so that the opener has the focus again when something else opens.
    flushSync(onClose);
    row.run();
  }

  function press(event: KeyboardEvent) {
    if (shortcutOf(event.nativeEvent, isMac) === "palette") {
      event.preventDefault();
      return onClose();
    }
    onKeyDown(event);
  }

  return (
    <>
      <div className={styles.bar}>
        <IconButton className={styles.back} icon={ArrowLeft} flip label={t("app.close")} onClick={onClose} />
        <span className={styles.glass}>
          <Icon glyph={Search} />
        </span>
        <input
          type="text"
          role="combobox"
          aria-label={field}
          aria-autocomplete="list"
          aria-expanded={rows.length > 0}
          aria-controls={`${id}-list`}
          aria-activedescendant={activeId === undefined ? undefined : elementId(activeId)}
          autoComplete="off"
          spellCheck={false}
          enterKeyHint="go"
          maxLength={maxQueryChars}
          placeholder={field}
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={press}
          onFocus={takeTyped}
        />
        <Kbd keys="Esc" />
      </div>
      <PaletteRows groups={groups} rows={rows} id={id} elementId={elementId} activeId={activeId} onTake={take} />
      {rows.length === 0 && <p className={styles.none}>{t("palette.none")}</p>}
      <LiveRegion text={words === "" ? "" : t("palette.count", { count: rows.length })} />
      <Footer />
    </>
  );
}

/** The rows that match a text, in groups and in one list. */
function usePaletteRows(text: string) {
  const [choices] = useState(readChoices);
  const query = readQuery(text);
  const isForChats = query.source === undefined || query.source.foundRows !== undefined;
  const { results } = useSearch({ words: isForChats ? query.words : "", filter: noFilter, most: maxChats });
  const context = usePaletteContext(results);
  const groups = paletteGroups(context, query, choices);
  const rows = useMemo(() => groups.flatMap((group) => group.rows), [groups]);
  return { words: query.words, groups, rows };
}

/**
 * Returns a function that applies text typed while the palette was loading. Enter after it takes the first row once there
 * is one.
 */
function useTypedAhead(
  activeId: string | undefined,
  onText: (text: string) => void,
  onTake: (rowId: string) => void,
): () => void {
  const [isEntered, setEntered] = useState(false);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a row is chosen once, when there is one
  useEffect(() => {
    if (isEntered && activeId !== undefined) onTake(activeId);
  }, [isEntered, activeId]);

  return () => {
    const held = takeCapturedKeys();
    if (held.text !== "") onText(held.text);
    setEntered(held.isEntered);
  };
}

/** Maximum length of a query, in characters. */
const maxQueryChars = 200;

/** The keyboard hints, and the prefixes of sources. */
function Footer() {
  const t = useTranslations("palette");
  return (
    <div className={styles.foot}>
      <span>
        <Kbd keys="↑" />
        <Kbd keys="↓" />
        {t("move")}
      </span>
      <span>
        <Kbd keys="Enter" />
        {t("open")}
      </span>
      <span>
        <Kbd keys=">" />
        {t("byActions")}
      </span>
      <span>
        <Kbd keys="#" />
        {t("byChats")}
      </span>
      {!isHidden("masks") && (
        <span>
          <Kbd keys="@" />
          {t("byMasks")}
        </span>
      )}
      <span>
        <Kbd keys="/" />
        {t("byPrompts")}
      </span>
    </div>
  );
}
