import fc from "fast-check";
import { accentStyles } from "@/lib/platform/accent";

test("derives the accents of both themes from a colour's hue, with a limited chroma", () => {
  const dark =
    "{ --accent: oklch(0.83 0.1024 215.7582); --accent-hover: oklch(0.87 0.1024 215.7582); " +
    "--accent-ink: oklch(0.22 0.04 215.7582); --accent-soft: oklch(0.3 0.05 215.7582); " +
    "--accent-on-soft: oklch(0.88 0.09 215.7582); --mark: oklch(0.44 0.08 215.7582); " +
    "--focus: var(--accent); --selection: color-mix(in srgb, var(--accent) 30%, transparent); }";
  expect(accentStyles("#1d93ab").split("\n")).toEqual([
    "@media (forced-colors: none) {",
    ":root, body.light { --accent: oklch(0.48 0.1024 215.7582); --accent-hover: oklch(0.43 0.1024 215.7582); " +
      "--accent-soft: oklch(0.955 0.035 215.7582); --accent-on-soft: oklch(0.42 0.09 215.7582); " +
      "--mark: oklch(0.93 0.08 215.7582); --accent-ink: #ffffff; " +
      "--focus: var(--accent); --selection: color-mix(in srgb, var(--accent) 22%, transparent); }",
    `body.dark ${dark}`,
    `@media (prefers-color-scheme: dark) { body:not(.light):not(.dark) ${dark} }`,
    "}",
  ]);
});

test("gives greys for a grey", () => {
  expect(accentStyles("#808080").match(/oklch\([\d.]+ 0 /g)).toHaveLength(17);
});

test("gives accents with the same lightness and a limited chroma for any colour", () => {
  const channel = fc.integer({ min: 0, max: 255 });
  const lightness = (styles: string) => [...styles.matchAll(/oklch\(([\d.]+) /g)].map(([, value]) => value);
  const olive = lightness(accentStyles("#566917"));
  fc.assert(
    fc.property(fc.tuple(channel, channel, channel), (channels) => {
      const styles = accentStyles(`#${channels.map((value) => value.toString(16).padStart(2, "0")).join("")}`);
      expect(lightness(styles)).toEqual(olive);
      for (const [, chroma] of styles.matchAll(/oklch\([\d.]+ ([\d.]+) [\d.]+\)/g)) {
        expect(Number(chroma)).toBeLessThanOrEqual(0.13);
      }
    }),
  );
});
