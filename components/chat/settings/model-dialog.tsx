"use client";
import { useMemo } from "react";
import { useTranslations } from "use-intl";
import { FamilyAvatar } from "@/components/chat/session-avatar";
import { ListDialog } from "@/components/ui/list-dialog";
import type { ListGroup, ListItem } from "@/components/ui/list-entries";
import { featuredModels } from "@/lib/models/featured";
import { type ModelEntry, modelKey } from "@/lib/models/model-entry";
import { tagsOf } from "@/lib/models/model-facts";
import { shownProviderName } from "@/store/settings/models";
import { useSettings } from "@/store/settings/settings";
import { useVisionModels } from "./use-used-settings";

interface ModelDialogProps {
  readonly models: readonly ModelEntry[];
  readonly value: ModelEntry | undefined;
  readonly subtitle?: string;
  readonly onPick: (model: ModelEntry) => void;
  readonly onClose: () => void;
}

/**
 * The model dialog: favourites and recent models first, then groups by provider, with a search. Providers without a key
 * come last and are labelled.
 */
export default function ModelDialog({ models, value, subtitle, onPick, onClose }: ModelDialogProps) {
  const t = useTranslations("models");
  const app = useTranslations("app");
  const favourites = useSettings((settings) => settings.favouriteModels);
  const recent = useSettings((settings) => settings.recentModels);
  const { toggleFavourite, noteRecent } = useSettings.getState();
  const visionModels = useVisionModels();
  const groups = useMemo(() => {
    const usable = models.filter(({ isKeyless }) => !isKeyless);
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
      const groups = new Map<string, ListItem[]>();
      for (const model of some) {
        const own = groups.get(model.provider.providerName) ?? [];
        own.push(items.get(modelKey(model)) ?? itemOf(model));
        groups.set(model.provider.providerName, own);
      }
      return [...groups].map(([name, own]) => ({ label: shownProviderName(name), items: own }));
    }

    function itemOf(model: ModelEntry): ListItem {
      return {
        id: modelKey(model),
        label: model.displayName,
        leading: <FamilyAvatar model={model.name} size="medium" />,
        tags: tagsOf(model.name, visionModels).map((tag) => t(tag)),
        isFavourite: favourites.includes(modelKey(model)),
      };
    }
  }, [models, favourites, recent, visionModels, t]);
  return (
    <ListDialog
      open
      title={t("title")}
      subtitle={subtitle ?? t("subtitle")}
      closeLabel={app("close")}
      searchLabel={t("search")}
      emptyText={t("none")}
      groups={groups}
      value={value && modelKey(value)}
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
