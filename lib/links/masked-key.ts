/** How many characters a key has at least before some of them are shown. */
const longEnough = 16;

/** Returns a key so that its owner knows it and nobody else learns it: its beginning and its end, else dots alone. */
export function maskedKey(key: string): string {
  return key.length < longEnough ? "••••••••" : `${key.slice(0, 3)}••••${key.slice(-4)}`;
}
