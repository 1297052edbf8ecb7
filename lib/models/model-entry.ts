import type { Provider } from "@/lib/providers/provider";

/** The provider of a model in the model list. */
export interface ModelProvider {
  /** Lower-case id of a built-in provider, or the name of one from the operator or the user. */
  readonly id: string;
  /** Name in the settings (`boundNameOf`). */
  readonly providerName: string;
  /** The built-in provider's id, or `custom`. */
  readonly providerType: string;
  /** Sort key among providers. */
  readonly sorted: number;
}

/** A model of the list. It is identified everywhere by `name@provider.id`. */
export interface ModelEntry {
  /** The provider's name of the model. */
  readonly name: string;
  /** Displayed name; for Azure, it is also the deployment that is called. */
  readonly displayName: string;
  readonly available: boolean;
  /** Sort key among the provider's models. */
  readonly sorted: number;
  /** Set on the operator's default. */
  readonly isDefault?: true;
  /** Set if no key for its provider is known: a call would be rejected. */
  readonly isKeyless?: true;
  readonly provider: ModelProvider;
}

/** Returns a model's key: `name@provider id`. */
export function modelKey({ name, provider }: Pick<ModelEntry, "name" | "provider">): string {
  return `${name}@${provider.id}`;
}

/** The names by which a text may mean a provider. */
type ProviderNames = Pick<Provider, "id" | "name" | "route">;

/** Returns the id of a provider by its id, name or route, ignoring case; otherwise the text in lower case. */
export function providerIdOf(written: string, providers: readonly ProviderNames[]): string {
  const id = written.toLowerCase();
  const isNamed = ({ name, route }: ProviderNames) => name.toLowerCase() === id || route?.toLowerCase() === id;
  return (providers.find((provider) => provider.id === id) ?? providers.find(isNamed))?.id ?? id;
}

/** Splits `model@provider` at the last @, because a model's name may contain one. */
export function splitModel(text: string): { readonly name: string; readonly provider?: string } {
  const at = text.lastIndexOf("@");
  return at < 0 ? { name: text } : { name: text.slice(0, at), provider: text.slice(at + 1) };
}
