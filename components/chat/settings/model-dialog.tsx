"use client";
import { useEffect, useMemo } from "react";
import { useTranslations } from "use-intl";
import { FamilyAvatar } from "@/components/chat/session-avatar";
import { ListDialog } from "@/components/ui/list-dialog";
import type { ListGroup, ListItem } from "@/components/ui/list-entries";
import { featuredModels } from "@/lib/models/featured";
import { type ModelEntry, modelKey } from "@/lib/models/model-entry";
import { tagsOf } from "@/lib/models/model-facts";
import { newestModelsFirst, olderModels } from "@/lib/models/model-order";
import { demo } from "@/lib/providers/demo";
import { shownProviderName, useModels } from "@/store/settings/models";
import { useSettings } from "@/store/settings/settings";
import { useAbilities } from "./use-abilities";

interface ModelDialogProps {
  readonly models: readonly ModelEntry[];
  readonly value: ModelEntry | undefined;
  /** The title of another choice than the chat's model. */
  readonly title?: string;
  readonly subtitle?: string;
  readonly onPick: (model: ModelEntry) => void;
  readonly onClose: () => void;
}

/**
 * The model dialog: favourites and recent models first, then groups by provider with their newest models first, and a
 * search. Older models of a provider are folded. The demo follows all providers that can be used. Providers without a
 * key come last and are labelled.
 */
export default function ModelDialog({ models, value, title, subtitle, onPick, onClose }: ModelDialogProps) {
  const t = useTranslations("models");
  const app = useTranslations("app");
  const fields = useTranslations("fields");
  const favourites = useSettings((settings) => settings.favouriteModels);
  const recent = useSettings((settings) => settings.recentModels);
  const { toggleFavourite, noteRecent } = useSettings.getState();
  const abilities = useAbilities();
  const chosenKey = value && modelKey(value);
  // An access code may have been entered since the start, or a server was not running then.
  useEffect(() => void useModels.getState().fetchOfSite(), []);
  const groups = useMemo(() => {
    const usable = demoLast(models.filter(({ isKeyless }) => !isKeyless));
    const keyless = models.filter(({ isKeyless }) => isKeyless);
    const items = new Map(usable.map((model) => [modelKey(model), itemOf(model)]));
    const chosen = (label: string, keys: readonly string[]) => ({
      label,
      isShortcut: true as const,
      items: keys.flatMap((key) => items.get(key) ?? []),
    });
    return [
      chosen(t("favourites"), favourites),
      chosen(t("recent"), recent),
      chosen(t("featured"), featuredModels),
      ...byProvider(usable),
      ...byProvider(keyless).map((group) => ({ ...group, note: t("keyless") })),
    ];

    function byProvider(some: readonly ModelEntry[]): ListGroup[] {
      const groups = new Map<string, ModelEntry[]>();
      for (const model of some) {
        const label = groupOf(model);
        groups.set(label, [...(groups.get(label) ?? []), model]);
      }
      return [...groups].map(([label, own]) => ({ label, items: foldedItems(label, newestModelsFirst(own)) }));
    }

    /** Custom models without a provider are named like it; they are one group. */
    function groupOf({ name, provider: { providerType, providerName } }: ModelEntry): string {
      const isWithout = providerType === "custom" && providerName === name;
      return isWithout ? fields("customModels") : shownProviderName(providerName);
    }

    function foldedItems(label: string, own: readonly ModelEntry[]): ListItem[] {
      const older = olderModels(own.map(({ name }) => name));
      const isFolded = (model: ModelEntry) => older.has(model.name) && modelKey(model) !== chosenKey;
      const shown = own.filter((model) => !isFolded(model)).map((model) => items.get(modelKey(model)) ?? itemOf(model));
      const folded = own.filter(isFolded).map((model) => ({ ...itemOf(model), isFolded: true as const }));
      if (folded.length === 0) return shown;
      const fold = { id: `older:${label}`, label: t("older", { count: folded.length }), isFold: true as const };
      return [...shown, fold, ...folded];
    }

    function itemOf(model: ModelEntry): ListItem {
      return {
        id: modelKey(model),
        label: model.displayName,
        leading: <FamilyAvatar model={model.name} provider={model.provider.id} size="medium" />,
        tags: tagsOf(model.name, abilities({ model: model.name, providerName: model.provider.providerName })).map(
          (tag) => t(tag),
        ),
        isFavourite: favourites.includes(modelKey(model)),
      };
    }
  }, [models, favourites, recent, abilities, chosenKey, t, fields]);
  return (
    <ListDialog
      open
      title={title ?? t("title")}
      subtitle={subtitle ?? t("subtitle")}
      closeLabel={app("close")}
      searchLabel={t("search")}
      emptyText={t("none")}
      groups={groups}
      value={chosenKey}
      onPick={(key) => {
        const model = models.find((each) => modelKey(each) === key);
        if (!model) return;
        noteRecent(key);
        onPick(model);
      }}
      onClose={onClose}
      onFavourite={toggleFavourite}
      favouriteLabel={({ label, isFavourite }) => t(isFavourite ? "removeFavourite" : "addFavourite", { model: label })}
    />
  );
}

function demoLast(models: readonly ModelEntry[]): ModelEntry[] {
  const isDemo = ({ provider }: ModelEntry) => provider.id === demo.id;
  return models.toSorted((one, other) => Number(isDemo(one)) - Number(isDemo(other)));
}
