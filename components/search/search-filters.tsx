"use client";
import { CalendarDays, ChevronDown, MessagesSquare, Tag, UserRound } from "lucide-react";
import { Suspense, useState } from "react";
import { useFormatter, useTranslations } from "use-intl";
import { lazyGroup } from "@/components/lazy-group";
import { Chip } from "@/components/ui/chip";
import { classNames } from "@/components/ui/class-names";
import { Icon } from "@/components/ui/icon";
import { Menu, type MenuTriggerProps } from "@/components/ui/menu";
import { TextField } from "@/components/ui/text-field";
import { VisuallyHidden } from "@/components/ui/visually-hidden";
import { titleOf } from "@/lib/chat/session";
import { useChats } from "@/store/chats/chats";
import { sessionOf } from "@/store/chats/chats-state";
import { AddFilter } from "./add-filter";
import { type SearchAddress, searchedRoles } from "./search-address";
import styles from "./search-screen.module.css";

const ListDialog = lazyGroup(() => import("@/components/ui/list-dialog"), { needsMessages: false }).component(
  "ListDialog",
);

interface SearchFiltersProps {
  /** The search text. */
  readonly words: string;
  readonly address: Omit<SearchAddress, "words">;
  /** The models that have written messages, as far as they are known. */
  readonly models: readonly string[];
  readonly areModelsKnown: boolean;
  readonly onChange: (change: Partial<SearchAddress>) => void;
}

/** The filters of a search: role, model, time and chat, and a menu that adds operators to the text. */
export function SearchFilters({ words, address, models, areModelsKnown, onChange }: SearchFiltersProps) {
  const t = useTranslations();
  const [isChoosingDays, setChoosingDays] = useState(false);
  const { role, model, from, to } = address;
  const named = [...new Set([...models, ...(model ? [model] : [])])];
  return (
    <fieldset className={styles.filters}>
      <legend>
        <VisuallyHidden>{t("search.filters")}</VisuallyHidden>
      </legend>
      <ChoiceChip
        icon={UserRound}
        label={t("search.role")}
        any={t("search.roleAny")}
        value={role}
        options={searchedRoles.map((each) => ({ value: each, label: t(`search.role_${each}`) }))}
        onChange={(value) => onChange({ role: searchedRoles.find((each) => each === value) ?? "" })}
      />
      {/* Also shown until the models are known, so that the rows below do not move. */}
      {(!areModelsKnown || named.length > 0) && (
        <ChoiceChip
          icon={Tag}
          label={t("search.model")}
          any={t("search.modelAny")}
          value={model}
          options={named.map((each) => ({ value: each, label: each }))}
          onChange={(value) => onChange({ model: value })}
        />
      )}
      <DateChip from={from} to={to} onChange={onChange} onChoose={() => setChoosingDays(true)} />
      <ChatChip chat={address.chat} onChange={(chat) => onChange({ chat })} />
      <AddFilter words={words} models={models} onChange={(text) => onChange({ words: text })} />
      {isChoosingDays && (
        <div className={styles.days}>
          <Day label={t("search.from")} value={from} max={to} onChange={(day) => onChange({ from: day })} />
          <Day label={t("search.to")} value={to} min={from} onChange={(day) => onChange({ to: day })} />
        </div>
      )}
    </fieldset>
  );
}

interface ChoiceChipProps {
  readonly icon: typeof Tag;
  readonly label: string;
  readonly any: string;
  readonly value: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly onChange: (value: string) => void;
}

function ChoiceChip({ icon, label, any, value, options, onChange }: ChoiceChipProps) {
  const t = useTranslations("app");
  const chosen = options.find((option) => option.value === value);
  return (
    <Menu
      label={label}
      closeLabel={t("close")}
      align="start"
      items={[{ value: "", label: any }, ...options].map((option) => ({
        id: option.value,
        label: option.label,
        checked: option.value === value,
        onSelect: () => onChange(option.value),
      }))}
      trigger={(trigger) => <FilterChip icon={icon} label={label} value={chosen?.label} any={any} trigger={trigger} />}
    />
  );
}

