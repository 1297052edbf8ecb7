import { type Provider, secretNames } from "@/lib/providers/provider";
import { type AccessSettings, accessKey } from "@/lib/settings/access-settings";
import type { FormerAccess, FormerValues } from "@/lib/settings/former-values";

/**
 * Returns the former values with those that stand in a provider's fields now, before a link replaces them. Fields that
 * are all empty replace nothing.
 */
export function withFormer(access: AccessSettings, provider: Provider, names: readonly string[]): FormerAccess {
  const current = currentValues(access, provider, names);
  if (Object.values(current.values).every((value) => value === "")) return access.formerAccess;
  return { ...access.formerAccess, [provider.id]: current };
}

/**
 * Exchanges a provider's values with those that a link replaced; a second call exchanges them back. Each key stays bound
 * to the host for which it was entered.
 */
export function withFormerRestored(
  access: AccessSettings,
  provider: Provider,
): Pick<AccessSettings, "values" | "hosts" | "formerAccess"> {
  const { values, hosts, formerAccess } = access;
  const former = formerAccess[provider.id];
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
