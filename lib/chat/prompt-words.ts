/** What a model is told of itself and of the moment, as text. */
export interface PromptFacts {
  /** Who serves the model. */
  readonly provider: string;
  /** The month up to which its knowledge goes, such as `2024-10`. */
  readonly cutoff: string;
  readonly model: string;
  /** Date and time with their zone, as `Date` writes them. */
  readonly time: string;
}

/** The words that are sent to models, in the user's language. */
export interface PromptWords {
  system(facts: PromptFacts): string;
  /** What was said earlier, for a model that has not heard it. */
  memory(values: { readonly memory: string }): string;
  /** Asks for a title. */
  title(): string;
  /** Asks for a summary. */
  summary(): string;
  /** Asks to go on with a reply that broke off. */
  continue(): string;
}
