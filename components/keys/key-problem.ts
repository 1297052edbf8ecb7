import { providerOfKey } from "@/lib/links/key-prefixes";
import { isKeyText, isMixedContent, serverAddress } from "@/lib/links/pasted-key";
import { keysIn } from "@/lib/providers/several-keys";
import { apiOfChoice, type KeyEntry, keyProviders } from "@/store/settings/add-key";

/** The input of the dialog as it was entered; the address is not normalized. */
export interface KeyInput {
  readonly choice: string;
  readonly key: string;
  readonly address: string;
  /** The choice that the pasted key's variable names; absent for an edited key, and once the user has chosen. */
  readonly named?: string | undefined;
}

/** A reason that an input is not checked. The key would otherwise be sent to the wrong host, or not at all. */
export type KeyProblem =
  | { readonly kind: "incomplete" | "not-a-key" | "not-an-address" | "mixed-content" }
  | { readonly kind: "other-provider"; readonly choice: string; readonly name: string };

/** Returns the entry to check, or the reason that the input cannot be checked. */
export function entryOf(
  { choice, key, address, named }: KeyInput,
  pageProtocol: string,
): { readonly entry: KeyEntry } | { readonly problem: KeyProblem } {
  const isServer = apiOfChoice(choice) !== undefined;
  if (key === "" && !isServer) return { problem: { kind: "incomplete" } };
  if (address.trim() === "" && isServer) return { problem: { kind: "incomplete" } };
  const server = serverAddress(address);
  if (address.trim() !== "" && !server) return { problem: { kind: "not-an-address" } };
  if (server && isMixedContent(server.address, pageProtocol)) return { problem: { kind: "mixed-content" } };
  if (key !== "" && !isKeyText(key)) return { problem: { kind: "not-a-key" } };
  // Gateways accept keys of any format, so the format only counts for a provider's own address.
  const other = server || isServer ? undefined : otherProvider(guessOf({ key, named }), choice);
  return other ? { problem: other } : { entry: { choice, key, address: server?.address ?? "" } };
}

/** Returns the choice that a key belongs to, by its format or its variable; undefined if it could be several. */
export function guessOf({ key, named }: Pick<KeyInput, "key" | "named">): string | undefined {
  return keyProviders.find(({ id }) => id === providerOfKey(keysIn(key)[0] ?? ""))?.id ?? named;
}

function otherProvider(owner: string | undefined, choice: string): KeyProblem | undefined {
  const provider = owner !== choice && keyProviders.find(({ id }) => id === owner);
  return provider ? { kind: "other-provider", choice: provider.id, name: provider.name } : undefined;
}
