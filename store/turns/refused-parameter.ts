import { listOf, parseJson, stringOf } from "@/lib/json";
import type { OptionalParameter } from "@/lib/providers/optional-parameters";
import { localKeys } from "@/lib/storage/local-keys";
import { useUi } from "@/store/base/ui";

/** Maximum number of stored notifications, newest first. */
const maxStored = 200;

/** Notifies the user that a model refuses a parameter: once for each model and parameter, also after a reload. */
export function notifyRefusal(model: string, parameter: OptionalParameter): void {
  const id = `${model} ${parameter}`;
  const notified = readNotified();
  if (notified.includes(id)) return;
  storeNotified([id, ...notified].slice(0, maxStored));
  useUi.getState().toast({ kind: "parameter-refused", model, parameter });
}

function readNotified(): readonly string[] {
  try {
    return listOf(parseJson(localStorage.getItem(localKeys.refusedParameters) ?? "")).map(stringOf);
  } catch {
    // Blocked storage was reported at startup.
    return [];
  }
}

function storeNotified(ids: readonly string[]): void {
  try {
    localStorage.setItem(localKeys.refusedParameters, JSON.stringify(ids));
  } catch {
    // At worst, the user is notified again after a reload.
  }
}
