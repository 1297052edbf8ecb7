/** Number of bytes from which an encoding is guessed, from a little before the first one that is not ASCII. */
const sampleBytes = 65_536;
const before = 1024;

/** Confidence up to which a guess says nothing, in percent: of texts with one or two letters that are not ASCII. */
const noConfidence = 10;

/** Encoding of Western Europe, of files whose encoding cannot be guessed. */
const usualEncoding = "windows-1252";

/**
 * Returns the text of a file: in UTF-8, in UTF-16 with a byte order mark, or in the older encoding that its bytes look
 * like, which spreadsheet programs still write.
 */
export async function decodeText(file: Blob): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const marked = utf16Of(bytes);
  if (marked) return new TextDecoder(marked).decode(bytes);
  const text = new TextDecoder().decode(bytes);
  return isMostlyUtf8(text) ? text : (await guessedDecoder(bytes)).decode(bytes);
}

function utf16Of([first, second]: Uint8Array): string | undefined {
  if (first === 0xff && second === 0xfe) return "utf-16le";
  if (first === 0xfe && second === 0xff) return "utf-16be";
  return undefined;
}

/** Whether a text that was decoded as UTF-8 has hardly any damaged characters, such as one that was cut. */
function isMostlyUtf8(text: string): boolean {
  const damaged = text.match(/\ufffd/g)?.length ?? 0;
  return damaged === 0 || 10 * damaged <= (text.match(/[^\0-\x7f\ufffd]/g)?.length ?? 0);
}

async function guessedDecoder(bytes: Uint8Array): Promise<TextDecoder> {
  const { analyse } = await import("chardet");
  const start = Math.max(0, bytes.findIndex((byte) => byte > 0x7f) - before);
  const [best] = analyse(bytes.subarray(start, start + sampleBytes));
  try {
    return new TextDecoder(best && best.confidence > noConfidence ? best.name : usualEncoding);
  } catch {
    // The encoding is unknown to browsers.
    return new TextDecoder(usualEncoding);
  }
}
