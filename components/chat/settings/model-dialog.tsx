"use client";
import { useEffect } from "react";
import { useTranslations } from "use-intl";
import { ListDialog } from "@/components/ui/list-dialog";
import { type ModelEntry, modelKey } from "@/lib/models/model-entry";
import { useModels } from "@/store/settings/models";
import { useSettings } from "@/store/settings/settings";
import { useModelGroups } from "./use-model-groups";

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
  const { toggleFavourite, noteRecent } = useSettings.getState();
  const chosenKey = value && modelKey(value);
  // An access code may have been entered since the start, or a server was not running then.
  useEffect(() => void useModels.getState().fetchOfSite(), []);
  const groups = useModelGroups(models, chosenKey);
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
