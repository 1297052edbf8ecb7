/**
 * Returns the address to open in a browser, and the one that shows whether the server is up.
 *
 * @param {Readonly<Record<string, string | undefined>>} env
 */
export function addressesOf({ PORT, HOST, BASE_PATH = "" }) {
  const port = PORT || "3000";
  // These mean all addresses of the computer, and browsers cannot open them.
  const host = !HOST || HOST === "0.0.0.0" || HOST === "::" ? "127.0.0.1" : HOST;
  const probed = host.includes(":") ? `[${host}]` : host;
  return {
    address: `http://localhost:${port}${BASE_PATH}`,
    probe: `http://${probed}:${port}${BASE_PATH}/api/config`,
  };
}
