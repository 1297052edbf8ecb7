/** The only polyfill of Next's that browsers which can run the app may need: Chromium before 120, Safari before 17. */
const needed = '"canParse"in URL||';

/**
 * A bundler loader for Next's polyfills. It removes those for browsers that cannot run the app, which calls
 * `Array.prototype.toSorted` (Chromium 110, Firefox 115, Safari 16).
 *
 * @param {string} source
 * @throws Error if another version of Next has different polyfills.
 */
export default function neededPolyfills(source) {
  const { length, [length - 1]: last = "" } = source.split(needed);
  if (length !== 2 || last.includes("prototype")) {
    throw new Error("Next's polyfills have changed: scripts/needed-polyfills.mjs does not know them.");
  }
  return needed + last;
}
