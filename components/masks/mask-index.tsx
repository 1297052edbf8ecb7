"use client";
import { Eye } from "lucide-react";
import { useRouter } from "next/navigation";
import { type KeyboardEvent, type MouseEvent, type RefObject, useId, useRef, useState } from "react";
import { useTranslations } from "use-intl";
import { MaskAvatar } from "@/components/chat/settings/mask-identity";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { Icon } from "@/components/ui/icon";
import { isPhone } from "@/components/ui/is-phone";
import { LinkButton } from "@/components/ui/link-button";
import { SearchField } from "@/components/ui/search-field";
import type { Mask } from "@/lib/chat/mask";
import { masksInLanguage, matchingMasks, openingOf } from "@/lib/chat/mask-list";
import { isComposed } from "@/lib/chat/shortcuts";
import { useMasks } from "@/store/library/masks";
import { CategoryFilter } from "./category-filter";
import { LanguageFilter } from "./mask-filter";
import styles from "./mask-picker.module.css";
import { MaskPreviewDialog } from "./mask-preview-dialog";
import { useMaskFilter } from "./use-masks";
import { useStartChat } from "./use-start-chat";
import { walkColumns } from "./walk-columns";

interface MaskIndexProps {
  readonly masks: readonly Mask[];
  /** Ids of the masks of the project, which are listed in any language. */
  readonly firstIds: readonly string[];
  /** The project of a started chat. */
  readonly projectId: string | undefined;
}

/** All masks with a search: arrows move, Enter starts a chat. */
export function MaskIndex({ masks, firstIds, projectId }: MaskIndexProps) {
  const words = useTranslations("masks");
  const masksName = useTranslations("sidebarNav")("masks");
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const picker = useTranslations("maskPicker");
  const { startWith, startWithText } = useStartChat(projectId);
  const state = useMasks((store) => store.builtinState);
  const search = useMaskSearch(masks, firstIds);
  const { query, inLanguage, category, found, index } = search;
  const isText = query.trim() !== "" && found.length === 0;
  const [previewed, setPreviewed] = useState<Mask>();

  return (
    <>
      <div className={styles.tools}>
        <MaskSearchField id={id} list={list} search={search} onStart={startWith} />
        <LanguageFilter />
        <PreviewButton mask={found[index]} onPreview={setPreviewed} />
        <AllMasksLink />
      </div>
      <div className={styles.categories}>
        <CategoryFilter masks={inLanguage} value={category} onChange={search.setCategory} />
      </div>
      {found.length === 0 && state !== "loading" && (
        <EmptyState
          heading={words("nothingFound")}
          text={words(state === "failed" ? "builtinFailed" : "tryOther")}
          action={isText && <Button onClick={() => startWithText(query)}>{picker("startWithText")}</Button>}
        />
      )}
      <div ref={list} id={`${id}-list`} className={styles.index} role="listbox" aria-label={masksName}>
        {found.map((mask, place) => (
          <MaskOption
            key={mask.id}
            id={`${id}-${place}`}
            mask={mask}
            isActive={place === index}
            onStart={startWith}
            onPreview={setPreviewed}
          />
        ))}
      </div>
      <MaskPreviewDialog mask={previewed} onClose={() => setPreviewed(undefined)} />
    </>
  );
}

/** The masks that match a text and a category, and the active one of them: the first one, until the user moves. */
function useMaskSearch(masks: readonly Mask[], firstIds: readonly string[]) {
  const filter = useMaskFilter();
  const [query, setQuery] = useState("");
  const [category, setCategory] = useState("");
  const [activeId, setActiveId] = useState<string>();
  const listed = new Set(masksInLanguage(masks, filter));
  const inLanguage = masks.filter((mask) => listed.has(mask) || firstIds.includes(mask.id));
  const found = matchingMasks(inLanguage, query, category);
  const index = Math.max(
    0,
    found.findIndex((mask) => mask.id === activeId),
  );
  return {
    query,
    category,
    inLanguage,
    found,
    index,
    setActiveId,
    setQuery(text: string) {
      setQuery(text);
      setActiveId(undefined);
    },
    setCategory(chosen: string) {
      setCategory(chosen);
      setActiveId(undefined);
    },
  };
}

