"use client";
import { useId, useMemo, useState } from "react";
import { useTranslations } from "use-intl";
import { FamilyAvatar } from "@/components/chat/session-avatar";
import { Checkbox } from "@/components/ui/checkbox";
import { SearchField } from "@/components/ui/search-field";
import { maxCompared } from "@/lib/chat/comparison";
import { foldText } from "@/lib/chat/fold-text";
import { type ModelEntry, modelKey } from "@/lib/models/model-entry";
import { currentModelsFirst } from "@/lib/models/model-order";
import { shownProviderName } from "@/store/settings/models";
import { useSettings } from "@/store/settings/settings";
import styles from "./ask-several-dialog.module.css";

/** Maximum number of rendered rows; a search finds the other models. */
const maxRows = 60;

interface ModelChecksProps {
  readonly models: readonly ModelEntry[];
  /** The key of the chat's model. */
  readonly current: string | undefined;
  /** The keys of the chosen models, in the order of their columns. */
  readonly chosen: readonly string[];
  readonly onChange: (chosen: readonly string[]) => void;
}

/** The list of models with checkboxes and a search: chosen models first, then the chat's, favorite, recent and new ones. */
export function ModelChecks({ models, current, chosen, onChange }: ModelChecksProps) {
  const t = useTranslations("several");
  const words = useTranslations("models");
  const app = useTranslations("app");
  const id = useId();
  const [query, setQuery] = useState("");
  const firstNow = () => {
    const { favouriteModels, recentModels } = useSettings.getState();
    return [...chosen, ...(current === undefined ? [] : [current]), ...favouriteModels, ...recentModels];
  };
  // Rows move only when the search changes, not while models are chosen.
  const [first, setFirst] = useState(firstNow);
  const sorted = useMemo(() => currentModelsFirst(models), [models]);
  const matches = useMemo(() => matching(sorted, query, first), [sorted, query, first]);
  const shown = matches.slice(0, maxRows);
  // Chosen models stay visible, so that a search cannot hide what will be asked.
  const rows = [...shown, ...models.filter((model) => chosen.includes(modelKey(model)) && !shown.includes(model))];
  const isFull = chosen.length >= maxCompared;

  function search(text: string) {
    setQuery(text);
    setFirst(firstNow());
  }

  return (
    <div className={styles.models}>
      <span id={id} className={styles.label}>
        {t("models")}
      </span>
      <SearchField value={query} onChange={search} label={words("search")} clearLabel={app("clear")} />
      <p role="status" className={styles.count}>
        {t("chosen", { count: chosen.length, max: maxCompared })}
      </p>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset has a legend, which cannot be beside the search */}
      <div role="group" aria-labelledby={id} className={styles.list}>
        {matches.length === 0 && <p className={styles.count}>{words("none")}</p>}
        {rows.map((model) => {
          const key = modelKey(model);
          const isChosen = chosen.includes(key);
          return (
            <Checkbox
              key={key}
              checked={isChosen}
              disabled={isFull && !isChosen}
              onChange={(isOn) => onChange(isOn ? [...chosen, key] : chosen.filter((each) => each !== key))}
            >
              <span className={styles.model}>
                <FamilyAvatar model={model.name} provider={model.provider.id} size="small" />
                <span className={styles.name}>{model.displayName}</span>
                <span className={styles.provider}>{shownProviderName(model.provider.providerName)}</span>
              </span>
            </Checkbox>
          );
        })}
        {matches.length > maxRows && <p className={styles.count}>{t("more")}</p>}
      </div>
    </div>
  );
}

/** Returns the models that contain all words of a query, with the first ones ahead. */
function matching(models: readonly ModelEntry[], query: string, first: readonly string[]): readonly ModelEntry[] {
  const words = foldText(query).split(/\s+/).filter(Boolean);
  const ranks = new Map([...first].reverse().map((key, index) => [key, first.length - index]));
  const rankOf = (model: ModelEntry) => ranks.get(modelKey(model)) ?? first.length + 1;
  return models
    .filter(({ name, displayName, provider }) => {
      const text = foldText(`${name} ${displayName} ${shownProviderName(provider.providerName)}`);
      return words.every((word) => text.includes(word));
    })
    .toSorted((one, other) => rankOf(one) - rankOf(other));
}
