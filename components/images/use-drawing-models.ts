import { useMemo } from "react";
import { generatesImagesOnRequest, type ImageModel, stabilityModels, stabilityName } from "@/lib/models/image-fields";
import { useAccess } from "@/store/settings/access";
import { availableModels, useModels } from "@/store/settings/models";
import { useSettings } from "@/store/settings/settings";

/** A model that draws, as the form offers it. */
export interface NamedModel extends ImageModel {
  readonly name: string;
}

/** Returns the models beside Stability's that draw or film and can be asked now. */
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

/** Returns how a model of Stability's is called in full; of others their own name. */
export function nameOfModel({ providerName, model }: ImageModel, others: readonly NamedModel[]): string {
  if (providerName === stabilityName) return stabilityModels.find((each) => each.model === model)?.name ?? model;
  return others.find((each) => each.providerName === providerName && each.model === model)?.name ?? model;
}
