import * as v from "valibot";
import type { Brand, BrandFile, TextByLanguage } from "@/lib/brand/brand";
import { features } from "@/lib/brand/screens";
import { isRecord } from "@/lib/fields/fields";

/** A problem of a brand field: its path, such as `links.project`, but never its value. */
export interface BrandProblem {
  readonly field: string;
  readonly reason: string;
}

const matching = (pattern: RegExp, kind: string) => {
  const reason = `must be ${kind}`;
  return v.pipe(v.string(reason), v.trim(), v.regex(pattern, reason));
};
const httpAddress = matching(/^(https?:\/\/\S+|)$/, "an address with https://, or empty");
const imageAddress = matching(
  /^(https:\/\/\S+|data:image\/.+|\/(?!\/)\S+|)$/,
  "an address with https:// or data:image/, a path such as /logo.svg, or empty",
);
const fileAddress = matching(
  /^(https:\/\/\S+|\/(?!\/)\S+|)$/,
  "an address with https://, a path such as /harbour.json, or empty",
);
const radiusReason = "must be a whole number from 0 to 16";
const line = matching(/^[^\n]+$/, "a line of text");
const object = "must be an object";
const unknownField = "is no field of a brand";

/** Returns a schema of an object with exactly these fields. */
const objectOf = <const E extends v.ObjectEntries>(entries: E) =>
  v.pipe(
    v.custom<unknown>(isRecord, object),
    v.strictObject(entries, ({ expected }) => (expected === "never" ? unknownField : object)),
  );

const textSchema: v.GenericSchema<unknown, TextByLanguage> = v.pipe(
  v.union(
    [line, v.pipe(v.custom<unknown>(isRecord), v.record(matching(/^([a-z]{2}|)$/, "the code of a language"), line))],
    "must be a line of text, or one for each language",
  ),
  v.transform((words) => (typeof words === "string" ? { "": words } : words)),
);

const fileSchema: v.GenericSchema<unknown, BrandFile> = v.union(
  [fileAddress, v.pipe(v.custom<unknown>(isRecord), v.record(v.string(), v.unknown()))],
  "must be an address with https://, a path such as /harbour.json, or what the file would hold",
);

/** Schemas of the brand fields in `config.json`; a missing field means the product's own. */
const fields = {
  name: line,
  tagline: textSchema,
  logo: imageAddress,
  icon: imageAddress,
  maskableIcon: imageAddress,
  accent: matching(/^(#[\da-f]{6}|)$/i, "a colour such as #566917, or empty"),
  radius: v.pipe(
    v.union([v.number(), v.pipe(v.string(), v.trim(), v.regex(/^\d{1,2}$/), v.transform(Number))], radiusReason),
    v.integer(radiusReason),
    v.minValue(0, radiusReason),
    v.maxValue(16, radiusReason),
  ),
  font: objectOf({
    family: v.optional(matching(/^[^"\\\n<>]*$/, "the name of a font"), ""),
    src: v.optional(fileAddress, ""),
  }),
  links: objectOf({
    project: v.optional(httpAddress, ""),
    issues: v.optional(httpAddress, ""),
    hostedService: v.optional(httpAddress, ""),
  }),
  announcement: objectOf({ text: v.optional(textSchema, {}), link: v.optional(httpAddress, "") }),
  hidden: v.array(v.picklist(features, `must be one of ${features.join(", ")}`), "must be a list"),
  masks: fileSchema,
  prompts: fileSchema,
  updates: objectOf({
    kind: v.optional(v.picklist(["tag", "date"], "must be tag or date"), "tag"),
    feed: v.optional(httpAddress, ""),
    page: v.optional(httpAddress, ""),
  }),
  emojiImages: matching(/^(https:\/\/\S+\{code\}\S*|)$/, "an address with https:// and {code} in it, or empty"),
  mcpRegistry: httpAddress,
} satisfies { readonly [N in keyof Brand]-?: v.GenericSchema<unknown, Brand[N]> };

/** The names of all fields of a brand. */
export const brandFields: readonly string[] = Object.keys(fields);

/** Reads an operator's brand as changes of the product's own. Invalid and unknown fields are skipped and reported. */
export function readBrandConfig(config: unknown): {
  readonly changes: Partial<Brand>;
  readonly problems: readonly BrandProblem[];
} {
  if (!isRecord(config)) return { changes: {}, problems: [{ field: "", reason: object }] };
  const problems: BrandProblem[] = [];
  const changes = Object.entries(config).flatMap(([name, value]) => {
    if (!Object.hasOwn(fields, name)) {
      problems.push({ field: name, reason: unknownField });
      return [];
    }
    const read = v.safeParse(fields[name as keyof typeof fields], value);
    if (read.success) return [[name, read.output]];
    const [issue] = read.issues;
    problems.push({ field: [name, v.getDotPath(issue)].filter(Boolean).join("."), reason: issue.message });
    return [];
  });
  return { changes: Object.fromEntries(changes), problems };
}
