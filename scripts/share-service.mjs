/**
 * Reads the service to which pages of a static build send shared conversations, at build time.
 *
 * @param {Readonly<Record<string, string | undefined>>} given
 * @returns {{ url: string, link: string } | undefined} undefined if no service is set
 * @throws Error if a value is invalid, so that the build fails.
 */
export function readShareService(given) {
  const url = given.SHARE_URL?.trim() ?? "";
  const link = given.SHARE_LINK?.trim() ?? "";
  if (url === "" && link === "") return undefined;
  if (!/^https?:\/\//.test(url) || !URL.canParse(url)) {
    throw new Error(`SHARE_URL is "${url}"; it must be an http or https address.`);
  }
  if (!/^https?:\/\/[^\s{}]+\{id\}[^\s{}]*$/.test(link)) {
    throw new Error(`SHARE_LINK is "${link}"; it must be an address with {id} in it.`);
  }
  return { url, link };
}
