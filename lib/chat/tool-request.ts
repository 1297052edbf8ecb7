interface FieldTexts {
  /** The key of the value in the reply. */
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly isRequired: boolean;
}

/** An option of a field: its value, and its displayed name. */
export interface FieldOption {
  readonly value: string;
  readonly label: string;
}

/** A field of a form. Lengths are in characters; `min` and `max` of choices are numbers of options. */
export type RequestField = FieldTexts &
  (
    | {
        readonly kind: "text";
        readonly format?: "email" | "uri" | "date" | "date-time" | undefined;
        readonly minLength: number;
        readonly maxLength: number;
        readonly default: string;
      }
    | {
        readonly kind: "number";
        readonly isInteger: boolean;
        readonly min?: number | undefined;
        readonly max?: number | undefined;
        readonly default?: number | undefined;
      }
    | { readonly kind: "boolean"; readonly default: boolean }
    | { readonly kind: "choice"; readonly options: readonly FieldOption[]; readonly default: string }
    | {
        readonly kind: "choices";
        readonly options: readonly FieldOption[];
        readonly min: number;
        readonly max: number;
        readonly default: readonly string[];
      }
  );

/** The value of a field. */
export type FieldValue = string | number | boolean | readonly string[];

/** A form that a tool's source shows to the user during a call. */
export interface FormRequest {
  readonly type: "form";
  readonly message: string;
  readonly fields: readonly RequestField[];
}

/** A page that a tool's source asks the user to open during a call. */
export interface LinkRequest {
  readonly type: "link";
  readonly message: string;
  readonly url: string;
}

/** A text that a tool's source asks the chat's model to write during a call. */
export interface CompletionRequest {
  readonly type: "completion";
  readonly systemPrompt: string;
  readonly messages: readonly { readonly role: "user" | "assistant"; readonly text: string }[];
  readonly maxTokens: number;
}

/** A remembered fact that the model proposes during a call. Only the app itself asks this. */
export interface FactRequest {
  readonly type: "fact";
  readonly text: string;
}

/** The text that the model wrote. */
export interface Completion {
  readonly text: string;
  readonly model: string;
  /** Whether the text ended at the token limit. */
  readonly isCut: boolean;
}

/** A request of a tool's source to the user during a call, in plain text. */
export type ToolRequest = FormRequest | LinkRequest | CompletionRequest | FactRequest;

/** The user's reply: values of a form, consent without values, a refusal, or neither. */
export type ToolReply =
  | { readonly action: "accept"; readonly values?: Readonly<Record<string, FieldValue>> }
  | { readonly action: "decline" | "cancel" };

/** Passes requests of a tool's source to the user while its call runs. */
export interface ToolRequests {
  /** Resolves with the user's reply; with `cancel` if the signal is aborted. */
  ask(request: ToolRequest, signal: AbortSignal): Promise<ToolReply>;
  /** Lets the chat's model write a text after the user has allowed it; absent without a model. May throw. */
  complete?: ((request: CompletionRequest, signal: AbortSignal) => Promise<Completion>) | undefined;
}
