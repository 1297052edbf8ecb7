/** Returns the system's glyph for an emoji code (`1f603`, `2699-fe0f`); empty if the code is invalid. */
export function emojiGlyph(code: string): string {
  if (!/^[0-9a-f]{2,6}(-[0-9a-f]{2,6})*$/i.test(code)) return "";
  const points = code.split("-").map((part) => Number.parseInt(part, 16));
  return points.every((point) => point <= lastCodePoint) ? String.fromCodePoint(...points) : "";
}

const lastCodePoint = 0x10ffff;
