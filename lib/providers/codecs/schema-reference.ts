import { isRecord } from "@/lib/json";

/** Returns the target of a reference within a JSON Schema, such as `#/$defs/place`; undefined for others. */
export function resolveReference(root: unknown, reference: string): unknown {
  if (!reference.startsWith("#")) return undefined;
  const steps = reference.slice(1).split("/").slice(1);
  const names = steps.map((step) => decodeStep(step).replaceAll("~1", "/").replaceAll("~0", "~"));
  return names.reduce<unknown>((node, name) => {
    if (Array.isArray(node)) return node[Number(name)];
    return isRecord(node) && Object.hasOwn(node, name) ? node[name] : undefined;
  }, root);
}

function decodeStep(step: string): string {
  try {
    return decodeURIComponent(step);
  } catch {
    return step;
  }
}
