import type { ApiType } from "@/lib/providers/api-types";
import type { Provider } from "@/lib/providers/provider";

/** The operator's settings for one provider. */
export interface ProviderConfig {
  readonly provider: Provider;
  /** The operator's base URL for the server's key, without a trailing slash; absent: the public URL. */
  readonly baseUrl?: string;
  /** True if the operator's URL is invalid; no other URL replaces it. */
  readonly isMisconfigured?: true;
  /** The operator's values of the provider's other fields. */
  readonly options: Readonly<Record<string, string>>;
  /**
   * Values of the secret fields, one complete set for each key of the list; empty without a server key. An operator's
   * own server without a key has one empty set.
   */
  readonly credentials: readonly Readonly<Record<string, string>>[];
  /** The API of an operator's own server; absent for built-in providers. */
  readonly api?: ApiType;
}
