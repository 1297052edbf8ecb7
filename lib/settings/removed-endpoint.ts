import { type CustomEndpoint, customEndpoint } from "@/lib/providers/custom-endpoint";
import { type AccessSettings, accessFields } from "@/lib/settings/access-settings";

/** Removes an endpoint with its URL and key. */
export function withoutEndpoint(
  access: AccessSettings,
  endpoint: CustomEndpoint,
): Pick<AccessSettings, "endpoints" | "values" | "hosts" | "formerAccess"> {
  const { [endpoint.id]: _former, ...formerAccess } = access.formerAccess;
  const keys = accessFields([customEndpoint(endpoint)]).map(([key]) => key);
  const without = (record: Readonly<Record<string, string>>) =>
    Object.fromEntries(Object.entries(record).filter(([key]) => !keys.includes(key)));
  return {
    endpoints: access.endpoints.filter(({ id }) => id !== endpoint.id),
    values: without(access.values),
    hosts: without(access.hosts),
    formerAccess,
  };
}

/** Restores a removed endpoint at its position, with the URL and key from `before`. */
export function withEndpointBack(
  access: AccessSettings,
  before: AccessSettings,
  endpoint: CustomEndpoint,
): Pick<AccessSettings, "endpoints" | "values" | "hosts" | "formerAccess"> {
  const { endpoints, values, hosts, formerAccess } = access;
  if (endpoints.some(({ id }) => id === endpoint.id)) return { endpoints, values, hosts, formerAccess };
  const keys = accessFields([customEndpoint(endpoint)]).map(([key]) => key);
  const ofEndpoint = (record: Readonly<Record<string, string>>) =>
    Object.fromEntries(Object.entries(record).filter(([key]) => keys.includes(key)));
  const former = before.formerAccess[endpoint.id];
  return {
    endpoints: endpoints.toSpliced(
      before.endpoints.findIndex(({ id }) => id === endpoint.id),
      0,
      endpoint,
    ),
    values: { ...values, ...ofEndpoint(before.values) },
    hosts: { ...hosts, ...ofEndpoint(before.hosts) },
    formerAccess: former ? { ...formerAccess, [endpoint.id]: former } : formerAccess,
  };
}
