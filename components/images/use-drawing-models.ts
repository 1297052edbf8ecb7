import { useMemo } from "react";
import { generatesImagesOnRequest, type ImageModel, stabilityModels, stabilityName } from "@/lib/models/image-fields";
import { useAccess } from "@/store/settings/access";
import { availableModels, useModels } from "@/store/settings/models";
import { useSettings } from "@/store/settings/settings";

/** An image model in the form. */
export interface NamedModel extends ImageModel {
  readonly name: string;
}

/** Returns the available image and video models of other providers than Stability. */
export function useOtherDrawingModels(): readonly NamedModel[] {
  const access = useAccess();
  const fetched = useModels((models) => models.fetched);
  const customModels = useSettings((settings) => settings.customModels);
  return useMemo(
    () =>
      availableModels(access, fetched, customModels)
        .filter(({ name }) => generatesImagesOnRequest(name))
        .map(({ name, displayName, provider }) => ({
          providerName: provider.providerName,
          model: name,
          name: displayName,
        })),
    [access, fetched, customModels],
  );
}

/** Returns the full name of a Stability model; of other models their own name. */
export function nameOfModel({ providerName, model }: ImageModel, others: readonly NamedModel[]): string {
  if (providerName === stabilityName) return stabilityModels.find((each) => each.model === model)?.name ?? model;
  return others.find((each) => each.providerName === providerName && each.model === model)?.name ?? model;
}
