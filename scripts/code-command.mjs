import { randomInt } from "node:crypto";
import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { readRights } from "../lib/server/codes/code-rights.ts";
import { readCodeRules } from "../lib/server/codes/code-rules.ts";
import {
  canonicalId,
  isCodeId,
  readShortCode,
  readSignedCode,
  signCode,
  signShortCode,
} from "../lib/server/codes/signed-code.ts";
import { readCodeList, rowNumber, writeCodeList } from "./code-list.mjs";

// Makes an access code with rights, or shows the rights of one: `npm run code -- --name Ada --expires 30d`. The secret is
// read from CODE_SECRET, and the rights of short codes from CODE_LIMITS. The standalone build contains this command as
// `code.mjs`. docs/operator-guide.md#codes-with-rights
const command = process.env.npm_lifecycle_event === "code" ? "npm run code --" : "node code.mjs";
const usage = `${command} [options]

  --name NAME          the holder
  --models LIST        as in CUSTOM_MODELS, such as -all,+gpt-5@openai
  --providers LIST     ids or names between commas
  --features LIST      of images, voice, tools and own-keys; "none" for chats only
  --expires WHEN       a day (2027-01-31), a time (2027-01-31T12:00Z), or days from now (30d)
  --per-minute COUNT   calls to providers and searches per minute
  --at-once COUNT      replies at the same time
  --tokens-per-day COUNT, --tokens-per-month COUNT   input and output together, in UTC
  --money-per-month AMOUNT   in the currency of PRICES, such as 12.5
  --id ID              1 to 16 letters and digits; random if absent
  --short              a code to be typed, with its entry for CODE_LIMITS
  --site URL           the address of the server, for a complete link
  --csv FILE           a code for each row of a list, whose first row names options, such as id,name,per-minute. The
                       other options apply to all rows. With a column \`code\`, prints CODE and CODE_LIMITS for these
                       plain codes instead, such as those of a NextChat
  --check CODE         shows the rights of a code
  --revoke ID          refuses a signed code from now on; needs REDIS_URL or Upstash, as on the server
  --restore ID         accepts it again`;

const options = {
  name: { type: "string" },
  models: { type: "string" },
  providers: { type: "string" },
  features: { type: "string" },
  expires: { type: "string" },
  "per-minute": { type: "string" },
  "at-once": { type: "string" },
  "tokens-per-day": { type: "string" },
  "tokens-per-month": { type: "string" },
  "money-per-month": { type: "string" },
  id: { type: "string" },
  short: { type: "boolean" },
  site: { type: "string" },
  csv: { type: "string" },
  check: { type: "string" },
  revoke: { type: "string" },
  restore: { type: "string" },
  help: { type: "boolean" },
};

/** Prints why nothing was done, and ends with an error status. */
function stop(reason) {
  console.error(reason);
  process.exit(2);
}

/** Joins values that begin with a minus, such as -all, to their options. `parseArgs` would refuse them. */
function joinedValues(args) {
  const joined = [];
  for (const arg of args) {
    const isValue = /^-[^-]/.test(arg) && options[joined.at(-1)?.slice(2)]?.type === "string";
    if (isValue) joined.push(`${joined.pop()}=${arg}`);
    else joined.push(arg);
  }
  return joined;
}

function readOptions() {
  try {
    return parseArgs({ args: joinedValues(process.argv.slice(2)), options }).values;
  } catch (thrown) {
    return stop(`${thrown.message}\n\n${usage}`);
  }
}

const values = readOptions();
if (values.help) {
  console.info(usage);
  process.exit(0);
}

const now = Math.floor(Date.now() / 1000);
const listOf = (text) =>
  (text ?? "")
    .split(",")
    .map((entry) => entry.trim())
    .filter((entry) => entry !== "");
