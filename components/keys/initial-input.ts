import { apiTypeOf, customEndpoint } from "@/lib/providers/custom-endpoint";
import { boundNameOf } from "@/lib/providers/provider";
import { addressOf } from "@/lib/settings/access-settings";
import { providersOf, useAccess } from "@/store/settings/access";
import { choiceOfApi, keyProviders } from "@/store/settings/add-key";
import type { KeyInput } from "./key-problem";

/**
 * Returns the input of the opened dialog. After a rejected key it has the provider whose key it was, by its stored name,
 * or the address of the user's own server.
 */
export function initialInput(providerName: string | undefined): KeyInput {
  const access = useAccess.getState();
  const endpoint = access.endpoints.find(({ boundName }) => boundName === providerName);
  if (endpoint) {
    const address = addressOf(customEndpoint(endpoint), access);
    return { choice: choiceOfApi(apiTypeOf(endpoint)), key: "", address };
  }
  const provider = providersOf(access).find((each) => boundNameOf(each) === providerName);
  const choice = keyProviders.find(({ id }) => id === provider?.id)?.id ?? "openai";
  return { choice, key: "", address: ownAddress(choice) };
}

/** Returns the user's own address of a provider, which a new key is entered for as well; empty for the default. */
export function ownAddress(choice: string): string {
  const provider = keyProviders.find(({ id }) => id === choice);
  return provider ? addressOf(provider, useAccess.getState()) : "";
}
