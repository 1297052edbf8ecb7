/** Values of the system prompt, as text. */
export interface PromptFacts {
  /** The provider of the model. */
  readonly provider: string;
  /** The knowledge cutoff as a month, such as `2024-10`. */
  readonly cutoff: string;
  readonly model: string;
  /** Date and time with time zone, as `Date` prints them. */
  readonly time: string;
}

/** Texts that are sent to models, in the user's language. */
export interface PromptWords {
  system(facts: PromptFacts): string;
  /** Introduces the remembered facts, given as a list. */
  facts(values: { readonly facts: string }): string;
  /** Introduces a summary of earlier messages. */
  memory(values: { readonly memory: string }): string;
  /** Requests a title. */
  title(): string;
  /** Requests a summary. */
  summary(): string;
  /** Requests the continuation of an incomplete reply. */
  continue(): string;
}
