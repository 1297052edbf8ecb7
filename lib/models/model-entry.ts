import type { Provider } from "@/lib/providers/provider";
/** Who serves a model, as lists of models show it. */
export interface ModelProvider {
  /** Lower case; a built-in provider's id, or the name that the operator or the user gave one. */
  readonly id: string;
  /** As settings name it (`boundNameOf`). */
  readonly providerName: string;
  /** The built-in provider's id, or `custom`. */
  readonly providerType: string;
  /** Its place among providers. */
  readonly sorted: number;
}

/** A model of the list. Its identity everywhere is `name@provider.id`. */
export interface ModelEntry {
  /** What the provider calls it. */
  readonly name: string;
  /** How it is shown; at Azure also the deployment that is called. */
  readonly displayName: string;
  readonly available: boolean;
  /** Its place within its provider. */
  readonly sorted: number;
  /** Set on the one that the operator made the default. */
  readonly isDefault?: true;
  /** Set while nobody has a key for its provider, as far as is known: asked now, it would be refused. */
  readonly isKeyless?: true;
  readonly provider: ModelProvider;
}

/** Returns a model's identity: `name@provider id`. */
export function modelKey({ name, provider }: Pick<ModelEntry, "name" | "provider">): string {
  return `${name}@${provider.id}`;
}

/** The names by which a text may mean a provider. */
type ProviderNames = Pick<Provider, "id" | "name" | "route">;

/** Returns the id of a provider that is named by its id, name or route, in any letter case; else what was written. */
export function providerIdOf(written: string, providers: readonly ProviderNames[]): string {
  const id = written.toLowerCase();
  const isNamed = ({ name, route }: ProviderNames) => name.toLowerCase() === id || route?.toLowerCase() === id;
  return (providers.find((provider) => provider.id === id) ?? providers.find(isNamed))?.id ?? id;
}

/** Splits `model@provider` at the last @: a model's own name may contain one. */
export function splitModel(text: string): { readonly name: string; readonly provider?: string } {
  const at = text.lastIndexOf("@");
  return at < 0 ? { name: text } : { name: text.slice(0, at), provider: text.slice(at + 1) };
}