const problems = [];
const rules = readCodeRules(
  {
    codes: listOf(process.env.CODE),
    CODE_SECRET: listOf(process.env.CODE_SECRET),
    CODE_LIMITS: process.env.CODE_LIMITS?.trim() ?? "",
  },
  [],
  problems,
);
for (const problem of problems.filter((each) => each.startsWith("CODE_SECRET"))) console.error(problem);
const [secret] = rules.secrets;

if (values.revoke !== undefined) await setRevoked(values.revoke, true);
else if (values.restore !== undefined) await setRevoked(values.restore, false);
else if (values.csv !== undefined) makeList(values.csv);
else if (values.check === undefined) make();
else check(values.check.trim().replace(/^nk-/i, ""));

function requireSecret() {
  if (secret === undefined) stop("Set CODE_SECRET to the server's secret, with at least 32 characters.");
}

/** Returns the rights of options, or what is wrong. Providers and models are not compared with those of the server. */
function readOptionRights(given) {
  const days = /^(\d{1,5})d$/.exec(given.expires ?? "")?.[1];
  const written = {
    name: given.name,
    models: given.models,
    providers: given.providers === undefined ? undefined : listOf(given.providers),
    features: given.features === undefined ? undefined : listOf(given.features.replace(/^none$/, "")),
    expires: days ? now + 86_400 * Number(days) : given.expires,
    perMinute: numberOf(given["per-minute"]),
    atOnce: numberOf(given["at-once"]),
    tokensPerDay: numberOf(given["tokens-per-day"]),
    tokensPerMonth: numberOf(given["tokens-per-month"]),
    moneyPerMonth: numberOf(given["money-per-month"]),
  };
  const read = readRights(Object.fromEntries(Object.entries(written).filter(([, value]) => value !== undefined)));
  if ("invalid" in read) return { problem: `${read.invalid.join(", ")}.` };
  return read.rights.expires <= now ? { problem: "expires is in the past." } : read;
}

/** Returns the rights of the options. */
function chosenRights() {
  const read = readOptionRights(values);
  if (read.problem) stop(`Invalid: ${read.problem}${/ past/.test(read.problem) ? "" : `\n\n${usage}`}`);
  return read.rights;
}

/** Prints a list with a code and a link for each row of a file, or the variables for a list of plain codes. */
function makeList(file) {
  const { csv: _file, check: _code, revoke: _id, restore: _other, help: _help, site: _site, short, ...shared } = values;
  if (short) stop("--csv makes long codes only: short ones need entries in CODE_LIMITS.");
  const columns = Object.keys(options).filter(
    (name) => !["csv", "check", "revoke", "restore", "help", "site", "short"].includes(name),
  );
  let rows;
  try {
    rows = readCodeList(readFileSync(file, "utf8"), columns);
  } catch (thrown) {
    return stop(thrown.message);
  }
  const read = rows.map((row) => ({ row, ...readOptionRights({ ...shared, ...row }) }));
  const wrong = read.flatMap(({ row, problem }, index) => {
    const isWrongId = row.id !== undefined && !isCodeId(row.id);
    const found = problem ?? (isWrongId ? "id has 1 to 16 lower-case letters and digits." : undefined);
    return found ? [`Row ${rowNumber(index)}: ${found}`] : [];
  });
  if (wrong.length > 0) stop(wrong.slice(0, 20).join("\n"));
  if (rows.some(({ code }) => code !== undefined)) return printPlainCodes(read);
  requireSecret();
  const made = read.map(({ row, rights }) => {
    const id = row.id ?? randomId();
    const code = signed({ id, issued: now, rights });
    return { id, name: rights.name ?? "", code, link: linkOf(code) };
  });
  console.info(writeCodeList(made));
}

