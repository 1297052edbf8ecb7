import type { DocumentState } from "@/lib/import/imported";
import { endpointOf, type Provider, secretNames } from "@/lib/providers/provider";
import { accessKey, siteHost } from "@/lib/settings/access-settings";

/**
 * Returns NextChat's credentials as that NextChat used them on this site.
 *
 * NextChat sends a stored key whether "Custom Endpoint" is on or off, and uses stored URLs only while it is on. A key
 * without a URL is sent to the site's own upstream (`BASE_URL` and the like), so it is bound to that.
 */
export function credentialsOfSite(access: DocumentState, providers: readonly Provider[]): DocumentState {
  const used = providers.flatMap((provider) => {
    const secrets = secretNames(provider).map((name) => accessKey(provider, name));
    const held = secrets.filter((key) => typeof access[key] === "string" && access[key] !== "");
    return held.length > 0 ? [{ addressKey: addressKeyOf(provider), secrets: held }] : [];
  });
  if (used.length === 0) return access;
  const isOn = access.useCustomConfig === true;
  const unusedAddresses = isOn ? [] : providers.flatMap((provider) => addressKeyOf(provider) ?? []);
  const cleared = Object.fromEntries(unusedAddresses.filter((key) => key in access).map((key) => [key, ""]));
  const settled: DocumentState = { ...access, ...cleared, useCustomConfig: true };
  const atSite = used.filter(({ addressKey }) => addressKey === undefined || !settled[addressKey]);
  const bound = Object.fromEntries(atSite.flatMap(({ secrets }) => secrets.map((key) => [key, siteHost])));
  const hosts = typeof access.hosts === "object" && access.hosts !== null ? access.hosts : {};
  return { ...settled, hosts: { ...hosts, ...bound } };
}

/** Returns the names under which secrets of providers are stored. */
export function secretKeys(providers: readonly Provider[]): string[] {
  return providers.flatMap((provider) => secretNames(provider).map((name) => accessKey(provider, name)));
}

function addressKeyOf(provider: Provider): string | undefined {
  const endpoint = endpointOf(provider);
  return endpoint && !endpoint.isFixed ? accessKey(provider, endpoint.name) : undefined;
}
