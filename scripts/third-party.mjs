import { existsSync, readdirSync, readFileSync } from "node:fs";

/** @typedef {{ version: string, license?: string, dependencies?: Names, optionalDependencies?: Names, peerDependencies?: Names, peerDependenciesMeta?: Record<string, { optional?: boolean }> }} Locked */
/** @typedef {Record<string, string>} Names */
/** @typedef {{ name: string, version: string, licence: string, copyright: string[], text: string }} ShippedPackage */

/** Licenses by text, for packages that declare none. */
const licenceWords = [
  { licence: "MIT", words: /Permission is hereby granted, free of charge/ },
  { licence: "ISC", words: /Permission to use, copy, modify, and\/or distribute this software for any purpose/ },
];

/** License texts of other packages, for packages without a license file. */
const sharedTexts = { "MPL-2.0": "node_modules/dompurify/LICENSE-MPL" };

/** Development dependencies of which the build copies files into the app (scripts/copy-libraries.mjs). */
const copiedPackages = ["@lobehub/icons-static-svg"];

/**
 * Returns the packages in the app, by the lockfile: all production dependencies and those of which files are copied, each
 * once by name and version, sorted by name.
 *
 * @returns {ShippedPackage[]}
 */
export function shippedPackages() {
  /** @type {Record<string, Locked>} */
  const locked = JSON.parse(readFileSync("package-lock.json", "utf8")).packages;
  const paths = [...productionPaths(locked), ...copiedPackages.map((name) => `node_modules/${name}`)];
  const found = new Map(paths.map((path) => [path, packageAt(path, locked)]));
  const unique = new Map([...found.values()].map((each) => [`${each.name} ${each.version}`, each]));
  return [...unique.values()].sort((one, other) => (sortKey(one) < sortKey(other) ? -1 : 1));
}

/** @param {ShippedPackage} shipped */
const sortKey = ({ name, version }) => `${name} ${version}`;

/** @param {Record<string, Locked>} locked */
function productionPaths(locked) {
  /** @type {Set<string>} */
  const paths = new Set();
  const waiting = [""];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    for (const name of neededBy(locked[path])) {
      const found = whereFound(path, name, locked);
      if (found === undefined || paths.has(found)) continue;
      paths.add(found);
      waiting.push(found);
    }
  }
  return [...paths];
}

/** @param {Locked | undefined} locked */
function neededBy({
  dependencies = {},
  optionalDependencies = {},
  peerDependencies = {},
  peerDependenciesMeta = {},
} = {}) {
  const peers = Object.keys(peerDependencies).filter((name) => !peerDependenciesMeta[name]?.optional);
  // Optional dependencies are build tools, or excluded from the build (next.config.mjs).
  const needed = Object.keys(dependencies).filter((name) => !(name in optionalDependencies));
  return [...needed, ...peers];
}

/**
 * Finds a package as Node does, from the folder of its dependent upwards.
 *
 * @param {string} from
 * @param {string} name
 * @param {Record<string, Locked>} locked
 */
function whereFound(from, name, locked) {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf("/node_modules/")))) {
    const path = `${folder && `${folder}/`}node_modules/${name}`;
    if (path in locked) return path;
    if (folder === "") return undefined;
  }
}

/**
 * @param {string} path
 * @param {Record<string, Locked>} locked
 * @returns {ShippedPackage}
 */
function packageAt(path, locked) {
  const { version, license } = locked[path] ?? { version: "" };
  const name = path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);
  const shared = license && sharedTexts[/** @type {keyof typeof sharedTexts} */ (license)];
  const file = licenceFileIn(path) || (shared ? readFileSync(shared, "utf8") : "");
  const { copyright, text } = partsOf(file);
  const by = file === "" ? authorOf(path) : "";
  const licence = license ?? licenceWords.find(({ words }) => words.test(file))?.licence ?? "unknown";
  return { name, version, licence, copyright: by ? [`by ${by}`] : copyright, text };
}

/**
 * Returns the author of a package without a license file, if it names one.
 *
 * @param {string} folder
 */
