import { withInPageDemo } from "@/lib/demo/in-page";
import type { Environment } from "@/lib/environment";
import { AppError } from "@/lib/errors";
import { browserEnvironment } from "@/lib/platform/browser-environment";
import type { ChatCodec, Connection } from "@/lib/providers/provider";
import { connect, refuseIncomplete } from "@/lib/settings/connect";
import { useAccess } from "@/store/settings/access";
import { displayNameOf, providerInUse } from "@/store/settings/models";

/** What a model is called with now. */
export interface ModelCall {
  readonly codec: ChatCodec;
  readonly connection: Connection;
  readonly env: Environment;
  /** How the model is shown; Azure's deployments are called so. */
  readonly displayName: string;
}

/**
 * Returns what a model is called with, by the settings as they are now. Throws AppError: `no-model` where nobody serves
 * it, and what is wrong with settings that are not complete.
 */
export async function modelCall(settings: {
  readonly model: string;
  readonly providerName: string;
}): Promise<ModelCall> {
  const access = useAccess.getState();
  const provider = providerInUse(settings);
  if (!provider) throw new AppError("no-model", { model: settings.model });
  refuseIncomplete(provider, access, access.reach);
  return {
    codec: await provider.chat(settings.model),
    connection: connect(provider, access, access.reach),
    env: access.reach.relay === undefined ? withInPageDemo(browserEnvironment) : browserEnvironment,
    displayName: displayNameOf(settings),
  };
}
