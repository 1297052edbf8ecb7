/**
 * Reads where the pages of a build without a server send shared conversations, once, when they are built.
 *
 * @param {Readonly<Record<string, string | undefined>>} given
 * @returns {{ url: string, link: string } | undefined} nothing where none is named
 * @throws Error where one of them is not what it is to be, so that a build with it fails.
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