interface FilterChipProps {
  readonly icon: typeof Tag;
  readonly label: string;
  readonly value: string | undefined;
  readonly any: string;
  readonly trigger: Partial<MenuTriggerProps>;
}

/** A chip with the current choice; highlighted while it filters. */
function FilterChip({ icon, label, value, any, trigger }: FilterChipProps) {
  return (
    <Chip
      {...trigger}
      icon={icon}
      aria-label={`${label}: ${value ?? any}`}
      className={classNames(value && styles.chosen)}
    >
      <span className={styles.chipText}>{value ?? any}</span>
      <Icon glyph={ChevronDown} size="chevron" />
    </Chip>
  );
}

const periods = { pastWeek: 7, pastMonth: 30, pastYear: 365 } as const;

interface DateChipProps extends Pick<SearchAddress, "from" | "to"> {
  readonly onChange: (change: Pick<SearchAddress, "from" | "to">) => void;
  readonly onChoose: () => void;
}

function DateChip({ from, to, onChange, onChoose }: DateChipProps) {
  const t = useTranslations();
  const format = useFormatter();
  const day = (text: string) =>
    format.dateTime(new Date(`${text}T12:00:00`), { day: "numeric", month: "short", year: "numeric" });
  const since = from && t("search.since", { date: day(from) });
  const until = to && t("search.until", { date: day(to) });
  return (
    <Menu
      label={t("search.time")}
      closeLabel={t("app.close")}
      align="start"
      items={[
        {
          id: "any",
          label: t("search.timeAny"),
          checked: !since && !until,
          onSelect: () => onChange({ from: "", to: "" }),
        },
        ...(["pastWeek", "pastMonth", "pastYear"] as const).map((period) => ({
          id: period,
          label: t(`search.${period}`),
          checked: to === "" && from === daysAgo(periods[period]),
          onSelect: () => onChange({ from: daysAgo(periods[period]), to: "" }),
        })),
        { id: "choose", label: t("search.chooseDays"), separatorBefore: true, onSelect: onChoose },
      ]}
      trigger={(trigger) => (
        <FilterChip
          icon={CalendarDays}
          label={t("search.time")}
          value={[since, until].filter(Boolean).join(" ") || undefined}
          any={t("search.timeAny")}
          trigger={trigger}
        />
      )}
    />
  );
}

/** Returns the day `days` ago in the user's time zone, as `2026-11-20`. */
function daysAgo(days: number): string {
  const day = new Date();
  day.setDate(day.getDate() - days);
  const two = (number: number) => String(number).padStart(2, "0");
  return `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}`;
}

interface DayProps {
  readonly label: string;
  readonly value: string;
  readonly min?: string;
  readonly max?: string;
  readonly onChange: (day: string) => void;
}

function Day({ label, value, min, max, onChange }: DayProps) {
  return <TextField label={label} type="date" value={value} min={min} max={max} onChange={onChange} />;
}

function ChatChip({ chat, onChange }: { readonly chat: string; readonly onChange: (chat: string) => void }) {
  const t = useTranslations();
  const [isOpen, setOpen] = useState(false);
  const sessions = useChats((chats) => chats.sessions);
  const chosen = useChats((chats) => sessionOf(chats, chat));
  const untitled = t("chat.untitled");
  return (
    <>
      <FilterChip
        icon={MessagesSquare}
        label={t("search.chat")}
        value={chosen && titleOf(chosen, untitled)}
        any={t("search.chatAny")}
        trigger={{ "aria-haspopup": "dialog", "aria-expanded": isOpen, onClick: () => setOpen(true) }}
      />
      {isOpen && (
        <Suspense>
          <ListDialog
            open
            title={t("search.chat")}
            closeLabel={t("app.close")}
            searchLabel={t("search.searchChats")}
            emptyText={t("search.noChat")}
            value={chat}
            groups={[
              { label: t("search.all"), items: [{ id: "", label: t("search.chatAny") }] },
              {
                label: t("sidebar.chats"),
                items: sessions.map((each) => ({ id: each.id, label: titleOf(each, untitled) })),
              },
            ]}
            onPick={onChange}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  );
}