function authorOf(folder) {
  const path = `${folder}/package.json`;
  if (!existsSync(path)) return "";
  const { author } = JSON.parse(readFileSync(path, "utf8"));
  return (typeof author === "string" ? author : (author?.name ?? "")).replace(/\s*[<(].*$/, "");
}

/** @param {string} folder */
function licenceFileIn(folder) {
  const name = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && /^(licen[cs]e|copying|ofl)/i.test(entry.name))
    .map((entry) => entry.name)
    .sort()[0];
  return name ? readFileSync(`${folder}/${name}`, "utf8") : "";
}

/** A copyright line, but not a sentence of a license about copyright holders. */
const copyrightLine = /^\W*(?:copyright\s+(?!holders?\b|owners?\b|notice|and\b|laws?\b)|\(c\)\s*\d|©\s*\d).*$/i;

/** A line that only names the license below it. */
const titleLine = /^\W*(the )?(mit|isc|bsd)([ -][\w.-]+)*( licen[cs]e)?( \((mit|isc)\))?\W*$|^\W*licen[cs]e\W*$/i;

/**
 * Splits a license file into its copyright lines and the shared text.
 *
 * @param {string} file
 */
function partsOf(file) {
  const lines = file.replaceAll("\r", "").replaceAll("\uFEFF", "").split("\n");
  const isShort = file.length < 4_000;
  const copyright = isShort ? lines.filter((line) => copyrightLine.test(line)) : [];
  const rest = lines.filter((line) => !copyright.includes(line) && !(isShort && titleLine.test(line)));
  return {
    copyright: copyright.map(plain),
    text: rest
      .map((line) => line.trimEnd())
      .join("\n")
      .trim(),
  };
}

/** @param {string} line */
function plain(line) {
  return line
    .replace(/^[\s*#>-]+/, "")
    .replace(/\s+/g, " ")
    .replace(/[\s*]+$/, "");
}

/**
 * Groups packages with the same license text, ignoring line breaks. Packages without a text are in the largest group of
 * their license.
 *
 * @param {readonly ShippedPackage[]} packages
 */
export function byText(packages) {
  const written = grouped(packages.filter(({ text }) => text !== ""));
  const unwritten = packages.filter(({ text }) => text === "");
  return written.map((group) => {
    const { licence, text } = group[0];
    const isUsual = written.find(([first]) => first.licence === licence) === group;
    const others = isUsual ? unwritten.filter((each) => textLicence(each.licence) === licence) : [];
    return { licence, text, packages: [...group, ...others] };
  });
}

/**
 * Returns a license id without `-or-later`, because its text is the same.
 *
 * @param {string} licence
 */
const textLicence = (licence) => licence.replace(/-or-later$/, "");

/** @param {readonly ShippedPackage[]} packages */
function grouped(packages) {
  /** @type {Map<string, [ShippedPackage, ...ShippedPackage[]]>} */
  const groups = new Map();
  for (const each of packages) {
    const key = each.text.toLowerCase().replace(/[^a-z0-9]+/g, "");
    const group = groups.get(key);
    if (group) group.push(each);
    else groups.set(key, [each]);
  }
  return [...groups.values()].sort((one, other) => other.length - one.length || (one[0].name < other[0].name ? -1 : 1));
}

const line = "=".repeat(80);

/** Returns the file of all license texts, served with the app: each text once, with its packages. */
export function licenceTexts() {
  const parts = byText(shippedPackages()).map(({ licence, text, packages }) => {
    const names = packages.map(({ name, version, copyright }) =>
      [`${name} ${version}`, ...copyright.map((each) => `    ${each}`)].join("\n"),
    );
    return `${line}\n${licence}\n\n${names.join("\n")}\n\n${text}`;
  });
  return `What this app is made of besides its own code, each under the licence below it. Written by \`npm run docs\`.

The data of emoji: emoji/LICENSE.txt. The decoder of HEIC photos: heif/NOTICE.txt. The character
tables of old PDF files: pdf/cmaps/LICENSE. The symbol fonts and image decoders of PDF files: pdf/fonts and pdf/wasm. The
engines that run code: run/NOTICE.txt. Next carries compiled copies of other packages, whose licences are beside them in
next/dist/compiled.

${parts.join("\n\n")}
`;
}
