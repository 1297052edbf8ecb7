/** A color in OKLCH: lightness, chroma, and hue in degrees. */
interface Oklch {
  readonly lightness: number;
  readonly chroma: number;
  readonly hue: number;
}

/** Lightness and maximum chroma of each accent token, by theme. */
const accents = {
  light: {
    "--accent": [0.48, 0.13],
    "--accent-hover": [0.43, 0.13],
    "--accent-soft": [0.955, 0.035],
    "--accent-on-soft": [0.42, 0.09],
    "--mark": [0.93, 0.08],
  },
  dark: {
    "--accent": [0.83, 0.12],
    "--accent-hover": [0.87, 0.12],
    "--accent-ink": [0.22, 0.04],
    "--accent-soft": [0.3, 0.05],
    "--accent-on-soft": [0.88, 0.09],
    "--mark": [0.44, 0.08],
  },
} as const;

/**
 * Returns the style sheet that derives the accents of both themes from a color, `#rrggbb`. Lightness is fixed, so that
 * text on them has sufficient contrast for any hue.
 */
export function accentStyles(colour: string): string {
  const base = oklchOf(colour);
  const light = `{ ${declarations(accents.light, base)}; --accent-ink: #ffffff; ${marks(22)} }`;
  const dark = `{ ${declarations(accents.dark, base)}; ${marks(30)} }`;
  return [
    // Forced colors are the system's.
    "@media (forced-colors: none) {",
    `:root, body.light ${light}`,
    `body.dark ${dark}`,
    `@media (prefers-color-scheme: dark) { body:not(.light):not(.dark) ${dark} }`,
    "}",
  ].join("\n");
}

/** Returns further declarations with the accent color; `share` is the opacity of the selection, in percent. */
function marks(share: number): string {
  return `--focus: var(--accent); --selection: color-mix(in srgb, var(--accent) ${share}%, transparent);`;
}

function declarations(tokens: Readonly<Record<string, readonly [number, number]>>, { chroma, hue }: Oklch): string {
  return Object.entries(tokens)
    .map(([name, [lightness, max]]) => {
      const capped = Math.min(chroma, max);
      return `${name}: oklch(${lightness} ${rounded(capped)} ${rounded(hue)})`;
    })
    .join("; ");
}

function rounded(value: number): number {
  return Math.round(value * 10_000) / 10_000;
}

/** Converts sRGB to OKLCH with Björn Ottosson's matrices. https://bottosson.github.io/posts/oklab/ */
function oklchOf(colour: string): Oklch {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => linear(Number.parseInt(colour.slice(at, at + 2), 16)));
  const long = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
  const middle = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
  const short = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
  const lightness = 0.2104542553 * long + 0.793617785 * middle - 0.0040720468 * short;
  const a = 1.9779984951 * long - 2.428592205 * middle + 0.4505937099 * short;
  const b = 0.0259040371 * long + 0.7827717662 * middle - 0.808675766 * short;
  return { lightness, chroma: Math.hypot(a, b), hue: ((Math.atan2(b, a) * 180) / Math.PI + 360) % 360 };
}

/** Converts an sRGB channel, 0 to 255, to linear light, 0 to 1. */
function linear(channel: number): number {
  const value = channel / 255;
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
}
