"use client";
import {
  Cat,
  Clock,
  Flag,
  Hash,
  Lightbulb,
  type LucideIcon,
  PersonStanding,
  Plane,
  Smile,
  Trophy,
  Utensils,
} from "lucide-react";
import { type KeyboardEvent, useDeferredValue, useEffect, useMemo, useRef, useState } from "react";
import { useTranslations } from "use-intl";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { IconButton } from "@/components/ui/icon-button";
import { LiveRegion } from "@/components/ui/live-region";
import { SearchField } from "@/components/ui/search-field";
import { Toolbar } from "@/components/ui/toolbar";
import { type Emoji, type EmojiGroup, emojiGroups, inTone } from "@/lib/chat/emoji-table";
import { isFoundBy } from "@/lib/fields/search";
import { useEmoji } from "@/store/emoji";
import { useLocale } from "@/store/locale";
import { useSettings } from "@/store/settings";
import { EmojiGrid } from "./emoji-grid";
import styles from "./emoji-picker.module.css";
import { SkinTones } from "./skin-tones";

const icons: Readonly<Record<EmojiGroup | "recent", LucideIcon>> = {
  recent: Clock,
  smileys: Smile,
  people: PersonStanding,
  animals: Cat,
  food: Utensils,
  travel: Plane,
  activities: Trophy,
  objects: Lightbulb,
  symbols: Hash,
  flags: Flag,
};

interface EmojiPickerProps {
  /** The code of the emoji that is chosen now. */
  readonly chosen: string;
  readonly onChoose: (code: string) => void;
}

/** All emoji, in groups and by search; the system draws them, unless the brand has images. */
export function EmojiPicker({ chosen, onChoose }: EmojiPickerProps) {
  const t = useTranslations("emoji");
  const { emoji, state, fetchEmoji } = useEmoji();
  const language = useLocale(({ code }) => code);
  const { skinTone, recentEmoji, noteEmoji } = useSettings();
  const [query, setQuery] = useState("");
  const wanted = useDeferredValue(query.trim());
  const scroller = useRef<HTMLDivElement>(null);

  useEffect(() => void fetchEmoji(language), [fetchEmoji, language]);

  const toned = useMemo(() => emoji.map((each) => ({ ...each, code: inTone(each, skinTone) })), [emoji, skinTone]);
  const shown = useMemo(() => shownGroups(toned, wanted, recentEmoji), [toned, wanted, recentEmoji]);
  const found = shown.reduce((sum, { members }) => sum + members.length, 0);

  function choose(code: string) {
    setQuery("");
    noteEmoji(code);
    onChoose(code);
  }

  function pickFirst(event: KeyboardEvent) {
    const first = shown[0]?.members[0];
    if (event.key === "Enter" && !event.nativeEvent.isComposing && wanted !== "" && first) choose(first.code);
    if (event.key !== "ArrowDown") return;
    event.preventDefault();
    scroller.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
  }

  if (state === "failed")
    return (
      <EmptyState
        heading={t("failed")}
        action={<Button onClick={() => void fetchEmoji(language)}>{t("again")}</Button>}
      />
    );
  return (
    <div className={styles.picker}>
      <div className={styles.head}>
        <SearchField
          className={styles.search}
          label={t("search")}
          clearLabel={t("clear")}
          value={query}
          onChange={setQuery}
          onKeyDown={pickFirst}
        />
        <SkinTones />
      </div>
      {wanted === "" && (
        <Toolbar label={t("groups")} className={styles.groups}>
          {shown.map(({ group }) => (
            <IconButton
              key={group}
              icon={icons[group]}
              label={t(group)}
              onClick={() => goTo(scroller.current, group)}
            />
          ))}
        </Toolbar>
      )}
      <LiveRegion text={wanted === "" ? "" : t("found", { count: found })} />
      <div ref={scroller} className={styles.scroller}>
        {shown.map(({ group, members }) => (
          <EmojiGrid
            key={group}
            group={group}
            label={wanted === "" ? t(group) : t("list")}
            members={members}
            chosen={chosen}
            onChoose={choose}
          />
        ))}
        {state === "ready" && found === 0 && <p className={styles.none}>{t("found", { count: 0 })}</p>}
      </div>
    </div>
  );
}

interface ShownGroup {
  readonly group: EmojiGroup | "recent";
  readonly members: readonly Emoji[];
}

/** The groups with what was chosen last before them; while somebody searches, what is found in one list. */
function shownGroups(emoji: readonly Emoji[], query: string, recent: readonly string[]): ShownGroup[] {
  if (query !== "") {
    const found = emoji.filter(({ words }) => isFoundBy(query, words));
    return [{ group: "recent", members: found }];
  }
  const last = recent.flatMap((code) => {
    const found = emoji.find((each) => withoutTone(each.code) === withoutTone(code));
    return found ? [{ ...found, code }] : [];
  });
  const groups: ShownGroup[] = emojiGroups.map((group) => ({
    group,
    members: emoji.filter((each) => each.group === group),
  }));
  return [{ group: "recent" as const, members: last }, ...groups].filter(({ members }) => members.length > 0);
}

function withoutTone(code: string): string {
  return code.replace(/-(fe0f|1f3f[b-f])/g, "");
}

function goTo(scroller: HTMLElement | null, group: string): void {
  const section = scroller?.querySelector<HTMLElement>(`[data-group="${group}"]`);
  if (!scroller || !section) return;
  scroller.scrollTop += section.getBoundingClientRect().top - scroller.getBoundingClientRect().top;
}
