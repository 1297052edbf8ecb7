import type { AddressRefusal, AddressWarning } from "@/lib/links/link-address";
import type { Provider } from "@/lib/providers/provider";

/** One thing that a link would do; the user says yes or no to each. */
export type LinkItem =
  | { readonly kind: "code"; readonly code: string }
  /** Calls to the provider's models go to this address from then on. */
  | {
      readonly kind: "address";
      readonly provider: Provider;
      readonly address: string;
      readonly host: string;
      readonly warnings: readonly AddressWarning[];
    }
  /** `host`: the one of the address in the same link; absent where the link has none, for the one in use. */
  | { readonly kind: "key"; readonly provider: Provider; readonly key: string; readonly host?: string }
  /** A setting of the app, or of the model calls of new chats; the value has passed the field's own schema. */
  | { readonly kind: "setting" | "model-setting"; readonly name: string; readonly value: string | number | boolean }
  /** `model` or `model@provider`, for the open chat, or as the default of new ones. */
  | { readonly kind: "chat-model" | "default-model"; readonly model: string }
  /** The mask that a chat starts with: a link's `mask`, as it was written. */
  | { readonly kind: "mask"; readonly link: string }
  /** A text for the message box, or one that is sent. */
  | { readonly kind: "fill" | "submit"; readonly text: string };

/** Why something in a link is left out. */
export type LinkRefusal =
  | AddressRefusal
  | "too-long"
  | "not-json"
  | "wrong-kind"
  | "no-address"
  | "address-fixed"
  | "own-keys-forbidden"
  | "no-code-needed";

/** Something in a link that is left out, by the name that the link gives it. */
export interface LeftOut {
  readonly name: string;
  readonly reason: LinkRefusal;
}

/** What a link asks for: what can be said yes to, what is left out and why, and how many entries nobody knows. */
export interface LinkContents {
  readonly items: readonly LinkItem[];
  readonly leftOut: readonly LeftOut[];
  readonly unknown: number;
}

/** What the operator allows, as far as links are concerned. */
export interface LinkRules {
  readonly providers: readonly Provider[];
  readonly needCode: boolean;
  readonly hideUserApiKey: boolean;
}
