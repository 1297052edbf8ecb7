import { applyCustomModels } from "@/lib/models/custom-models";
import type { RelayCall } from "@/lib/server/relay-call";
import type { ServerConfig } from "@/lib/server/server-config";

/**
 * Returns a call to Azure as it goes to the operator's resource.
 *
 * The operator's address may name a deployment behind the resource: it is called in place of a model that the operator's
 * list gives to Azure without a deployment of its own. The version of the interface is the operator's where the caller
 * names none.
 */
export function azureCall(call: RelayCall, { customModels }: Pick<ServerConfig, "customModels">): RelayCall {
  const { target } = call;
  const [resource = "", deployment] = (target.baseUrl ?? "").split("/deployments/");
  const query = new URLSearchParams(call.query);
  const version = target.options.apiVersion ?? "";
  if (!query.get("api-version") && version !== "" && !call.listed.startsWith("v1/")) query.set("api-version", version);
  const isReplaced = deployment !== undefined && call.model !== undefined && isBare(call.model, customModels);
  return {
    ...call,
    target: { ...target, baseUrl: resource },
    query,
    path: isReplaced ? call.listed.replace("{deployment}", () => deployment) : call.path,
  };
}

/** Whether the list has the model at Azure under no other name. */
function isBare(model: string, customModels: string): boolean {
  const listed = applyCustomModels([], [customModels], [{ id: "azure", name: "Azure" }]);
  return listed.some(
    ({ name, displayName, provider }) => provider.id === "azure" && name === model && displayName === name,
  );
}
