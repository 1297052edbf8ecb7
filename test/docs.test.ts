import { readFileSync, writeFileSync } from "node:fs";
import { providers } from "@/lib/providers/registry";
import { serverVariables } from "@/lib/server/server-config";
import { docsPages, lintRules } from "./support/docs-pages";

/** `npm run docs` is this test with leave to write. */
const mayWrite = process.env.UPDATE_DOCS === "1";

test.each(Object.entries(docsPages()))("%s is in date", (path, page) => {
  if (mayWrite) writeFileSync(path, page);
  expect(readFileSync(path, "utf8")).toBe(page);
});

test("the lint rules are those of the table of layers", () => {
  if (mayWrite) writeFileSync("biome.json", `${JSON.stringify(lintRules(), null, 2)}\n`);
  expect(JSON.parse(readFileSync("biome.json", "utf8"))).toEqual(lintRules());
});

/** Variables of what is not there yet. */
const planned = ["PROXY_URL"];
const example = readFileSync(".env.example", "utf8");
const environmentNames = Object.values(providers)
  .flatMap(({ fields }) => Object.values(fields))
  .flatMap((field) => ("env" in field && field.env ? [field.env] : []));
/** What of the server's other settings is obeyed already. */
const obeyed = serverVariables.filter((name) => !planned.includes(name));

test.each([...environmentNames, ...obeyed])("%s stands in .env.example", (name) => {
  expect(example).toMatch(new RegExp(`^${name}=$`, "m"));
});

test("all that a brand is made of stands in .env.example", () => {
  const source = readFileSync("scripts/brand.mjs", "utf8");
  const names = new Set(source.match(/\bBRAND_[A-Z_]*[A-Z]\b/g));
  expect(example.match(/^BRAND_\w+(?==$)/gm)).toEqual(
    expect.arrayContaining([...names].filter((name) => !/_AR$/.test(name))),
  );
});
