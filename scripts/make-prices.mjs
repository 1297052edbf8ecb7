// Writes the table of prices (lib/prices/price-table.json) from the data of @pydantic/genai-prices, in the form that
// lib/prices/price-table.ts reads. Run it with the folder of the unpacked package and the day it was published:
//
// node scripts/make-prices.mjs <@pydantic/genai-prices> <YYYY-MM-DD>
import { readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [folder, date] = process.argv.slice(2);
const { version } = JSON.parse(readFileSync(`${folder}/package.json`, "utf8"));
const { findProvider } = await import(pathToFileURL(`${folder}/dist/index.js`).href);

/** Our provider names, and the package's ids whose prices apply, in order. */
const providers = {
  OpenAI: ["openai"],
  Azure: ["azure", "openai", "deepseek", "x-ai", "moonshotai"],
  Google: ["google"],
  Anthropic: ["anthropic"],
  DeepSeek: ["deepseek"],
  Groq: ["groq"],
  Mistral: ["mistral"],
  Moonshot: ["moonshotai"],
  xAI: ["x-ai"],
  ChatGLM: ["zhipuai"],
  OpenRouter: ["openrouter"],
};

/** The package's names of the prices per million tokens, or per hour of sound, and ours. */
const kinds = {
  input_mtok: "input",
  cache_read_mtok: "cached",
  cache_write_mtok: "cacheWrite",
  input_audio_mtok: "inputAudio",
  input_image_mtok: "inputImage",
  output_mtok: "output",
  output_reasoning_mtok: "reasoning",
  output_audio_mtok: "outputAudio",
  output_image_mtok: "outputImage",
  input_audio_hours: "hour",
};

/** Prices are integers: millionths of the currency for a million tokens, or for an hour. */
const integer = (price) => Math.round(price * 1e6);

function amount(price) {
  if (typeof price === "number") return integer(price);
  return [integer(price.base), ...price.tiers.map((tier) => [tier.start, integer(tier.price)])];
}

function prices(given) {
  const known = Object.entries(given).flatMap(([name, price]) => (kinds[name] ? [[kinds[name], amount(price)]] : []));
  return Object.fromEntries(known);
}

function dated({ prices: given, constraint }) {
  if (!constraint) return prices(given);
  if (constraint.type === "start_date") return { from: constraint.start_date, ...prices(given) };
  return { between: [constraint.start_time, constraint.end_time], ...prices(given) };
}

const marks = { equals: "=", starts_with: "^", ends_with: "$", contains: "*", regex: "~" };

function pattern(match) {
  if (match.or) return match.or.map(pattern);
  if (match.and) return { and: match.and.map(pattern) };
  const [[kind, text]] = Object.entries(match);
  return marks[kind] + text;
}

/** Returns one row per model: its pattern, and its prices or dated prices. Models without such prices are skipped. */
function rows(id) {
  return findProvider({ providerId: id }).models.flatMap(({ match, prices: given }) => {
    const found = Array.isArray(given) ? given.map(dated) : [prices(given)];
    const isPriced = found.some(({ input, output, hour }) => [input, output, hour].some((each) => each !== undefined));
    return isPriced ? [[pattern(match), ...found]] : [];
  });
}

const ids = [...new Set(Object.values(providers).flat())];
const table = {
  source: `@pydantic/genai-prices ${version}`,
  // The license must accompany the data.
  license: readFileSync(`${folder}/LICENSE`, "utf8"),
  date,
  currency: "USD",
  providers,
  models: Object.fromEntries(ids.map((id) => [id, rows(id)])),
};
writeFileSync("lib/prices/price-table.json", `${JSON.stringify(table)}\n`);
