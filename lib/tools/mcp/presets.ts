import { isRecord } from "@/lib/json";
import { addressProblem, type McpServerDraft } from "@/lib/tools/mcp/server";
import * as z from "@/lib/zod";

const text = z.catch(z.string(), "");
const texts = z.catch(z.array(z.string()), []);

const propertySchema = z.object({
  type: z.catch(z.enum(["string", "array"]), "string"),
  description: text,
  required: z.catch(z.boolean(), false),
  minItems: z.catch(z.number(), 0),
  itemLabel: text,
  addButtonText: text,
});
/** One field to fill in before a program is started. */
export type PresetProperty = z.output<typeof propertySchema>;

const mappingSchema = z.object({
  type: z.enum(["spread", "single", "env"]),
  position: z.catch(z.number(), 0),
  key: text,
});
/** The target of a value: the arguments or the environment. */
export type PresetMapping = z.output<typeof mappingSchema>;

const presetSchema = z.object({
  id: z.string().check(z.minLength(1)),
  name: text,
  description: text,
  repo: text,
  tags: texts,
  /** URL of a remote server. */
  url: text,
  command: text,
  baseArgs: texts,
  configSchema: z.catch(z.object({ properties: z.record(z.string(), propertySchema) }), { properties: {} }),
  argsMapping: z.catch(z.record(z.string(), mappingSchema), {}),
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
  /** True for the list that is part of the app. */
  readonly isBuiltin?: boolean;
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
  const { success, data } = z.safeParse(presetSchema, entry);
  if (!success) return [];
  const { id, name, description, tags, url, command, baseArgs } = data;
  const remote = remoteOf(name || id, url, "", []);
  const program: PresetProgram = {
    ...{ command, baseArgs },
    ...{ properties: data.configSchema.properties, mapping: data.argsMapping },
  };
  return reachable({
    ...{ id, name: name || id, description, repo: webAddress(data.repo), tags },
    ...(remote && { remote }),
    ...(command !== "" && { program }),
  });
}

const inputSchema = z.object({
  name: z.string().check(z.minLength(1)),
  description: text,
  isRequired: z.catch(z.boolean(), false),
});

const registrySchema = z.object({
  name: z.string().check(z.minLength(1)),
  title: text,
  description: text,
  repository: z.catch(z.object({ url: text }), { url: "" }),
  remotes: z.catch(z.array(z.object({ type: text, url: text, headers: z.catch(z.array(inputSchema), []) })), []),
  packages: z.catch(
    z.array(
      z.object({
        registryType: text,
        identifier: text,
        version: text,
        environmentVariables: z.catch(z.array(inputSchema), []),
      }),
    ),
    [],
  ),
});

/** Reads a registry entry. Earlier registries have a server's fields at the top level, later ones under `server`. */
function readRegistryEntry(entry: unknown): McpPreset[] {
  const { success, data } = z.safeParse(
    registrySchema,
    isRecord(entry) && isRecord(entry.server) ? entry.server : entry,
  );
  if (!success) return [];
  const { name, title, description, repository, remotes, packages } = data;
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

type RegistryPackage = z.output<typeof registrySchema>["packages"][number];

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
