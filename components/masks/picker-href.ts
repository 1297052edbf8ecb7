/** Returns the URL of the mask picker. A chat that is started there belongs to the given project. */
export function pickerHref({
  from,
  project,
}: {
  readonly from?: "home";
  readonly project?: string | undefined;
}): string {
  const given = Object.entries({ from, project }).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value]],
  );
  return given.length === 0 ? "/new-chat" : `/new-chat?${new URLSearchParams(given)}`;
}
