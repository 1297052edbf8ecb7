/** Turns an emoji's code (`1f603`, `2699-fe0f`) into the system's glyph; empty when the code is not one. */
export function emojiGlyph(code: string): string {
  if (!/^[0-9a-f]{2,6}(-[0-9a-f]{2,6})*$/i.test(code)) return "";
  const points = code.split("-").map((part) => Number.parseInt(part, 16));
  return points.every((point) => point <= lastCodePoint) ? String.fromCodePoint(...points) : "";
}

const lastCodePoint = 0x10ffff;
