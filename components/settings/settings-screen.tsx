"use client";
import { ChevronLeft, X } from "lucide-react";
import {
  Fragment,
  type ReactNode,
  type RefObject,
  Suspense,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { useTranslations } from "use-intl";
import { lazyGroup } from "@/components/lazy-group";
import { Mark } from "@/components/shell/mark";
import { useCloseScreen } from "@/components/shell/use-close-screen";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { IconLink } from "@/components/ui/icon-button";
import { useIsPhone } from "@/components/ui/is-phone";
import { ListRows } from "@/components/ui/list-row";
import { FixedNoteContext, RowSearchContext } from "@/components/ui/row-search";
import { useIdle } from "@/components/ui/use-idle";
import { useSettingsMessages } from "@/components/use-settings-messages";
import { brand } from "@/lib/platform/brand";
import { AvatarRow } from "./avatar-row";
import { LanguageRow } from "./language-row";
import { sectionMessageKey, settingsSections, shownSections } from "./sections";
import { SettingRows } from "./setting-rows";
import styles from "./settings-screen.module.css";
import type { RowSearch } from "./settings-search";
import { SiteLinksRow } from "./site-links-row";
import { useVisibleSection } from "./use-visible-section";
import { VersionRow } from "./version-row";

const sections = lazyGroup(async () => {
  const { readStored } = await import("./read-stored");
  const [loaded] = await Promise.all([import("./lazy-sections"), readStored()]);
  return loaded;
});
const AccessSection = sections.component("AccessSection");
const CostsSection = sections.component("CostsSection");
const DataSection = sections.component("DataSection");
const DocumentsSection = sections.component("DocumentsSection");
const FactsSection = sections.component("FactsSection");
const FoundScreens = sections.component("FoundScreens");
const ModelDefaults = sections.component("ModelDefaults");
const PromptsRow = sections.component("PromptsRow");
const ResetSection = sections.component("ResetSection");
const SettingsSearch = sections.component("SettingsSearch");
const SpeechSection = sections.component("SpeechSection");
const ToolsSection = sections.component("ToolsSection");
const VoiceSection = sections.component("VoiceSection");
const SystemRows = process.env.BUILD_APP ? lazyGroup(loadSystemRows).component("SystemRows") : undefined;

async function loadSystemRows() {
  const loaded = await import("./system-rows");
  await loaded.readSystem();
  return loaded;
}

/** Scrolls to the setting named in the URL hash. */
function goToNamed(): void {
  if (location.hash !== "") void sections.load().then(({ goToNamedSetting }) => goToNamedSetting());
}

function keepNamed(): void {
  void sections.load().then(({ keepNamedSetting }) => keepNamedSetting());
}

/** The lazy-loaded sections, in order; some have their own layout. */
const lazyGroups = [
  { id: "facts", Rows: FactsSection, isPlain: false },
  { id: "access", Rows: AccessSection, isPlain: true },
  { id: "model", Rows: ModelDefaults, isPlain: false },
  { id: "documents", Rows: DocumentsSection, isPlain: false },
  { id: "tools", Rows: ToolsSection, isPlain: false },
  { id: "speech", Rows: SpeechSection, isPlain: false },
  { id: "voice", Rows: VoiceSection, isPlain: false },
  { id: "costs", Rows: CostsSection, isPlain: true },
  { id: "data", Rows: DataSection, isPlain: true },
  { id: "reset", Rows: ResetSection, isPlain: true },
] as const;

const noSearch: RowSearch = { query: "", isFound: () => true, isLenient: false };

/** The settings by section; a change applies at once. */
export function SettingsScreen() {
  return useSettingsMessages() && <Sections />;
}

function Sections() {
  const t = useTranslations("settings");
  const isIdle = useIdle();
  const isPhone = useIsPhone();
  const scroller = useRef<HTMLDivElement>(null);
  const [search, setSearch] = useState(noSearch);
  const [found, setFound] = useState(0);
  const isSearching = search.query.trim() !== "";
  const isNothingFound = isSearching && found === 0;
  useScreen();
  useCloseScreen();

  const change = useCallback((next: RowSearch) => {
    setSearch(next);
    scroller.current?.scrollTo({ top: 0 });
  }, []);

  function clear() {
    change(noSearch);
    // The clicked button is unmounted.
    document.querySelector<HTMLElement>("header input[type=search]")?.focus();
  }

  const back = <IconLink icon={isPhone ? ChevronLeft : X} flip={isPhone} label={t("close")} keys="Esc" href="/" />;
  return (
    <section className={styles.screen} aria-labelledby="settings-title" data-searching={isSearching || undefined}>
      <header className={styles.head}>
        {isPhone && back}
        <h1 id="settings-title" className={styles.title}>
          {t("title")}
        </h1>
        <Suspense>
          {isIdle && <SettingsSearch search={search} onChange={change} found={found} onFound={setFound} />}
        </Suspense>
        {!isPhone && back}
      </header>
      <div className={styles.scroll} ref={scroller} data-scroller="">
        <div className={styles.page}>
          <Contents scroller={scroller} isNothingFound={isNothingFound} onFollow={() => setSearch(noSearch)} />
          <div>
            <Groups isFound={search.isFound} isIdle={isIdle} />
            {isNothingFound && <NothingFound query={search.query} onClear={clear} />}
          </div>
        </div>
      </div>
    </section>
  );
}

/** Sets the title of the tab, and follows the URL hash. */
function useScreen(): void {
  const t = useTranslations("settings");
  useEffect(() => {
    document.title = `${t("title")} · ${brand.name}`;
    goToNamed();
    addEventListener("hashchange", keepNamed);
    performance.mark("screen-ready");
    return () => removeEventListener("hashchange", keepNamed);
  }, [t]);
}

interface GroupsProps {
  readonly isFound: RowSearch["isFound"];
  readonly isIdle: boolean;
}

/** All groups of settings, in order. */
function Groups({ isFound, isIdle }: GroupsProps) {
  // A setting named in the URL hash may be in or below lazy-loaded sections. They all appear at once, so that it does not move.
  const [isNamed] = useState(() => location.hash !== "");
  const isDue = isIdle || isNamed;
  return (
    <Suspense>
      <Group id="general" isFound={isFound}>
        <AvatarRow />
        <VersionRow />
        <LanguageRow />
        <SiteLinksRow />
        <SettingRows section="general" />
        {SystemRows && <SystemRows />}
      </Group>
      <Group id="reading" isFound={isFound}>
        <SettingRows section="reading" />
      </Group>
      <Group id="masks" isFound={isFound}>
        <SettingRows section="masks" />
        <LazySections isTogether={isNamed}>{isDue && <PromptsRow />}</LazySections>
      </Group>
      {lazyGroups
        .filter(({ id }) => shownSections().includes(id))
        .map(({ id, Rows, isPlain }) => (
          <Group key={id} id={id} isFound={isFound} isPlain={isPlain}>
            <LazySections isTogether={isNamed}>{isDue && <Rows />}</LazySections>
          </Group>
        ))}
    </Suspense>
  );
}

interface NothingFoundProps {
  readonly query: string;
  readonly onClear: () => void;
}

/** Shown in place of the groups if no setting matches: screens that do, and a button that ends the search. */
function NothingFound({ query, onClear }: NothingFoundProps) {
  // The messages of the search are loaded with its field.
  const t = useTranslations("settingsSearch");
  return (
    <EmptyState
      mark={<Mark />}
      heading={t("foundNone")}
      action={
        <div className={styles.ways}>
          <LazySections>
            <FoundScreens query={query} />
          </LazySections>
          <Button onClick={onClear}>{t("clearSearch")}</Button>
        </div>
      }
    />
  );
}

interface ContentsProps {
  readonly scroller: RefObject<HTMLElement | null>;
  /** True if no section has a matching row, so that none is current. */
  readonly isNothingFound: boolean;
  readonly onFollow: () => void;
}

/** The list of sections, with the current one marked; on narrow screens a strip. */
function Contents({ scroller, isNothingFound, onFollow }: ContentsProps) {
  const t = useTranslations("settings");
  const visible = useVisibleSection(scroller, settingsSections);
  const current = isNothingFound ? undefined : visible;
  const list = useRef<HTMLElement>(null);

  useEffect(() => {
    const strip = list.current;
    const link = strip?.querySelector(`[href="#${current}"]`)?.getBoundingClientRect();
    if (!strip || !link) return;
    const { left, width } = strip.getBoundingClientRect();
    strip.scrollBy({ left: link.left + link.width / 2 - (left + width / 2) });
  }, [current]);

  return (
    <nav ref={list} className={styles.contents} aria-label={t("sections")}>
      {shownSections().map((section) => (
        <a key={section} href={`#${section}`} aria-current={section === current || undefined} onClick={onFollow}>
          {t(sectionMessageKey(section))}
        </a>
      ))}
    </nav>
  );
}

interface LazySectionsProps {
  /** Whether they appear together with the sections around them. */
  readonly isTogether?: boolean;
  readonly children: ReactNode;
}

/** Lazy-loaded sections. They may contain the target of the URL hash, or have moved it. */
function LazySections({ isTogether = false, children }: LazySectionsProps) {
  const Boundary = isTogether ? Fragment : Suspense;
  return (
    <Boundary>
      {children}
      {children && <Arrived />}
    </Boundary>
  );
}

function Arrived() {
  // Before the first paint of the sections.
  useLayoutEffect(goToNamed, []);
  return null;
}

interface GroupProps {
  readonly id: (typeof settingsSections)[number];
  /** Rows hide themselves if they do not match. */
  readonly isFound: RowSearch["isFound"];
  readonly isPlain?: boolean;
  readonly children: ReactNode;
}

/** A section with a heading; its rows are between two lines, unless it has its own layout. */
function Group({ id, isFound, isPlain = false, children }: GroupProps) {
  const t = useTranslations("settings");
  const group = t(sectionMessageKey(id));
  // A match in the group's name matches all its rows.
  const isRowFound = useCallback((words: readonly string[]) => isFound([...words, group]), [isFound, group]);
  return (
    <section className={styles.group} id={id} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>{group}</h2>
      <FixedNoteContext value={t("fixed")}>
        <RowSearchContext value={isRowFound}>{isPlain ? children : <ListRows>{children}</ListRows>}</RowSearchContext>
      </FixedNoteContext>
    </section>
  );
}
