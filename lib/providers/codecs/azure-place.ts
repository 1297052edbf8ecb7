import type { ChatRequest } from "@/lib/chat/request";
import { pathSegment } from "@/lib/providers/codecs/path-segment";
import type { Connection } from "@/lib/providers/provider";

/** The first API version that supports `stream_options`; earlier versions reject bodies with it. */
const usageOptionSince = "2024-09-01";

/** A model; its display name is that of its deployment. */
type Deployed = Pick<ChatRequest, "model" | "displayName">;

/** Paths and abilities of one form of Azure's API. */
export interface Place {
  pathOf(task: string): string;
  /** The path of the Responses API, which only the v1 API has; each resource serves both. */
  readonly responsesPath: string;
  readonly knowsUsageOption: boolean;
}

/**
 * Returns the paths of the API with a deployment in the URL. The version may be absent: our server then adds its own,
 * which may be old.
 */
export function placeByDeployment(request: Deployed, { options }: Connection): Place {
  const version = options?.apiVersion?.trim() ?? "";
  const deployment = pathSegment(deploymentOf(request));
  return {
    pathOf: (task) => `deployments/${deployment}/${task}${versionQuery(version)}`,
    responsesPath: v1Path("responses", version),
    knowsUsageOption: version >= usageOptionSince,
  };
}

/** Returns the paths of the v1 API, which has no dated versions and takes the deployment as `model`. */
export function placeInV1({ options }: Connection): Place {
  const version = options?.apiVersion?.trim() ?? "";
  const pathOf = (task: string) => v1Path(task, version);
  return { pathOf, responsesPath: pathOf("responses"), knowsUsageOption: true };
}

function v1Path(task: string, version: string): string {
  const isDated = /^\d/.test(version);
  return `v1/${task}${versionQuery(isDated ? "" : version)}`;
}

function versionQuery(version: string): string {
  return version ? `?api-version=${encodeURIComponent(version)}` : "";
}

/** Returns the name of a model's deployment. */
export function deploymentOf({ displayName, model }: Deployed): string {
  return displayName || model;
}

/**
 * Returns the base URL of the paths. Users enter the URL of the resource, or of a deployment as Azure displays it; both
 * are reduced to the base.
 */
export function baseAddress(entered: string): string {
  const bare = entered
    .replace(/\/deployments(\/.*)?$/, "")
    .replace(/(\/openai\/v1)\/.*$/, "$1")
    .replace(/\/+$/, "");
  return /^https?:\/\/[^/]+$/i.test(bare) ? `${bare}/openai` : bare;
}

/** Whether a base URL is that of the v1 API. */
export function isV1Address(baseUrl: string): boolean {
  return baseUrl.endsWith("/openai/v1");
}
