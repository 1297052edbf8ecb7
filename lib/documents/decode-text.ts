/** Number of bytes from which an encoding is guessed, from a little before the first one that is not ASCII. */
const sampleBytes = 65_536;
const before = 1024;

/**
 * Returns the text of a file: in UTF-8, in UTF-16 with a byte order mark, or in the older encoding that its bytes look
 * like, which spreadsheet programs still write.
 */
export async function decodeText(file: Blob): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const marked = utf16Of(bytes);
  if (marked) return new TextDecoder(marked).decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return (await guessedDecoder(bytes)).decode(bytes);
  }
}

function utf16Of([first, second]: Uint8Array): string | undefined {
  if (first === 0xff && second === 0xfe) return "utf-16le";
  if (first === 0xfe && second === 0xff) return "utf-16be";
  return undefined;
}

async function guessedDecoder(bytes: Uint8Array): Promise<TextDecoder> {
  const { detect } = await import("chardet");
  const start = Math.max(0, bytes.findIndex((byte) => byte > 0x7f) - before);
  const guessed = detect(bytes.subarray(start, start + sampleBytes));
  try {
    return new TextDecoder(guessed ?? "windows-1252");
  } catch {
    // The encoding is unknown to browsers.
    return new TextDecoder("windows-1252");
  }
}
