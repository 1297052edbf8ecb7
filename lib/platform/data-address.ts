/** Returns a file of this site as a data URL; undefined if it cannot be read. */
export async function dataAddress(address: string): Promise<string | undefined> {
  const response = await fetch(address).catch(() => undefined);
  if (!response?.ok) return undefined;
  return readAsDataUrl(await response.blob());
}

/** Returns a file as a data URL; undefined if it cannot be read. The browser encodes it outside of the main thread. */
export function readAsDataUrl(blob: Blob): Promise<string | undefined> {
  return new Promise((resolve) => {
    const reader = new FileReader();
    reader.addEventListener("load", () => resolve(String(reader.result)));
    reader.addEventListener("error", () => resolve(undefined));
    reader.readAsDataURL(blob);
  });
}
