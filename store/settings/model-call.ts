import { withInPageDemo } from "@/lib/demo/in-page";
import type { Environment } from "@/lib/environment";
import { AppError } from "@/lib/errors";
import { browserEnvironment } from "@/lib/platform/browser-environment";
import type { ChatCodec, Connection } from "@/lib/providers/provider";
import { connect, refuseIncomplete } from "@/lib/settings/connect";
import { useAccess } from "@/store/settings/access";
import { displayNameOf, providerInUse } from "@/store/settings/models";

/** The codec, connection and model of a call. */
export interface ModelCall {
  readonly codec: ChatCodec;
  readonly connection: Connection;
  readonly env: Environment;
  /** The display name of the model; Azure deployments are named here. */
  readonly displayName: string;
}

/**
 * Returns the codec, connection and name for calling a model with the current settings. Throws AppError: `no-model` if
 * no provider serves it, or the reason the settings are incomplete.
 */
export async function modelCall(
  settings: { readonly model: string; readonly providerName: string },
  env = browserEnvironment,
): Promise<ModelCall> {
  const access = useAccess.getState();
  const provider = providerInUse(settings);
  if (!provider) throw new AppError("no-model", { model: settings.model });
  refuseIncomplete(provider, access, access.reach);
  return {
    codec: await provider.chat(settings.model),
    connection: connect(provider, access, access.reach),
    env: access.reach.relay === undefined ? withInPageDemo(env) : env,
    displayName: displayNameOf(settings),
  };
}
