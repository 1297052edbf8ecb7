import { getPublicSuffix } from "tldts";

/**
 * Whether a wildcard before a host would cover hosts of unrelated owners: the host is a public suffix, such as `co.uk` or
 * `github.io`, or all names below it are (https://publicsuffix.org). The list is large, so load this module when needed.
 */
export function isPublicSuffix(host: string): boolean {
  return [host, `x.${host}`].some((name) => getPublicSuffix(name, { allowPrivateDomains: true }) === name);
}
