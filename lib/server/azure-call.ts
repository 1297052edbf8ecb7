import type { JsonRecord } from "@/lib/json";
import { applyCustomModels } from "@/lib/models/custom-models";
import type { RelayCall } from "@/lib/server/relay-call";
import type { ServerConfig } from "@/lib/server/server-config";

/**
 * Returns a call to Azure for the operator's resource.
 *
 * The operator's URL may include a deployment: it is called for a model that the operator's list assigns to Azure
 * without a separate deployment. If the caller names no API version, the operator's is used.
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

/**
 * Returns the body of a call to Azure's v1 API, which names the deployment as the model: the one in the operator's URL
 * replaces the model in the same cases as in `azureCall`.
 */
export function azureBody(body: JsonRecord, { target, listed }: RelayCall, { customModels }: ServerConfig): JsonRecord {
  const { model } = body;
  const [, deployment] = (target.baseUrl ?? "").split("/deployments/");
  const isReplaced = deployment !== undefined && listed.startsWith("v1/") && typeof model === "string";
  return isReplaced && isBare(model, customModels) ? { ...body, model: deployment } : body;
}

/** Whether the list contains the model at Azure without another display name. */
function isBare(model: string, customModels: string): boolean {
  const listed = applyCustomModels([], [customModels], [{ id: "azure", name: "Azure" }]);
  return listed.some(
    ({ name, displayName, provider }) => provider.id === "azure" && name === model && displayName === name,
  );
}
