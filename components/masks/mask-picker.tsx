"use client";
import { ArrowLeft, ChevronLeft, Eye } from "lucide-react";
import { useRouter, useSearchParams } from "next/navigation";
import { type KeyboardEvent, type MouseEvent, useEffect, useId, useMemo, useRef, useState } from "react";
import { useTranslations } from "use-intl";
import { useActionContext } from "@/components/actions/action";
import { temporaryChat } from "@/components/actions/temporary-chat";
import { MaskAvatar } from "@/components/chat/settings/mask-identity";
import { EmojiAvatar } from "@/components/ui/avatar";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm";
import { EmptyState } from "@/components/ui/empty-state";
import { Icon } from "@/components/ui/icon";
import { IconButton } from "@/components/ui/icon-button";
import { isPhone, useIsPhone } from "@/components/ui/is-phone";
import { LinkButton } from "@/components/ui/link-button";
import { SearchField } from "@/components/ui/search-field";
import type { Mask } from "@/lib/chat/mask";
import { masksInLanguage, matchingMasks, openingOf } from "@/lib/chat/mask-list";
import { withMasksFirst } from "@/lib/chat/project-masks";
import { isComposed } from "@/lib/chat/shortcuts";
import { brand } from "@/lib/platform/brand";
import { isSettingLocked } from "@/lib/platform/site-rules";
import { useChats } from "@/store/chats/chats";
import { useMasks } from "@/store/library/masks";
import { useProjects } from "@/store/settings/projects";
import { useSettings } from "@/store/settings/settings";
import { CategoryFilter } from "./category-filter";
import { LanguageFilter } from "./mask-filter";
import styles from "./mask-picker.module.css";
import { MaskPreviewDialog } from "./mask-preview-dialog";
import { useAllMasks, useMaskFilter, useProjectMaskIds } from "./use-masks";
import { useStartChat } from "./use-start-chat";
import { walkColumns } from "./walk-columns";

/** A picker of all masks for a new chat: arrows move, typing filters, Enter starts. A preview shows a mask before. */
export function MaskPicker() {
  const t = useTranslations();
  const { project, isUnknown } = useAddressedProject();
  const all = useAllMasks();
  const firstIds = useProjectMaskIds(project?.id);
  const masks = useMemo(() => withMasksFirst(all, firstIds), [all, firstIds]);
  const title = t("sidebarNav.pickMask");
  const isNarrow = useIsPhone();

  useEffect(() => {
    document.title = `${title} · ${brand.name}`;
    performance.mark("screen-ready");
  }, [title]);

  return (
    <section className={styles.screen} aria-labelledby="picker-title">
      <Head projectId={project?.id} />
      <div className={styles.scroll}>
        <div className={styles.page}>
          <Fan masks={masks.slice(0, 3)} />
          <h1 id="picker-title" className={styles.title}>
            {title}
          </h1>
          <p className={styles.intro}>
            {project
              ? t("maskPicker.introProject", { project: project.name || t("projects.untitled") })
              : t(isUnknown ? "maskPicker.introUnknownProject" : "maskPicker.intro")}
          </p>
          {isNarrow && <TurnOff projectId={project?.id} />}
          <Index masks={masks} firstIds={firstIds} projectId={project?.id} />
        </div>
      </div>
    </section>
  );
}

/** Returns the project in the URL, to which a started chat belongs, and whether it is missing among the stored ones. */
function useAddressedProject() {
  const id = useSearchParams().get("project") ?? "";
  const project = useProjects(({ byId }) => byId.get(id));
  // Projects can be folded as soon as they are read.
  const areRead = useProjects(({ setFolded, isUnread }) => setFolded !== undefined || isUnread === true);
  return { project, isUnknown: id !== "" && areRead && !project };
}

interface PickerProps {
  /** The project of a started chat. */
  readonly projectId: string | undefined;
}

function Head({ projectId }: PickerProps) {
  const t = useTranslations("maskPicker");
  const app = useTranslations("app");
  const { startPlain, goBack } = useStartChat(projectId);
  const isNarrow = useIsPhone();
  return (
    <header className={styles.head}>
      <IconButton icon={isNarrow ? ChevronLeft : ArrowLeft} flip label={app("back")} onClick={goBack} />
      <span className={styles.grow} />
      {!isNarrow && <TurnOff projectId={projectId} />}
      <TemporaryChatButton />
      <Button size="small" onClick={startPlain}>
        {t("skip")}
      </Button>
    </header>
  );
}

