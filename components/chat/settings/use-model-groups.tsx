"use client";
import { useMemo } from "react";
import { useTranslations } from "use-intl";
import { FamilyAvatar } from "@/components/chat/session-avatar";
import type { ListGroup, ListItem } from "@/components/ui/list-entries";
import { featuredModels } from "@/lib/models/featured";
import { type ModelEntry, modelKey } from "@/lib/models/model-entry";
import { tagsOf } from "@/lib/models/model-facts";
import { newestModelsFirst, olderModels } from "@/lib/models/model-order";
import { demo } from "@/lib/providers/demo";
import { shownProviderName } from "@/store/settings/models";
import { useSettings } from "@/store/settings/settings";
import { useAbilities } from "./use-abilities";

/** Returns the groups of the model dialog. Older models are folded, except the chosen one. */
export function useModelGroups(models: readonly ModelEntry[], chosenKey: string | undefined): readonly ListGroup[] {
  const t = useTranslations("models");
  const itemOf = useModelItem();
  const groupsOf = useProviderGroups(chosenKey);
  const favourites = useSettings((settings) => settings.favouriteModels);
  const recent = useSettings((settings) => settings.recentModels);
  return useMemo(() => {
    const usable = demoLast(models.filter(({ isKeyless }) => !isKeyless));
    const keyless = models.filter(({ isKeyless }) => isKeyless);
    const items = new Map(models.map((model) => [modelKey(model), itemOf(model)]));
    const usableKeys = new Set(usable.map(modelKey));
    const chosen = (label: string, keys: readonly string[]) => ({
      label,
      isShortcut: true as const,
      items: keys.filter((key) => usableKeys.has(key)).flatMap((key) => items.get(key) ?? []),
    });
    return [
      chosen(t("favourites"), favourites),
      chosen(t("recent"), recent),
      chosen(t("featured"), featuredModels),
      ...groupsOf(usable, items),
      ...groupsOf(keyless, items).map((group) => ({ ...group, note: t("keyless") })),
    ];
  }, [models, favourites, recent, itemOf, groupsOf, t]);
}

/** Returns a function that makes the item of a model. */
function useModelItem(): (model: ModelEntry) => ListItem {
  const t = useTranslations("models");
  const favourites = useSettings((settings) => settings.favouriteModels);
  const abilities = useAbilities();
  return useMemo(
    () => (model) => {
      const { name, provider } = model;
      const tags = tagsOf(name, abilities({ model: name, providerName: provider.providerName }));
      return {
        id: modelKey(model),
        label: model.displayName,
        leading: <FamilyAvatar model={name} provider={provider.id} size="medium" />,
        tags: tags.map((tag) => t(tag)),
        isFavourite: favourites.includes(modelKey(model)),
      };
    },
    [favourites, abilities, t],
  );
}

/** Returns a function that groups models by provider, the newest of each first. It takes their items, by key. */
function useProviderGroups(chosenKey: string | undefined) {
  const t = useTranslations("models");
  const fields = useTranslations("fields");
  return useMemo(() => {
    /** Custom models without a provider are named like it; they are one group. */
    function groupOf({ name, provider: { providerType, providerName } }: ModelEntry): string {
      const isWithout = providerType === "custom" && providerName === name;
      return isWithout ? fields("customModels") : shownProviderName(providerName);
    }

    function foldedItems(label: string, own: readonly ModelEntry[], items: ReadonlyMap<string, ListItem>): ListItem[] {
      const itemsOf = (models: readonly ModelEntry[]) => models.flatMap((model) => items.get(modelKey(model)) ?? []);
      const older = olderModels(own.map(({ name }) => name));
      const isFolded = (model: ModelEntry) => older.has(model.name) && modelKey(model) !== chosenKey;
      const shown = itemsOf(own.filter((model) => !isFolded(model)));
      const folded = itemsOf(own.filter(isFolded)).map((item) => ({ ...item, isFolded: true as const }));
      if (folded.length === 0) return shown;
      const fold = { id: `older:${label}`, label: t("older", { count: folded.length }), isFold: true as const };
      return [...shown, fold, ...folded];
    }

    return (models: readonly ModelEntry[], items: ReadonlyMap<string, ListItem>): ListGroup[] => {
      const groups = new Map<string, ModelEntry[]>();
      for (const model of models) {
        const label = groupOf(model);
        groups.set(label, [...(groups.get(label) ?? []), model]);
      }
      return [...groups].map(([label, own]) => ({ label, items: foldedItems(label, newestModelsFirst(own), items) }));
    };
  }, [chosenKey, t, fields]);
}

function demoLast(models: readonly ModelEntry[]): ModelEntry[] {
  const isDemo = ({ provider }: ModelEntry) => provider.id === demo.id;
  return models.toSorted((one, other) => Number(isDemo(one)) - Number(isDemo(other)));
}
