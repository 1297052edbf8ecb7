import { credentialsOfSite } from "@/lib/import/nextchat/nextchat-site";
import { providers } from "@/lib/providers/registry";
import { siteHost } from "@/lib/settings/access-settings";

const all = Object.values(providers);

test.each<[string, Record<string, unknown>, Record<string, unknown>]>([
  [
    "without a key stays as it is",
    { accessCode: "c", openaiUrl: "x.example" },
    { accessCode: "c", openaiUrl: "x.example" },
  ],
  [
    "with a key is on, and the key belongs to the site's upstream",
    { useCustomConfig: false, openaiApiKey: "sk-1", openaiUrl: "" },
    { useCustomConfig: true, openaiApiKey: "sk-1", openaiUrl: "", hosts: { openaiApiKey: siteHost } },
  ],
  [
    "that was off loses the address that was not in use",
    {
      useCustomConfig: false,
      openaiApiKey: "sk-1",
      openaiUrl: "https://x.example",
      hosts: { openaiApiKey: "x.example" },
    },
    { useCustomConfig: true, openaiApiKey: "sk-1", openaiUrl: "", hosts: { openaiApiKey: siteHost } },
  ],
  [
    "that was on keeps its address, with the key bound to it",
    {
      useCustomConfig: true,
      openaiApiKey: "sk-1",
      openaiUrl: "https://x.example",
      hosts: { openaiApiKey: "x.example" },
    },
    {
      useCustomConfig: true,
      openaiApiKey: "sk-1",
      openaiUrl: "https://x.example",
      hosts: { openaiApiKey: "x.example" },
    },
  ],
  [
    "binds all parts of a credential",
    { useCustomConfig: false, tencentSecretId: "i", tencentSecretKey: "k" },
    {
      useCustomConfig: true,
      tencentSecretId: "i",
      tencentSecretKey: "k",
      hosts: { tencentSecretId: siteHost, tencentSecretKey: siteHost },
    },
  ],
])("a profile %s", (_name, stored, expected) => {
  expect(credentialsOfSite(stored, all)).toEqual(expected);
});
