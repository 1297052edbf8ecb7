import { useEffect, useState } from "react";
import type { ModelSettings } from "@/lib/chat/model-settings";
import { type SamplingField, unusedSampling } from "@/lib/providers/unused-sampling";
import { providerInUse, useAccess } from "@/store/settings/access";

const none: readonly SamplingField[] = [];

/** Returns the sampling fields that a model does not use; none until its codec has loaded. */
export function useUnusedSampling({ providerName, model }: ModelSettings): readonly string[] {
  const provider = useAccess((access) => providerInUse(access, providerName));
  const [found, setFound] = useState({ provider, model, unused: none });
  useEffect(() => {
    let isCurrent = true;
    if (!provider || model === "") return;
    unusedSampling(provider, model).then(
      (unused) => isCurrent && setFound({ provider, model, unused }),
      (error: unknown) => console.warn("Could not load what the model uses.", error),
    );
    return () => {
      isCurrent = false;
    };
  }, [provider, model]);
  return found.provider === provider && found.model === model ? found.unused : none;
}
