"use client";
import {
  Cat,
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
import { isComposed } from "@/lib/chat/shortcuts";
import { isFoundBy } from "@/lib/fields/search";
import { useEmoji } from "@/store/base/emoji";
import { useLocale } from "@/store/base/locale";
import { useSettings } from "@/store/settings/settings";
import { EmojiGrid } from "./emoji-grid";
import styles from "./emoji-picker.module.css";
import { SkinTones } from "./skin-tones";

const icons: Readonly<Record<EmojiGroup, LucideIcon>> = {
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
  /** The code of the current emoji. */
  readonly chosen: string;
  readonly onChoose: (code: string) => void;
}

/** A picker of all emoji, by group and by search. The system renders them, unless the brand has images. */
export function EmojiPicker({ chosen, onChoose }: EmojiPickerProps) {
  const t = useTranslations("emoji");
  const { state, fetchEmoji } = useEmoji();
  const language = useLocale(({ code }) => code);
  const noteEmoji = useSettings((settings) => settings.noteEmoji);
  const [group, setGroup] = useState<EmojiGroup>("smileys");
  const [query, setQuery] = useState("");
  const wanted = useDeferredValue(query.trim());
  const scroller = useRef<HTMLDivElement>(null);

  useEffect(() => void fetchEmoji(language), [fetchEmoji, language]);

  const shown = useShownGroups(wanted, group);
  const count = shown.reduce((sum, { members }) => sum + members.length, 0);

  function choose(code: string) {
    setQuery("");
    noteEmoji(code);
    onChoose(code);
  }

  function pickFirst(event: KeyboardEvent) {
    const first = shown[0]?.members[0];
    if (event.key === "Enter" && !isComposed(event.nativeEvent) && wanted !== "" && first) choose(first.code);
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
        <GroupBar
          group={group}
          onGroup={(chosenGroup) => {
            setGroup(chosenGroup);
            scroller.current?.scrollTo({ top: 0 });
          }}
        />
      )}
      <LiveRegion text={wanted === "" ? "" : t("found", { count })} />
      <div ref={scroller} className={styles.scroller}>
        {shown.map(({ name, members }) => (
          <EmojiGrid key={name} label={t(name)} members={members} chosen={chosen} onChoose={choose} />
        ))}
        {state === "ready" && count === 0 && <p className={styles.none}>{t("found", { count: 0 })}</p>}
      </div>
    </div>
  );
}

interface GroupBarProps {
  readonly group: EmojiGroup;
  readonly onGroup: (group: EmojiGroup) => void;
}

function GroupBar({ group, onGroup }: GroupBarProps) {
  const t = useTranslations("emoji");
  return (
    <Toolbar label={t("groups")} className={styles.groups}>
      {emojiGroups.map((each) => (
        <IconButton
          key={each}
          icon={icons[each]}
          label={t(each)}
          pressed={each === group}
          onClick={() => onGroup(each)}
        />
      ))}
    </Toolbar>
  );
}

interface ShownGroup {
  readonly name: EmojiGroup | "recent" | "list";
  readonly members: readonly Emoji[];
}

/** Returns the groups to show, in the user's skin tone: the emoji that a text finds, or those of a group. */
function useShownGroups(wanted: string, group: EmojiGroup): readonly ShownGroup[] {
  const emoji = useEmoji((store) => store.emoji);
  const skinTone = useSettings((settings) => settings.skinTone);
  const recentEmoji = useSettings((settings) => settings.recentEmoji);
  const toned = useMemo(() => emoji.map((each) => ({ ...each, code: inTone(each, skinTone) })), [emoji, skinTone]);
  return useMemo(
    () =>
      wanted === "" ? groupsOf(toned, group, recentEmoji) : [{ name: "list" as const, members: found(toned, wanted) }],
    [toned, wanted, group, recentEmoji],
  );
}

/** Returns the recent emoji, and one group: rendering all of them would be two thousand buttons. */
function groupsOf(emoji: readonly Emoji[], group: EmojiGroup, recent: readonly string[]): ShownGroup[] {
  const last = recent.flatMap((code) => {
    const known = emoji.find((each) => withoutTone(each.code) === withoutTone(code));
    return known ? [{ ...known, code }] : [];
  });
  const groups: ShownGroup[] = [
    { name: "recent", members: last },
    { name: group, members: emoji.filter((each) => each.group === group) },
  ];
  return groups.filter(({ members }) => members.length > 0);
}

/** Maximum number of search results; more letters find fewer. */
const maxFound = 200;

function found(emoji: readonly Emoji[], query: string): Emoji[] {
  return emoji.filter(({ words }) => isFoundBy(query, words)).slice(0, maxFound);
}

function withoutTone(code: string): string {
  return code.replace(/-(fe0f|1f3f[b-f])/g, "");
}
