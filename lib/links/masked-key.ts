/** Minimum length of a key of which some characters are displayed. */
const longEnough = 16;

/** Returns a key in a form that only its owner recognizes: its start and end, or only dots if it is short. */
export function maskedKey(key: string): string {
  return key.length < longEnough ? "••••••••" : `${key.slice(0, 3)}••••${key.slice(-4)}`;
}
