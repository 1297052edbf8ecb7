import { randomInt } from "node:crypto";
import { register } from "node:module";
import { parseArgs } from "node:util";

// Makes an access code with rights, or shows the rights of one: `npm run code -- --name Ada --expires 30d`. The secret is
// read from CODE_SECRET, and the rights of short codes from CODE_LIMITS. docs/operator-guide.md#codes-with-rights
const usage = `npm run code -- [options]

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

function readOptions() {
  try {
    return parseArgs({ options }).values;
  } catch (thrown) {
    return stop(`${thrown.message}\n\n${usage}`);
  }
}

const values = readOptions();
if (values.help) {
  console.info(usage);
  process.exit(0);
}

register("../bench/typescript-hooks.mjs", import.meta.url);
const { canonicalId, isCodeId, readShortCode, readSignedCode, signCode, signShortCode } = await import(
  "../lib/server/codes/signed-code.ts"
);
const { readRights } = await import("../lib/server/codes/code-rights.ts");
const { readCodeRules } = await import("../lib/server/codes/code-rules.ts");

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
if (values.revoke !== undefined || values.restore !== undefined) {
  await setRevoked(values.revoke ?? values.restore, values.revoke !== undefined);
  process.exit(0);
}
const [secret] = rules.secrets;
if (secret === undefined) stop("Set CODE_SECRET to the server's secret, with at least 32 characters.");

if (values.check === undefined) make();
else check(values.check.trim().replace(/^nk-/i, ""));

/** Returns the rights of the options. Providers and models are not compared with those of the server. */
function chosenRights() {
  const days = /^(\d{1,5})d$/.exec(values.expires ?? "")?.[1];
  const written = {
    name: values.name,
    models: values.models,
    providers: values.providers === undefined ? undefined : listOf(values.providers),
    features: values.features === undefined ? undefined : listOf(values.features.replace(/^none$/, "")),
    expires: days ? now + 86_400 * Number(days) : values.expires,
    perMinute: numberOf(values["per-minute"]),
    atOnce: numberOf(values["at-once"]),
    tokensPerDay: numberOf(values["tokens-per-day"]),
    tokensPerMonth: numberOf(values["tokens-per-month"]),
    moneyPerMonth: numberOf(values["money-per-month"]),
  };
  const given = Object.fromEntries(Object.entries(written).filter(([, value]) => value !== undefined));
  const read = readRights(given);
  if ("invalid" in read) stop(`Invalid: ${read.invalid.join(", ")}.\n\n${usage}`);
  if (read.rights.expires <= now) stop("Invalid: expires is in the past.");
  return read.rights;
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
  const rights = chosenRights();
  const id = values.id ?? randomId();
  if (!isCodeId(id)) stop("Invalid: id has 1 to 16 lower-case letters and digits.");
  const code = values.short ? signShortCode(id, secret) : signed({ id, issued: now, rights });
  console.info(code);
  console.info(`${(values.site ?? "").replace(/\/+$/, "")}/#/?code=${encodeURIComponent(code)}`);
  if (!values.short) return;
  console.info(`Entry for CODE_LIMITS: "c1-${id}":${JSON.stringify(shown(rights))}`);
  console.info("Never use this id again after you have removed the entry: the code would be valid again.");
}

function signed(code) {
  try {
    return signCode(code, secret);
  } catch (thrown) {
    return stop(thrown.message);
  }
}

function check(code) {
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
