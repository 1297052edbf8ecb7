import { isRecord } from "@/lib/json";
import { type Provider, secretNames } from "@/lib/providers/provider";
import { type AccessSettings, accessKey } from "@/lib/settings/access-settings";

/** The provider values that a link last replaced, by field; a secret includes the host for which it was entered. */
export interface FormerValues {
  readonly values: Readonly<Record<string, string>>;
  readonly hosts: Readonly<Record<string, string>>;
}

/** Maximum length of a value, in characters: URLs and keys are far shorter. */
const maxChars = 4096;

/**
 * Adds a provider's current values to the former values, before a link replaces them. If all fields are empty, nothing
 * is added.
 */
export function withFormer(
  access: AccessSettings,
  provider: Provider,
  names: readonly string[],
): AccessSettings["formerAccess"] {
  const current = currentValues(access, provider, names);
  if (Object.values(current.values).every((value) => value === "")) return access.formerAccess;
  return { ...access.formerAccess, [provider.id]: current };
}

/**
 * Swaps a provider's values with those that a link replaced; a second call swaps them back. Each key stays bound to the
 * host for which it was entered.
 */
export function withFormerRestored(
  access: AccessSettings,
  provider: Provider,
): Pick<AccessSettings, "values" | "hosts" | "formerAccess"> {
  const { values, hosts, formerAccess } = access;
  const former = formerValues(access, provider);
  if (!former) return { values, hosts, formerAccess };
  const { [provider.id]: _restored, ...others } = formerAccess;
  const names = Object.keys(former.values);
  const keys = new Set(names.map((name) => accessKey(provider, name)));
  const keyed = (record: Readonly<Record<string, string>>) =>
    Object.fromEntries(Object.entries(record).map(([name, text]) => [accessKey(provider, name), text]));
  const current = currentValues(access, provider, names);
  const hasCurrent = Object.values(current.values).some((value) => value !== "");
  return {
    values: { ...values, ...keyed(former.values) },
    hosts: { ...Object.fromEntries(Object.entries(hosts).filter(([key]) => !keys.has(key))), ...keyed(former.hosts) },
    formerAccess: hasCurrent ? { ...others, [provider.id]: current } : others,
  };
}

function currentValues({ values, hosts }: AccessSettings, provider: Provider, names: readonly string[]): FormerValues {
  const secrets = secretNames(provider);
  return {
    values: Object.fromEntries(names.map((name) => [name, values[accessKey(provider, name)] ?? ""])),
    hosts: Object.fromEntries(
      names.flatMap((name) => {
        const host = secrets.includes(name) ? hosts[accessKey(provider, name)] : undefined;
        return host === undefined ? [] : [[name, host]];
      }),
    ),
  };
}

/** Returns the provider values that a link replaced, after validation. */
export function formerValues(
  { formerAccess }: Pick<AccessSettings, "formerAccess">,
  provider: Provider,
): FormerValues | undefined {
  const former = Object.hasOwn(formerAccess, provider.id) ? formerAccess[provider.id] : undefined;
  if (!isRecord(former)) return undefined;
  const values = textsIn(former.values, Object.keys(provider.fields));
  const hosts = textsIn(former.hosts, secretNames(provider));
  return Object.values(values).some((value) => value !== "") ? { values, hosts } : undefined;
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
