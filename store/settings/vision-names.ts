import { useAccess } from "@/store/settings/access";
import { useSettings } from "@/store/settings/settings";

/** Returns the names of further models with vision: the user's and the operator's. */
export function visionNames(): string {
  return `${useSettings.getState().visionModels},${useAccess.getState().flags?.visionModels ?? ""}`;
}
