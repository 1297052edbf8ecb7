import { parseCustomModels } from "@/lib/models/custom-models";
import type { Provider } from "@/lib/providers/provider";
import { createHistogram } from "@/lib/server/histogram";
import type { ServerConfig } from "@/lib/server/server-config";

/** Tokens of a reply, for monitoring. */
export interface ReplyTokens {
  /** Id of the provider. */
  readonly provider: string;
  /** A model's name from `modelLabel`. */
  readonly model: string;
  readonly input: number;
  readonly output: number;
  /** Mean time for a token of a whole stream, in seconds, if the provider has reported its tokens. */
  readonly tokenSeconds?: number;
}

/** Upper bounds of the time for a token, in seconds. */
const tokenBounds = [0.0025, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 1] as const;

/** Counts of tokens and of the store, for monitoring. */
export interface UsageMetrics {
  countTokens(tokens: ReplyTokens): void;
  countStoreError(): void;
}

/** Label of models that the operator's settings do not name. */
const otherModel = "other";

/** Maximum number of models with counts of their own, because each is a series in the monitoring. */
const maxModels = 500;

/** Creates the counts, and the function that returns them in the text format of Prometheus. */
export function createUsageMetrics(): { readonly counts: UsageMetrics; lines(): string[] } {
  const tokens = new Map<string, { input: number; output: number }>();
  const delays = createHistogram(
    "parley_token_seconds",
    "Mean time for a token of a stream, after its response has begun.",
    tokenBounds,
  );
  let storeErrors = 0;

  return {
    counts: {
      countTokens({ provider, model, input, output, tokenSeconds }) {
        if (tokenSeconds !== undefined) delays.add(tokenSeconds);
        const labelsOf = (name: string) => `provider="${escaped(provider)}",model="${escaped(name)}"`;
        const isNew = !tokens.has(labelsOf(model));
        const labels = labelsOf(isNew && tokens.size >= maxModels ? otherModel : model);
        const known = tokens.get(labels) ?? { input: 0, output: 0 };
        tokens.set(labels, { input: known.input + input, output: known.output + output });
      },
      countStoreError() {
        storeErrors++;
      },
    },
    lines: () => [
      "# HELP parley_tokens_total Tokens of counted replies by provider and model.",
      "# TYPE parley_tokens_total counter",
      ...[...tokens]
        .flatMap(([labels, { input, output }]) => [
          `parley_tokens_total{${labels},direction="input"} ${input}`,
          `parley_tokens_total{${labels},direction="output"} ${output}`,
        ])
        .toSorted(),
      ...delays.lines(),
      "# HELP parley_store_errors_total Failures of the store of usage.",
      "# TYPE parley_store_errors_total counter",
      `parley_store_errors_total ${storeErrors}`,
    ],
  };
}

/** The models that a configuration names. */
const namedModels = new WeakMap<object, ReadonlySet<string>>();

/**
 * Returns a model's name for a label: of a built-in model, or one that the operator's settings name. Callers can send any
 * other name, and each would be a series of its own.
 */
export function modelLabel(
  config: Pick<ServerConfig, "customModels" | "defaultModel">,
  { models }: Pick<Provider, "models">,
  model: string,
): string {
  const named = namedModels.get(config) ?? readNamedModels(config);
  namedModels.set(config, named);
  return named.has(model) || models.includes(model) ? model : otherModel;
}

/** Returns the names of models in the settings, with those of deployments. */
function readNamedModels({ customModels, defaultModel }: Pick<ServerConfig, "customModels" | "defaultModel">) {
  const { entries } = parseCustomModels(customModels);
  return new Set([
    ...(defaultModel === "" ? [] : [defaultModel]),
    ...entries.flatMap(({ name, alias }) => [name, alias ?? name]),
  ]);
}

/** Returns a value of a label, which the operator may have written with any characters. */
function escaped(value: string): string {
  return value.replace(/[\\"]/g, "\\$&").replace(/\n/g, "\\n");
}
