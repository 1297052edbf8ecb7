import type { Brand, BrandFile, TextByLanguage } from "@/lib/brand/brand";
import { features } from "@/lib/brand/screens";
import { isRecord } from "@/lib/json";
import * as z from "@/lib/zod";

/** A problem of a brand field: its path, such as `links.project`, but never its value. */
export interface BrandProblem {
  readonly field: string;
  readonly reason: string;
}

const matching = (pattern: RegExp, kind: string) => {
  const reason = `must be ${kind}`;
  return z.string(reason).check(z.trim(), z.regex(pattern, reason));
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
const settingNames = z.array(z.string(), "must be a list of settings");
const unknownField = "is an unknown field";

/** Returns a schema of an object with exactly these fields. */
const objectOf = <E extends z.core.$ZodLooseShape>(entries: E) => z.strictObject(entries, object);

/** A text for each language; names that are not languages are reported one by one, even if the texts are valid. */
const byLanguage = z.record(z.string(), line).check(({ value, issues }) => {
  const other = Object.keys(value).find((name) => !/^([a-z]{2}|)$/.test(name));
  const message = "must be the code of a language";
  if (other !== undefined) issues.push({ code: "custom", input: value, path: [other], message, continue: true });
});

const textSchema: z.ZodMiniType<TextByLanguage> = z.pipe(
  z.union([line, byLanguage], "must be a line of text, or one for each language"),
  z.transform((words) => (typeof words === "string" ? { "": words } : words)),
);

const fileSchema: z.ZodMiniType<BrandFile> = z.union(
  [fileAddress, z.record(z.string(), z.unknown())],
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
  radius: z
    .union([z.number(), z.pipe(z.string().check(z.trim(), z.regex(/^\d{1,2}$/)), z.transform(Number))], radiusReason)
    .check(z.refine((radius) => Number.isInteger(radius) && radius >= 0 && radius <= 16, radiusReason)),
  font: objectOf({
    family: z._default(matching(/^[^"\\\n<>]*$/, "the name of a font"), ""),
    src: z.prefault(fileAddress, ""),
  }),
  links: objectOf({
    project: z.prefault(httpAddress, ""),
    issues: z.prefault(httpAddress, ""),
    hostedService: z.prefault(httpAddress, ""),
    imprint: z.exactOptional(httpAddress),
    terms: z.exactOptional(httpAddress),
    privacy: z.exactOptional(httpAddress),
    support: z.exactOptional(httpAddress),
  }),
  announcement: objectOf({ text: z.prefault(textSchema, {}), link: z.prefault(httpAddress, "") }),
  hidden: z.array(z.enum(features, `must be one of ${features.join(", ")}`), "must be a list"),
  masks: fileSchema,
  prompts: fileSchema,
  updates: objectOf({
    kind: z._default(z.enum(["tag", "date"], "must be tag or date"), "tag"),
    feed: z.prefault(httpAddress, ""),
    page: z.prefault(httpAddress, ""),
  }),
  emojiImages: matching(/^(https:\/\/\S+\{code\}\S*|)$/, "an address with https:// and {code} in it, or empty"),
  mcpRegistry: httpAddress,
  analytics: objectOf({
    vercel: z._default(z.boolean(), false),
    ga: z.prefault(matching(/^(G-[A-Z0-9]{4,20}|)$/, "an id such as G-AB12CD34EF, or empty"), ""),
    gtm: z.prefault(matching(/^(GTM-[A-Z0-9]{4,12}|)$/, "an id such as GTM-AB12CD3, or empty"), ""),
  }),
  defaults: objectOf({
    settings: z._default(z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]), object), {}),
    fixed: z._default(settingNames, []),
    hidden: z._default(settingNames, []),
    isPending: z.exactOptional(z.boolean()),
  }),
} satisfies { readonly [N in keyof Brand]-?: z.ZodMiniType<Brand[N]> };

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
    const read = z.safeParse(fields[name as keyof typeof fields], value);
    if (read.success) return [[name, read.data]];
    problems.push(problemOf(name, read.error.issues[0]));
    return [];
  });
  return { changes: Object.fromEntries(changes), problems };
}

function problemOf(name: string, issue: z.core.$ZodIssue | undefined): BrandProblem {
  const path = [name, ...(issue?.path ?? [])];
  if (issue?.code === "unrecognized_keys") return { field: [...path, issue.keys[0]].join("."), reason: unknownField };
  return { field: path.join("."), reason: issue?.message ?? object };
}