/** Prints CODE and CODE_LIMITS for plain codes. Codes without rights of their own get no entry. */
function printPlainCodes(read) {
  const without = read.findIndex(({ row }) => row.code === undefined);
  if (without >= 0) stop(`Row ${without + 2}: the column code is empty.`);
  const odd = read.findIndex(({ row }) => row.code.includes(","));
  if (odd >= 0) stop(`Row ${odd + 2}: a code must not contain a comma, which separates codes in CODE.`);
  const entries = read.flatMap(({ row, rights }) => {
    const { features, ...others } = rights;
    const hasRights = row.features !== undefined || values.features !== undefined || Object.keys(others).length > 0;
    return hasRights ? [[row.code, shown(rights)]] : [];
  });
  console.info(`CODE=${read.map(({ row }) => row.code).join(",")}`);
  if (entries.length > 0) console.info(`CODE_LIMITS=${JSON.stringify(Object.fromEntries(entries))}`);
}

/** Revokes or restores a signed code in the server's store. */
async function setRevoked(id, isRevoked) {
  if (!isCodeId(id)) stop("Invalid: id has 1 to 16 lower-case letters and digits.");
  const { openUsageStore } = await import("../lib/server/usage/open-usage.ts");
  const { readUsagePlace } = await import("../lib/server/usage/usage-place.ts");
  const place = readUsagePlace(process.env, [], false);
  if (place === undefined) stop("Set REDIS_URL, or both variables of Upstash, as on the server.");
  const env = { fetch: (url, init) => fetch(url, init), newId: () => id };
  const store = await openUsageStore(place, env, (line) => console.error(line));
  try {
    const code = `signed ${id}`;
    await (isRevoked ? store.revoke(code) : store.restore(code));
    console.info(isRevoked ? `Revoked: ${id}.` : `Restored: ${id}.`);
  } catch {
    stop("The store could not be reached.");
  } finally {
    await store.close();
  }
}

function numberOf(text) {
  return text === undefined ? undefined : Number(text);
}

function make() {
  requireSecret();
  const rights = chosenRights();
  const id = values.id ?? randomId();
  if (!isCodeId(id)) stop("Invalid: id has 1 to 16 lower-case letters and digits.");
  const code = values.short ? signShortCode(id, secret) : signed({ id, issued: now, rights });
  console.info(code);
  console.info(linkOf(code));
  if (!values.short) return;
  console.info(`Entry for CODE_LIMITS: "c1-${id}":${JSON.stringify(shown(rights))}`);
  console.info("Never use this id again after you have removed the entry: the code would be valid again.");
}

function linkOf(code) {
  return `${(values.site ?? "").replace(/\/+$/, "")}/#/?code=${encodeURIComponent(code)}`;
}

function signed(code) {
  try {
    return signCode(code, secret);
  } catch (thrown) {
    return stop(thrown.message);
  }
}

function check(code) {
  requireSecret();
  const read = readSignedCode(code, rules.secrets, now);
  const shortId = read ? undefined : readShortCode(code, rules.secrets);
  if (!read && shortId === undefined) stop("This is not a code of this secret and version.");
  const rights = read?.rights ?? rules.shortCodes.get(shortId);
  if (rights === undefined) stop("CODE_LIMITS has no entry for this short code, so it is refused.");
  if (rights === "invalid") stop("The entry of this short code in CODE_LIMITS is invalid, so it is refused.");
  const about = read
    ? { id: read.id, issued: new Date(read.issued * 1000).toISOString() }
    : { id: canonicalId(shortId) };
  console.info(JSON.stringify({ ...about, ...shown(rights) }, null, 2));
  if (rights.expires <= now) stop("This code has expired.");
}

/** Returns rights with a readable time. */
function shown(rights) {
  const { expires } = rights;
  return expires === undefined
    ? rights
    : { ...rights, expires: new Date(expires * 1000).toISOString().replace(/\.000Z$/, "Z") };
}

/** Returns an id of letters and digits that are not mistaken for others. */
function randomId() {
  const digits = "23456789abcdefghjkmnpqrstvwxyz";
  return Array.from({ length: 10 }, () => digits[randomInt(digits.length)]).join("");
}
