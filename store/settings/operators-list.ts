import { listModels } from "@/lib/models/model-list";
import type { Provider } from "@/lib/providers/provider";
import type { ServerFlags } from "@/lib/settings/server-flags";

/** Whether the operator's model list has a model of a built-in provider, as the relay requires; true without a list. */
export function isOnOperatorsList(
  { model, provider }: { readonly model: string; readonly provider: Provider },
  flags: Pick<ServerFlags, "customModels" | "disableGPT4"> | null,
): boolean {
  if (!flags || flags.customModels === "") return true;
  // With DISABLE_GPT4, the list that browsers get may only exclude models.
  const models = [...provider.models, ...(provider.otherModels ?? []), ...(flags.disableGPT4 ? [model] : [])];
  const listed = listModels({ providers: [{ ...provider, models }], customModels: [flags.customModels] });
  return listed.some(({ name, available, provider: { id } }) => available && name === model && id === provider.id);
}
