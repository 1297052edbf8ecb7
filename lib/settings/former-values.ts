import { isRecord } from "@/lib/fields/fields";
import { type Provider, secretNames } from "@/lib/providers/provider";

/** The values of a provider that a link replaced last, by field; a secret has the host for which it was entered. */
export interface FormerValues {
  readonly values: Readonly<Record<string, string>>;
  readonly hosts: Readonly<Record<string, string>>;
}

/** The replaced values by the id of their provider: one set each. */
export type FormerAccess = Readonly<Record<string, FormerValues>>;

/** The longest value that is read, in characters: addresses and keys are far shorter. */
const maxChars = 4096;

/** Reads stored former values; what is not text, or belongs to no field, is dropped. Never throws. */
export function readFormerAccess(providers: readonly Provider[], stored: unknown): FormerAccess {
  const read = providers.flatMap((provider): [string, FormerValues][] => {
    const former = isRecord(stored) && Object.hasOwn(stored, provider.id) ? stored[provider.id] : undefined;
    if (!isRecord(former)) return [];
    const values = textsIn(former.values, Object.keys(provider.fields));
    const hosts = textsIn(former.hosts, secretNames(provider));
    return Object.values(values).some((value) => value !== "") ? [[provider.id, { values, hosts }]] : [];
  });
  return Object.fromEntries(read);
}

function textsIn(value: unknown, names: readonly string[]): Record<string, string> {
  if (!isRecord(value)) return {};
  return Object.fromEntries(
    names.flatMap((name) => {
      const text = Object.hasOwn(value, name) ? value[name] : undefined;
      return typeof text === "string" && text.length <= maxChars ? [[name, text]] : [];
    }),
  );
}
