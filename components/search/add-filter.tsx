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
  const day = useRef<HTMLInputElement>(null);

  // The menu has returned the focus to its button.
  useEffect(() => {
    if (dated) day.current?.focus();
  }, [dated]);

  function add(name: OperatorName, value: string) {
    const text = addOperator(words, name, value);
    if (text.length <= maxChars) onChange(text);
  }

  /** Sets the day of an operator. A cleared field, or one that is being typed, has no day. */
  function changeDay(name: DateName, day: string) {
    const former = operatorsIn(words).find((each) => each.name === name);
    if (day !== "") add(name, day);
    else if (former) onChange(withoutOperator(words, former));
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
      {dated && (
        <div className={styles.days}>
          <TextField
            ref={day}
            label={t(`search.filter_${dated}`)}
            type="date"
            value={operatorsIn(words).find(({ name }) => name === dated)?.value ?? ""}
            onChange={(day) => changeDay(dated, day)}
          />
        </div>
      )}
      {listed && (
        <Suspense>
          <ListDialog
            open
            title={t(`search.filter_${listed}`)}
            closeLabel={t("app.close")}
            searchLabel={t("search.searchValues")}
            emptyText={t("search.noValue")}
            value={undefined}
            groups={[
              {
                label: t(`search.filter_${listed}`),
                items: choices[listed].map((value) => ({ id: value, label: value })),
              },
            ]}
            onPick={(value) => add(listed, value)}
            onClose={() => setListed(undefined)}
          />
        </Suspense>
      )}
    </>
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
