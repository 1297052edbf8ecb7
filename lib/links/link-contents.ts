import type { AddressRefusal, AddressWarning } from "@/lib/links/link-address";
import type { Provider } from "@/lib/providers/provider";

/** One action of a link, which the user confirms or rejects. */
export type LinkItem =
  | { readonly kind: "code"; readonly code: string }
  /** The provider's calls are sent to this URL from then on. */
  | {
      readonly kind: "address";
      readonly provider: Provider;
      readonly address: string;
      readonly host: string;
      readonly warnings: readonly AddressWarning[];
    }
  /** `host`: the host of the URL in the same link; absent if the link has none, for the current host. */
  | { readonly kind: "key"; readonly provider: Provider; readonly key: string; readonly host?: string }
  /** A setting of the app, or of the model calls of new chats; the value is valid for its field. */
  | { readonly kind: "setting" | "model-setting"; readonly name: string; readonly value: string | number | boolean }
  /** `model` or `model@provider`, for the open chat, or as the default of new ones. */
  | { readonly kind: "chat-model" | "default-model"; readonly model: string }
  /** The mask of a new chat: a link's `mask` parameter, unparsed. */
  | { readonly kind: "mask"; readonly link: string }
  /** A text for the message box, or a text to send. */
  | { readonly kind: "fill" | "submit"; readonly text: string };

/** Reasons that a part of a link is skipped. */
export type LinkRefusal =
  | AddressRefusal
  | "too-long"
  | "not-json"
  | "wrong-kind"
  | "fixed"
  | "no-address"
  | "address-fixed"
  | "own-keys-forbidden"
  | "no-code-needed";

/** A skipped part of a link, by its name in the link. */
export interface SkippedPart {
  readonly name: string;
  readonly reason: LinkRefusal;
}

/** The content of a link: actions to confirm, skipped parts with reasons, and the number of unknown entries. */
export interface LinkContents {
  readonly items: readonly LinkItem[];
  readonly leftOut: readonly SkippedPart[];
  readonly unknown: number;
}

/** The operator's rules for links. */
export interface LinkRules {
  readonly providers: readonly Provider[];
  readonly needCode: boolean;
  readonly hideUserApiKey: boolean;
  /** Whether the operator has fixed the value of a setting. */
  isFixed(name: string): boolean;
}
