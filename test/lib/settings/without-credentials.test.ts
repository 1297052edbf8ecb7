import { secretNames } from "@/lib/providers/provider";
import { providers } from "@/lib/providers/registry";
import { accessKey } from "@/lib/settings/access-settings";
import { withoutCredentials } from "@/lib/settings/without-credentials";

const secrets = Object.values(providers).flatMap((provider) =>
  secretNames(provider).map((name) => accessKey(provider, name)),
);

test.each([...secrets, "accessCode", "token", "endpoint-ab12ApiKey", "custom-ab12ExtraHeaders"])(
  "removes %s and the host that it belongs to @I8.6",
  (key) => {
    const access = {
      openaiUrl: "https://gw.example",
      useCustomConfig: true,
      [key]: "secret-1",
      hosts: { [key]: "gw.example" },
    };
    expect(withoutCredentials(access)).toEqual({ openaiUrl: "https://gw.example", useCustomConfig: true, hosts: {} });
  },
);

test("removes credentials at any depth, in lists and in addresses @I8.6", () => {
  const state = {
    realtimeConfig: {
      apiKey: "secret-1",
      azure: { endpoint: "https://ada:secret-2@azure.example/x", deployment: "d" },
    },
    searchConfig: { engine: "Exa", apiKey: "secret-5", apiKeyHost: "api.exa.ai" },
    webdav: { endpoint: "https://dav.example", username: "ada", password: "secret-3" },
    plugins: [{ id: "p", authType: "bearer", authToken: "secret-4" }],
  };
  const left = withoutCredentials(state);
  expect(JSON.stringify(left)).not.toContain("secret");
  expect(left).toEqual({
    realtimeConfig: { azure: { endpoint: "https://azure.example/x", deployment: "d" } },
    searchConfig: { engine: "Exa", apiKeyHost: "api.exa.ai" },
    webdav: { endpoint: "https://dav.example", username: "ada" },
    plugins: [{ id: "p", authType: "bearer" }],
  });
});

test("keeps a field whose name only resembles a credential", () => {
  const state = {
    submitKey: "Ctrl + Enter",
    max_tokens: 4000,
    stat: { tokenCount: 1 },
    needCode: true,
    text: "a@b",
    none: null,
  };
  expect(withoutCredentials(state)).toEqual(state);
});
