import { readFileSync, writeFileSync } from "node:fs";
import { providers } from "@/lib/providers/registry";
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

const example = readFileSync(".env.example", "utf8");
const environmentNames = Object.values(providers)
  .flatMap(({ fields }) => Object.values(fields))
  .flatMap((field) => ("env" in field && field.env ? [field.env] : []));

test.each(environmentNames)("%s stands in .env.example", (name) => {
  expect(example).toMatch(new RegExp(`^${name}=$`, "m"));
});
