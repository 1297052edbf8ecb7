import { recordOf } from "@/lib/json";

/** Abilities of a model, as a server's model list tells or the user sets them. An absent one is unknown. */
export interface ModelAbilities {
  /** Whether the model accepts images. */
  readonly vision?: boolean;
  /** Whether the model accepts tools. */
  readonly tools?: boolean;
  /** Whether the model thinks before it answers. */
  readonly thinking?: boolean;
}

/** The facts about a model in a model list. */
export interface ListedAbilities extends ModelAbilities {
  /** Context window: the tokens of request and reply together. */
  readonly window?: number;
  /** Maximum length of a reply, in tokens. */
  readonly maxOutput?: number;
  /** The longest context window with which the server can load the model, if requests may choose a shorter one. */
  readonly maxWindow?: number;
}

/** The facts about the models of a list, by their ids. */
export type AbilitiesById = Readonly<Record<string, ListedAbilities>>;

const abilityNames = ["vision", "tools", "thinking"] as const;
const countNames = ["window", "maxOutput", "maxWindow"] as const;

/** Reads abilities by model from stored data: invalid values count as unknown. Never throws. */
export function readAbilities(input: unknown): AbilitiesById {
  const read = Object.entries(recordOf(input)).map(([model, stored]) => {
    const values = recordOf(stored);
    const named = abilityNames.filter((name) => typeof values[name] === "boolean");
    const counted = countNames.filter((name) => Number.isSafeInteger(values[name]) && Number(values[name]) > 0);
    return [model, Object.fromEntries([...named, ...counted].map((name) => [name, values[name]]))] as const;
  });
  return Object.fromEntries(read.filter(([, abilities]) => Object.keys(abilities).length > 0));
}