/** The button that turns off the picker. A phone's header has no space for it. */
function TurnOff({ projectId }: PickerProps) {
  const t = useTranslations("maskPicker");
  const app = useTranslations("app");
  const [isAsking, setAsking] = useState(false);
  const { startPlain } = useStartChat(projectId);
  // A visit by the masks button is intentional. Only the picker that opens by itself can be turned off.
  const isFromHome = useSearchParams().get("from") === "home";
  const isTurnedOff = useSettings((settings) => settings.dontShowMaskSplashScreen);
  if (isTurnedOff || isFromHome || isSettingLocked("dontShowMaskSplashScreen")) return null;
  return (
    <>
      <Button variant="quiet" size="small" onClick={() => setAsking(true)}>
        {t("doNotShow")}
      </Button>
      <ConfirmDialog
        open={isAsking}
        title={t("doNotShowQuestion")}
        body={t("doNotShowBody")}
        confirmLabel={t("doNotShowAction")}
        cancelLabel={app("cancel")}
        closeLabel={app("close")}
        onCancel={() => setAsking(false)}
        onConfirm={() => {
          useSettings.getState().set("dontShowMaskSplashScreen", true);
          startPlain();
        }}
      />
    </>
  );
}

function TemporaryChatButton() {
  const context = useActionContext(useChats((chats) => chats.currentId));
  const { icon, label, run } = temporaryChat;
  const start = () => run(context);
  if (context.isPhone) return <IconButton icon={icon} label={label(context)} onClick={start} />;
  return (
    <Button variant="quiet" size="small" icon={icon} onClick={start}>
      {label(context)}
    </Button>
  );
}

/** Avatars of the cards while there are no masks. */
const defaultCards = ["1f606", "1f916", "1f479"];

function Fan({ masks }: { readonly masks: readonly Mask[] }) {
  return (
    <div className={styles.fan} aria-hidden="true">
      {defaultCards.map((code, place) => {
        const mask = masks[place];
        return (
          <span key={code} className={styles.card}>
            {mask ? <MaskAvatar avatar={mask.avatar} model={mask.modelConfig.model} /> : <EmojiAvatar code={code} />}
          </span>
        );
      })}
    </div>
  );
}

interface IndexProps extends PickerProps {
  readonly masks: readonly Mask[];
  /** Ids of the masks of the project, which are listed in any language. */
  readonly firstIds: readonly string[];
}

function Index({ masks, firstIds, projectId }: IndexProps) {
  const t = useTranslations("maskPicker");
  const words = useTranslations("masks");
  const masksName = useTranslations("sidebarNav")("masks");
  const catalog = useTranslations("maskCatalog");
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const router = useRouter();
  const { startWith } = useStartChat(projectId);
  const filter = useMaskFilter();
  const state = useMasks((store) => store.builtinState);
  const [query, setQuery] = useState("");
  const [category, setCategory] = useState("");
  const [activeId, setActiveId] = useState<string>();
  const [previewed, setPreviewed] = useState<Mask>();
  const listed = new Set(masksInLanguage(masks, filter));
  const inLanguage = masks.filter((mask) => listed.has(mask) || firstIds.includes(mask.id));
  const found = matchingMasks(inLanguage, query, category);
  const index = Math.max(
    0,
    found.findIndex((mask) => mask.id === activeId),
  );
  const active = found[index];

  function press(event: KeyboardEvent<HTMLInputElement>) {
    if (isComposed(event.nativeEvent) || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
    if (event.key === "Enter" && active) {
      event.preventDefault();
      return startWith(active);
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
    <>
      <div className={styles.tools}>
        <SearchField
          className={styles.search}
          label={words("search")}
          clearLabel={words("clearSearch")}
          value={query}
          onChange={(text) => {
            setQuery(text);
            setActiveId(undefined);
          }}
          onKeyDown={press}
          role="combobox"
          aria-autocomplete="list"
          aria-expanded={found.length > 0}
          aria-controls={`${id}-list`}
          aria-activedescendant={active && `${id}-${index}`}
          // On a phone, focus would open the keyboard over the list.
          autoFocus={!isPhone()}
        />
        <LanguageFilter />
        {/* An option may not contain controls, so this button does the same as the eye of the active one. */}
        <Button
          variant="quiet"
          icon={Eye}
          className={active ? undefined : styles.reserved}
          aria-label={active && catalog("previewNamed", { name: active.name || words("untitled") })}
          aria-haspopup="dialog"
          onClick={() => setPreviewed(active)}
        >
          {catalog("preview")}
        </Button>
        <LinkButton variant="quiet" href="/masks">
          {t("seeAll")}
        </LinkButton>
      </div>
      <div className={styles.categories}>
        <CategoryFilter
          masks={inLanguage}
          value={category}
          onChange={(chosen) => {
            setCategory(chosen);
            setActiveId(undefined);
          }}
        />
      </div>
      {found.length === 0 && state !== "loading" && (
        <EmptyState heading={words("nothingFound")} text={words(state === "failed" ? "builtinFailed" : "tryOther")} />
      )}
      <div ref={list} id={`${id}-list`} className={styles.index} role="listbox" aria-label={masksName}>
        {found.map((mask, place) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the search field handles the keys
          // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the search field
          <div
            key={mask.id}
            id={`${id}-${place}`}
            role="option"
            aria-selected={place === index}
            className={styles.entry}
            onClick={(event) => (isOnEye(event) ? setPreviewed(mask) : startWith(mask))}
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
        ))}
      </div>
      <MaskPreviewDialog mask={previewed} onClose={() => setPreviewed(undefined)} />
    </>
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
