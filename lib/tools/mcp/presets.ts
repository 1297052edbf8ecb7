import * as v from "valibot";
import { isRecord } from "@/lib/fields/fields";
import { addressProblem, type McpServerDraft } from "@/lib/tools/mcp/server";

const text = v.fallback(v.string(), "");
const texts = v.fallback(v.array(v.string()), []);

const propertySchema = v.object({
  type: v.fallback(v.picklist(["string", "array"]), "string"),
  description: text,
  required: v.fallback(v.boolean(), false),
  minItems: v.fallback(v.number(), 0),
  itemLabel: text,
  addButtonText: text,
});
/** One field to fill in before a program is started. */
export type PresetProperty = v.InferOutput<typeof propertySchema>;

const mappingSchema = v.object({
  type: v.picklist(["spread", "single", "env"]),
  position: v.fallback(v.number(), 0),
  key: text,
});
/** The target of a value: the arguments or the environment. */
export type PresetMapping = v.InferOutput<typeof mappingSchema>;

const presetSchema = v.object({
  id: v.pipe(v.string(), v.nonEmpty()),
  name: text,
  description: text,
  repo: text,
  tags: texts,
  /** URL of a remote server. */
  url: text,
  command: text,
  baseArgs: texts,
  configSchema: v.fallback(v.object({ properties: v.record(v.string(), propertySchema) }), { properties: {} }),
  argsMapping: v.fallback(v.record(v.string(), mappingSchema), {}),
});

/** A program that the operator's server can run. */
export interface PresetProgram {
  readonly command: string;
  readonly baseArgs: readonly string[];
  readonly properties: Readonly<Record<string, PresetProperty>>;
  readonly mapping: Readonly<Record<string, PresetMapping>>;
}

/** A server of the market: a remote one, a program, or both. */
export interface McpPreset {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  /** URL of the source code; empty if unknown. */
  readonly repo: string;
  readonly tags: readonly string[];
  readonly remote?: McpServerDraft;
  readonly program?: PresetProgram;
}

/**
 * Reads a list of servers: `{"data": […]}` of presets, or `{"servers": […]}` of a registry. Skips entries with neither
 * a URL nor a program. Returns undefined if the value is not a list.
 */
export function readPresets(answer: unknown): McpPreset[] | undefined {
  if (!isRecord(answer)) return undefined;
  if (Array.isArray(answer.data)) return answer.data.flatMap(readPreset);
  if (Array.isArray(answer.servers)) return answer.servers.flatMap(readRegistryEntry);
  return undefined;
}

function readPreset(entry: unknown): McpPreset[] {
  const { success, output } = v.safeParse(presetSchema, entry);
  if (!success) return [];
  const { id, name, description, tags, url, command, baseArgs } = output;
  const remote = remoteOf(name || id, url, "", []);
  const program: PresetProgram = {
    ...{ command, baseArgs },
    ...{ properties: output.configSchema.properties, mapping: output.argsMapping },
  };
  return reachable({
    ...{ id, name: name || id, description, repo: webAddress(output.repo), tags },
    ...(remote && { remote }),
    ...(command !== "" && { program }),
  });
}

const inputSchema = v.object({
  name: v.pipe(v.string(), v.nonEmpty()),
  description: text,
  isRequired: v.fallback(v.boolean(), false),
});

const registrySchema = v.object({
  name: v.pipe(v.string(), v.nonEmpty()),
  title: text,
  description: text,
  repository: v.fallback(v.object({ url: text }), { url: "" }),
  remotes: v.fallback(v.array(v.object({ type: text, url: text, headers: v.fallback(v.array(inputSchema), []) })), []),
  packages: v.fallback(
    v.array(
      v.object({
        registryType: text,
        identifier: text,
        version: text,
        environmentVariables: v.fallback(v.array(inputSchema), []),
      }),
    ),
    [],
  ),
});

/** Reads a registry entry. Earlier registries have a server's fields at the top level, later ones under `server`. */
function readRegistryEntry(entry: unknown): McpPreset[] {
  const { success, output } = v.safeParse(
    registrySchema,
    isRecord(entry) && isRecord(entry.server) ? entry.server : entry,
  );
  if (!success) return [];
  const { name, title, description, repository, remotes, packages } = output;
  const shown = title || name;
  const remote = remotes
    .map(({ type, url, headers }) =>
      remoteOf(
        shown,
        url,
        type,
        headers.map((header) => header.name),
      ),
    )
    .find((draft) => draft !== undefined);
  const npm = packages.find(({ registryType, identifier }) => registryType === "npm" && identifier !== "");
  return reachable({
    ...{ id: name.replace(/[^\w-]+/g, "-"), name: shown, description, repo: webAddress(repository.url), tags: [] },
    ...(remote && { remote }),
    ...(npm && { program: programOf(npm) }),
  });
}

type RegistryPackage = v.InferOutput<typeof registrySchema>["packages"][number];

function programOf({ identifier, version, environmentVariables }: RegistryPackage): PresetProgram {
  const asked = environmentVariables.map(({ name, description, isRequired }) => {
    const property: PresetProperty = {
      ...{ type: "string", description, required: isRequired },
      ...{ minItems: 0, itemLabel: "", addButtonText: "" },
    };
    return [name, property] as const;
  });
  return {
    command: "npx",
    baseArgs: ["-y", version === "" ? identifier : `${identifier}@${version}`],
    properties: Object.fromEntries(asked),
    mapping: Object.fromEntries(asked.map(([name]) => [name, { type: "env", position: 0, key: name }])),
  };
}

/** Returns the draft of a remote server; undefined if its URL is invalid or contains a placeholder. */
function remoteOf(name: string, url: string, type: string, headers: readonly string[]): McpServerDraft | undefined {
  if (url.includes("{") || addressProblem(url) !== undefined) return undefined;
  const transport = type === "sse" ? "sse" : "auto";
  return { name, url, transport, headers: headers.map((header) => ({ name: header, token: "" })) };
}

function reachable(preset: McpPreset): McpPreset[] {
  return preset.remote || preset.program ? [preset] : [];
}

/** Returns an https URL, or an empty string for any other, because only web URLs may become links. */
function webAddress(address: string): string {
  return /^https:\/\//i.test(address) && URL.canParse(address) ? address : "";
}
