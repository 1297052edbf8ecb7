import { register } from "node:module";
import { medianOf } from "./browser.mjs";
import { limitsLoad } from "./limits-load.mjs";

const rounds = 5;
const checks = 2_000;
const secrets = ["the secret of the benchmark, 0123456789", "the former secret of it, 0123456789"];
const plainCodes = Array.from({ length: 100 }, (_, index) => `plain code number ${index}`);

export default async function operators() {
  return [...(await codeChecks()), ...(await limitsLoad())];
}

/** Measures the check of an access code, in processor time, which other programs affect less. */
async function codeChecks() {
  register("./typescript-hooks.mjs", import.meta.url);
  const { signCode, signShortCode } = await import("../lib/server/codes/signed-code.ts");
  const { findCode } = await import("../lib/server/codes/find-code.ts");
  const rights = {
    name: "Ada Lovelace",
    models: "-all,+gpt-5@openai,+gpt-5-mini@openai,+claude-sonnet-4-5@anthropic",
    providers: ["openai", "anthropic"],
    features: ["images", "tools"],
    expires: 4_000_000_000,
    perMinute: 20,
    atOnce: 3,
  };
  const shortCodes = new Map([["ada", rights]]);
  const rules = { isNeeded: true, limits: new Map(), areLimitsUnreadable: false, shortCodes, secrets };
  const now = Date.now();
  const codes = [
    // The second secret is compared last.
    ["a signed code", signCode({ id: "ada", issued: Math.floor(now / 1000), rights }, secrets[1]), "valid"],
    ["a short code", signShortCode("ada", secrets[1]), "valid"],
    ["a wrong code", "c1.eyJpIjoiYWRhIn0.AAAAAAAAAAAAAAAAAAAAAA", "wrong"],
  ];
  const figures = [];
  for (const [name, code, state] of codes) {
    const check = () => findCode(code, { codes: plainCodes, rules }, now);
    if ((await check()).state !== state) throw new Error(`${name} was not ${state}.`);
    figures.push({ name: `check of ${name}, beside 100 plain ones`, unit: " µs", bound: 50, ...(await timeOf(check)) });
  }
  return figures;
}

/** Returns the median time of a call, in microseconds of processor time. */
async function timeOf(work) {
  const times = [];
  // The first round compiles the code.
  for (let round = 0; round <= rounds; round++) {
    const before = process.cpuUsage();
    for (let index = 0; index < checks; index++) await work();
    const { user, system } = process.cpuUsage(before);
    times.push((user + system) / checks);
  }
  const { value, spread } = medianOf(times.slice(1));
  return { value: Math.round(value), spread: spread.map(Math.round) };
}