interface MaskSearchFieldProps {
  readonly id: string;
  readonly list: RefObject<HTMLElement | null>;
  readonly search: ReturnType<typeof useMaskSearch>;
  readonly onStart: (mask: Mask) => void;
}

/** The search field, which has the focus and handles the keys of the list. */
function MaskSearchField({ id, list, search, onStart }: MaskSearchFieldProps) {
  const words = useTranslations("masks");
  const router = useRouter();
  const { query, found, index, setQuery, setActiveId } = search;
  const active = found[index];

  function press(event: KeyboardEvent<HTMLInputElement>) {
    if (isComposed(event.nativeEvent) || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
    if (event.key === "Enter" && active) {
      event.preventDefault();
      return onStart(active);
    }
    if (event.key === "Escape" && query === "") return router.push("/");
    if (event.key === "ArrowLeft" && !isAtEnd(event.currentTarget)) return;
    const next = walkColumns(placesIn(list.current), index, event.key);
    if (next === undefined || !isAtEnd(event.currentTarget)) return;
    event.preventDefault();
    setActiveId(found[next]?.id);
    list.current?.children[next]?.scrollIntoView({ block: "nearest" });
  }

  return (
    <SearchField
      className={styles.search}
      label={words("search")}
      clearLabel={words("clearSearch")}
      value={query}
      onChange={setQuery}
      onKeyDown={press}
      role="combobox"
      aria-autocomplete="list"
      aria-expanded={found.length > 0}
      aria-controls={`${id}-list`}
      aria-activedescendant={active && `${id}-${index}`}
      // On a phone, focus would open the keyboard over the list.
      autoFocus={!isPhone()}
    />
  );
}

interface PreviewButtonProps {
  readonly mask: Mask | undefined;
  readonly onPreview: (mask: Mask | undefined) => void;
}

/** The preview of the active mask: an option may not contain controls, so this button does the same as its eye. */
function PreviewButton({ mask, onPreview }: PreviewButtonProps) {
  const words = useTranslations("masks");
  const catalog = useTranslations("maskCatalog");
  return (
    <Button
      variant="quiet"
      icon={Eye}
      className={mask ? undefined : styles.reserved}
      aria-label={mask && catalog("previewNamed", { name: mask.name || words("untitled") })}
      aria-haspopup="dialog"
      onClick={() => onPreview(mask)}
    >
      {catalog("preview")}
    </Button>
  );
}

function AllMasksLink() {
  const t = useTranslations("maskPicker");
  return (
    <LinkButton variant="quiet" href="/masks">
      {t("seeAll")}
    </LinkButton>
  );
}

interface MaskOptionProps {
  readonly id: string;
  readonly mask: Mask;
  readonly isActive: boolean;
  readonly onStart: (mask: Mask) => void;
  readonly onPreview: (mask: Mask) => void;
}

function MaskOption({ id, mask, isActive, onStart, onPreview }: MaskOptionProps) {
  const words = useTranslations("masks");
  const catalog = useTranslations("maskCatalog");
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the search field handles the keys
    // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the search field
    <div
      id={id}
      role="option"
      aria-selected={isActive}
      className={styles.entry}
      onClick={(event) => (isOnEye(event) ? onPreview(mask) : onStart(mask))}
    >
      <MaskAvatar avatar={mask.avatar} model={mask.modelConfig.model} />
      <span className={styles.words}>
        <span className={styles.name} dir="auto" title={mask.name}>
          {mask.name || words("untitled")}
        </span>
        <span className={styles.opening} dir="auto">
          {mask.description || openingOf(mask)}
        </span>
      </span>
      <span data-eye="" aria-hidden="true" className={styles.eye} title={catalog("preview")}>
        <Icon glyph={Eye} size="small" />
      </span>
    </div>
  );
}

function isOnEye({ target }: MouseEvent): boolean {
  return target instanceof Element && target.closest("[data-eye]") !== null;
}

/** Whether the caret is at the end of the text: there, arrows move among the masks; elsewhere they move the caret. */
function isAtEnd({ selectionStart, value }: HTMLInputElement): boolean {
  return selectionStart === value.length;
}

function placesIn(list: HTMLElement | null) {
  return [...(list?.children ?? [])].map((entry) => {
    const { x, y } = entry.getBoundingClientRect();
    return { x, y };
  });
}
