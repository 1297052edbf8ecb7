import { openai } from "@/lib/providers/openai";
import type { Provider } from "@/lib/providers/provider";
import { isSentByRelay } from "@/lib/settings/connect";
import { hasOwnCredentials } from "@/lib/settings/credentials";
import { providersOf } from "@/store/settings/access";
import type { AccessInUse } from "@/store/settings/models";

/** Returns the providers beside OpenAI that turn text into speech: built-in ones with a key, and servers. */
export function speechServers(access: AccessInUse): readonly Provider[] {
  return providersOf(access).filter((provider) => {
    if (!provider.speech || provider.id === openai.id) return false;
    return provider.isCustom || provider.isSite || hasKey(provider, access);
  });
}

/** Whether the user has a key, or the site's server may have one: with access codes, it does not list its keys. */
function hasKey(provider: Provider, access: AccessInUse): boolean {
  const { flags, reach } = access;
  if (hasOwnCredentials(provider, access, reach)) return true;
  if (!flags || !isSentByRelay(provider, access, reach)) return false;
  return flags.served?.includes(provider.id) ?? true;
}
