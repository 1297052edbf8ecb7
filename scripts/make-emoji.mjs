// Writes the table of emoji and their names (public/emoji) from Unicode's data: order and groups from emojibase-data,
// names and keywords from CLDR. Run it when a language is added, with the folders of the unpacked packages:
//
// node scripts/make-emoji.mjs <emojibase-data> <cldr-annotations-full> <cldr-annotations-derived-full>
import { copyFileSync, readdirSync, readFileSync, writeFileSync } from "node:fs";

const [base, cldr, derived] = process.argv.slice(2);
/** Each language of the interface has a folder named by its code. */
const languages = readdirSync("locales", { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);
/** CLDR's codes if they differ from ours. */
const cldrCodes = { cn: "zh", tw: "zh-Hant", jp: "ja" };
/** Maximum version of Unicode's emoji: newer ones are blank on many systems. */
const newestVersion = 15;
/**
 * Our names of the groups, and their numbers in the data. `component` is left out, because users do not pick from it.
 */
const groups = {
  smileys: 0,
  people: 1,
  animals: 3,
  food: 4,
  travel: 5,
  activities: 6,
  objects: 7,
  symbols: 8,
  flags: 9,
};
const tones = ["1f3fb", "1f3fc", "1f3fd", "1f3fe", "1f3ff"];

const read = (path) => JSON.parse(readFileSync(path, "utf8"));
const codeOf = (emoji) => [...emoji].map((point) => point.codePointAt(0).toString(16)).join("-");
const withoutLook = (emoji) => emoji.replaceAll("\ufe0f", "");

/** Whether a skin tone only follows the first code point. Tones of several people are not offered. */
function takesTone({ emoji, skins = [] }) {
  const [first, ...others] = codeOf(emoji).split("-");
  const rest = others[0] === "fe0f" ? others.slice(1) : others;
  const codes = skins.map((skin) => codeOf(skin.emoji));
  return tones.every((tone) => codes.includes([first, tone, ...rest].join("-")));
}

const all = read(`${base}/en/data.json`).filter(({ version }) => version <= newestVersion);
const byGroup = Object.entries(groups).map(([name, number]) => [
  name,
  all.filter(({ group }) => group === number).sort((one, other) => one.order - other.order),
]);
const table = byGroup.map(([name, list]) => [
  name,
  list.map((each) => codeOf(each.emoji) + (takesTone(each) ? "+" : "")),
]);
writeFileSync("public/emoji/table.json", `${JSON.stringify(Object.fromEntries(table))}\n`);

/** Returns CLDR's names and keywords of all emoji in a language. */
function annotationsIn(tag) {
  return {
    ...read(`${derived}/annotationsDerived/${tag}/annotations.json`).annotationsDerived.annotations,
    ...read(`${cldr}/annotations/${tag}/annotations.json`).annotations.annotations,
  };
}

// CLDR has no name for a few emoji in some languages; those keep their English name.
const english = annotationsIn("en");
for (const code of languages) {
  const annotations = { ...english, ...annotationsIn(cldrCodes[code] ?? code) };
  const names = byGroup.flatMap(([, list]) =>
    list.map(({ emoji }) => {
      const {
        tts: [name],
        default: keywords = [],
      } = annotations[withoutLook(emoji)] ?? annotations[emoji];
      return [name, ...keywords.filter((word) => word !== name)].join("|");
    }),
  );
  writeFileSync(`public/emoji/${code}.json`, `${JSON.stringify(names)}\n`);
}
copyFileSync(`${cldr}/LICENSE`, "public/emoji/LICENSE.txt");
