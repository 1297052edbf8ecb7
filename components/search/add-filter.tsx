"use client";
import { Plus } from "lucide-react";
import { Suspense, useEffect, useMemo, useRef, useState } from "react";
import { useTranslations } from "use-intl";
import { lazyGroup } from "@/components/lazy-group";
import { Chip } from "@/components/ui/chip";
import { Menu } from "@/components/ui/menu";
import type { MenuItem } from "@/components/ui/menu-item";
import { TextField } from "@/components/ui/text-field";
import { frequentTags } from "@/lib/chat/frequent-tags";
import { inProjectOrder } from "@/lib/chat/project";
import { addOperator, type OperatorName, operatorsIn, withoutOperator } from "@/lib/search/operators";
import { useChats } from "@/store/chats/chats";
import { useProjects } from "@/store/settings/projects";
import { maxChars } from "./search-address";
import styles from "./search-screen.module.css";

const ListDialog = lazyGroup(() => import("@/components/ui/list-dialog"), { needsMessages: false }).component(
  "ListDialog",
);

interface AddFilterProps {
  /** The search text. */
  readonly words: string;
  /** The models that have written messages. */
  readonly models: readonly string[];
  readonly onChange: (words: string) => void;
}

type ListedName = "tag" | "project" | "model";
type DateName = "before" | "after";

/** A menu that adds an operator to the search text. Its value is chosen from a list, or is a day. */
export function AddFilter({ words, models, onChange }: AddFilterProps) {
  const t = useTranslations();
  const choices = useChoices(models);
  const [listed, setListed] = useState<ListedName>();
  const [dated, setDated] = useState<DateName>();

  function add(name: OperatorName, value: string) {
    const text = addOperator(words, name, value);
    if (text.length <= maxChars) onChange(text);
  }

  const items: readonly MenuItem[] = [
    ...(["tag", "project", "model"] as const).map((name) => ({
      id: name,
      label: `${t(`search.filter_${name}`)}…`,
      disabled: choices[name].length === 0,
      onSelect: () => setListed(name),
    })),
    { id: "has", label: t("search.filter_code"), onSelect: () => add("has", "code") },
    ...(["before", "after"] as const).map((name) => ({
      id: name,
      label: `${t(`search.filter_${name}`)}…`,
      onSelect: () => setDated(name),
    })),
  ];
  return (
    <>
      <Menu
        label={t("search.addFilter")}
        closeLabel={t("app.close")}
        align="start"
        items={items}
        trigger={(trigger) => (
          <Chip {...trigger} icon={Plus}>
            {t("search.addFilter")}
          </Chip>
        )}
      />
      {dated && <DayField name={dated} words={words} onAdd={(day) => add(dated, day)} onChange={onChange} />}
      {listed && (
        <ValueDialog
          name={listed}
          values={choices[listed]}
          onPick={(value) => add(listed, value)}
          onClose={() => setListed(undefined)}
        />
      )}
    </>
  );
}

interface DayFieldProps extends Pick<AddFilterProps, "words" | "onChange"> {
  readonly name: DateName;
  readonly onAdd: (day: string) => void;
}

/** The field of a day. It takes the focus that the menu has returned to its button. */
function DayField({ name, words, onAdd, onChange }: DayFieldProps) {
  const t = useTranslations("search");
  const field = useRef<HTMLInputElement>(null);
  const operator = operatorsIn(words).find((each) => each.name === name);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each chosen operator takes the focus
  useEffect(() => field.current?.focus(), [name]);

  /** Sets the day of the operator. A cleared field, or one that is being typed, has no day. */
  function change(day: string) {
    if (day !== "") onAdd(day);
    else if (operator) onChange(withoutOperator(words, operator));
  }

  return (
    <div className={styles.days}>
      <TextField ref={field} label={t(`filter_${name}`)} type="date" value={operator?.value ?? ""} onChange={change} />
    </div>
  );
}

interface ValueDialogProps {
  readonly name: ListedName;
  readonly values: readonly string[];
  readonly onPick: (value: string) => void;
  readonly onClose: () => void;
}

function ValueDialog({ name, values, onPick, onClose }: ValueDialogProps) {
  const t = useTranslations();
  const title = t(`search.filter_${name}`);
  return (
    <Suspense>
      <ListDialog
        open
        title={title}
        closeLabel={t("app.close")}
        searchLabel={t("search.searchValues")}
        emptyText={t("search.noValue")}
        value={undefined}
        groups={[{ label: title, items: values.map((value) => ({ id: value, label: value })) }]}
        onPick={onPick}
        onClose={onClose}
      />
    </Suspense>
  );
}

/** Returns the existing values of operators. */
function useChoices(models: readonly string[]): Readonly<Record<ListedName, readonly string[]>> {
  const sessions = useChats((chats) => chats.sessions);
  const byId = useProjects((projects) => projects.byId);
  return useMemo(() => {
    const names = inProjectOrder([...byId.values()]).map(({ name }) => name.trim());
    return { tag: frequentTags(sessions), project: [...new Set(names)].filter((name) => name !== ""), model: models };
  }, [sessions, byId, models]);
}
