import { isRecord, type JsonRecord, listOf, recordOf, stringOf } from "@/lib/json";
import { getJson, postJson } from "@/lib/providers/codecs/json-call";
import type { AbilitiesById, ListedAbilities } from "@/lib/providers/model-abilities";
import type { AbilitiesCodec, AbilitiesRequest, AbilitiesResponse, Connection } from "@/lib/providers/provider";

/** A kind of local server that tells abilities elsewhere than in its list of the OpenAI format. */
export type ServerKind = "ollama" | "lm-studio" | "llama.cpp";

/** Maximum number of models that a server is asked about one by one. */
const maxShown = 60;

interface Details {
  /** The `owned_by` of the server's models. */
  readonly owner: string;
  requests(ids: readonly string[], connection: Connection): readonly AbilitiesRequest[];
  parse(response: AbilitiesResponse, ids: readonly string[]): AbilitiesById;
}

const detailsOf: Readonly<Record<ServerKind, Details>> = {
  // https://docs.ollama.com/api-reference/show-model-details
  ollama: {
    owner: "library",
    requests: (ids, connection) =>
      ids.slice(0, maxShown).map((model) => ({ model, call: postJson(connection, "api/show", { model }) })),
    parse({ model = "", body }) {
      const { capabilities, model_info } = recordOf(body);
      if (!Array.isArray(capabilities)) return {};
      const has = (ability: string) => capabilities.includes(ability);
      // The name of the field begins with the architecture. The server usually loads models with less.
      const [, length] =
        Object.entries(recordOf(model_info)).find(([name]) => /^[^.]+\.context_length$/.test(name)) ?? [];
      const told = {
        vision: has("vision"),
        tools: has("tools"),
        thinking: has("thinking"),
        maxWindow: countOf(length),
      };
      return { [model]: withoutUnknown(told) };
    },
  },
  // https://lmstudio.ai/docs/developer/rest/list
  "lm-studio": {
    owner: "organization_owner",
    requests: (_ids, connection) => [{ call: getJson(connection, "api/v1/models") }],
    parse({ body }, ids) {
      const told = listOf(recordOf(body).models).map(recordOf);
      const known = told.map((model) => [stringOf(model.key), abilitiesIn(model)] as const);
      return Object.fromEntries(known.filter(([id]) => ids.includes(id)));
    },
  },
  // https://github.com/ggml-org/llama.cpp/tree/master/tools/server#get-props-get-server-global-properties
  "llama.cpp": {
    owner: "llamacpp",
    // A server with several models has properties for each of them only after it has loaded them.
    requests: (ids, connection) => (ids.length === 1 ? [{ call: getJson(connection, "props") }] : []),
    parse({ body }, [id = ""]) {
      const { modalities, default_generation_settings } = recordOf(body);
      const { vision } = recordOf(modalities);
      const window = recordOf(default_generation_settings).n_ctx;
      return { [id]: withoutUnknown({ vision: booleanOf(vision), window: countOf(window) }) };
    },
  },
};

/**
 * Returns the codec of the abilities in lists of the OpenAI format. They have no common field for them; each server adds
 * its own. `server` is the kind of a local server; `unknown` ones are recognized by the owner of their models.
 */
export function listedAbilities(server?: ServerKind | "unknown"): AbilitiesCodec {
  const detailsFor = (list: unknown) => (server === "unknown" ? ownerDetails(list) : server && detailsOf[server]);
  return {
    buildRequests: (list, connection) => detailsFor(list)?.requests(idsOf(list), connection) ?? [],
    parseResponses(list, responses) {
      const ids = idsOf(list);
      const abilities = new Map(modelsOf(list).map((model) => [stringOf(model.id), abilitiesIn(model)]));
      for (const response of responses) {
        const told = detailsFor(list)?.parse(response, ids) ?? {};
        for (const [id, more] of Object.entries(told)) abilities.set(id, { ...abilities.get(id), ...more });
      }
      return Object.fromEntries([...abilities].filter(([, told]) => Object.keys(told).length > 0));
    },
  };
}

function modelsOf(list: unknown): JsonRecord[] {
  return listOf(recordOf(list).data).map(recordOf);
}

function idsOf(list: unknown): string[] {
  return modelsOf(list)
    .map(({ id }) => stringOf(id))
    .filter((id) => id !== "");
}

function ownerDetails(list: unknown): Details | undefined {
  const owners = new Set(modelsOf(list).map(({ owned_by }) => owned_by));
  return Object.values(detailsOf).find(({ owner }) => owners.has(owner));
}

/** Returns what an entry of a list tells: of OpenRouter, Groq, Mistral, vLLM, llama.cpp, LM Studio and gateways. */
function abilitiesIn(model: JsonRecord): ListedAbilities {
  const { architecture, capabilities, supported_parameters: parameters, top_provider, meta } = model;
  const told = isRecord(capabilities) ? capabilities : {};
  const inputs = recordOf(architecture).input_modalities ?? model.input_modalities;
  return withoutUnknown({
    vision: includes(inputs, "image") ?? booleanOf(told.vision),
    tools: includes(parameters, "tools") ?? booleanOf(told.trained_for_tool_use) ?? booleanOf(told.function_calling),
    thinking: includes(parameters, "reasoning") ?? (isRecord(told.reasoning) ? true : booleanOf(told.reasoning)),
    window:
      countOf(model.context_length) ??
      countOf(model.context_window) ??
      countOf(model.max_model_len) ??
      countOf(model.max_context_length) ??
      countOf(recordOf(meta).n_ctx_train),
    maxOutput: countOf(recordOf(top_provider).max_completion_tokens) ?? countOf(model.max_completion_tokens),
  });
}

function includes(list: unknown, value: string): boolean | undefined {
  return Array.isArray(list) ? list.includes(value) : undefined;
}

function booleanOf(value: unknown): boolean | undefined {
  return typeof value === "boolean" ? value : undefined;
}

function countOf(value: unknown): number | undefined {
  return typeof value === "number" && Number.isSafeInteger(value) && value > 0 ? value : undefined;
}

/** Removes fields that are `undefined`. */
function withoutUnknown(
  abilities: {
    readonly [Name in keyof ListedAbilities]: ListedAbilities[Name] | undefined;
  },
): ListedAbilities {
  return Object.fromEntries(Object.entries(abilities).filter(([, value]) => value !== undefined));
}
