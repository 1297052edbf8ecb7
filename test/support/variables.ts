import { features } from "@/lib/brand/screens";
import type { Field } from "@/lib/fields/fields";
import type { Provider } from "@/lib/providers/provider";
import { providers } from "@/lib/providers/registry";
import { defaults } from "@/lib/server/server-config";
import { type VariableKind, variableKinds } from "@/lib/server/variables";

/** The description of a variable in `.env.example` and in the operator guide. */
export interface Variable {
  /** An example value. */
  readonly example: string;
  /** Its effect; absent if the previous variable describes both. */
  readonly words?: string;
  /** Its default, if the code that reads it does not define one. */
  readonly default?: string;
}

/** Variables of one subject. */
export interface VariableGroup {
  readonly title: string;
  readonly intro?: string;
  readonly variables: Readonly<Record<string, Variable>>;
}

/** Variables that the server reads at its start. */
export const serverGroups: readonly VariableGroup[] = [
  {
    title: "Who may use the server's keys",
    variables: {
      CODE: {
        example: "harbour-lamp-seventeen,second-code",
        words: "Access codes. If there is at least one, visitors need a code or their own key to chat.",
      },
      CODE_SECRET: {
        example: "a-random-text-of-at-least-32-characters",
        words:
          "The secret of signed access codes, with at least 32 characters. A second secret after a comma accepts codes that were signed before a change. If it is set, visitors need a code or their own key to chat. docs/operator-guide.md#codes-with-rights describes signed codes.",
      },
      CODE_LIMITS: {
        example: '{"harbour-lamp-seventeen":{"models":"-all,+gpt-5@openai","perMinute":10}}',
        words:
          "A JSON object with the rights of codes of CODE, by code, and of short signed codes, by `c1-` and their id. A code with an invalid entry is refused.",
      },
      TRUSTED_USER_HEADER: {
        example: "X-Forwarded-User",
        words:
          "The header in which a proxy in front of this server sends the name of the signed-in user, who then needs no code. If it is set, all others need a code or their own key to chat. Only on the standalone server. docs/operator-guide.md#users-of-a-sign-in-proxy describes it.",
      },
      TRUSTED_PROXIES: {
        example: "10.0.0.5,172.18.0.0/16",
        words:
          "IP addresses and ranges of the proxies whose TRUSTED_USER_HEADER is trusted. Calls that have the header and come from elsewhere are refused.",
      },
      USER_LIMITS: {
        example: '{"*":{"tokensPerDay":200000},"ada@example.com":{}}',
        words:
          "A JSON object with the rights of these users, by name. `*` is for all without an entry of their own. The rights are those of CODE_LIMITS. A user with an invalid entry is refused.",
      },
      ADMIN_SECRET: {
        example: "another-random-text-of-at-least-32-characters",
        words:
          "The secret of the administrator's page `/admin` and of `/api/metrics`, with at least 32 characters. Without it, neither exists. docs/operator-guide.md#the-administrators-page describes the page.",
      },
      REDIS_URL: {
        example: "redis://:password@redis:6379",
        words:
          "Redis or Valkey, in which all instances count the calls, tokens and money of codes (docs/operator-guide.md#for-500-people). `rediss://` is encrypted. Without it and without Upstash, each process counts for itself, and a restart begins anew. Not on Vercel: set the two variables of Upstash there.",
      },
      LIMITS_WITHOUT_STORE: {
        example: "closed",
        words:
          "Calls of codes with rights while that store is down: `open` lets all pass, `closed` refuses all. If it is empty, codes with limits of tokens or money are refused, and other limits are counted by each process.",
      },
      DISABLE_RESUME: {
        example: "1",
        words:
          "Replies are not stored in that store, and cannot be resumed after a reload or a lost connection (docs/operator-guide.md#replies-that-are-resumed).",
      },
      PRICES: {
        example: '{"currency":"EUR","rate":0.92,"markup":10,"models":{"my-model":{"input":1.25,"output":10}}}',
        words:
          "Prices for limits of money and for usage. `rate` is the price of a US dollar and `markup` a percentage; both apply to the built-in prices. Prices of `models` are final, for a million tokens.",
      },
      HIDE_USER_API_KEY: {
        example: "1",
        words: "Visitors may not use their own keys and addresses. Browsers do not send stored ones.",
      },
      DISABLE_FAST_LINK: {
        example: "1",
        words:
          "Ignores everything that links to this site carry: keys, codes, settings, masks and texts (docs/links.md).",
      },
      TRUST_PROXY: {
        example: "1",
        words:
          "Set it to 1 only behind a reverse proxy that writes `X-Forwarded-For`. Wrong codes are then counted per address. Leave it empty if visitors reach the server directly: they could forge the header. Wrong codes are then counted together and lock nobody out, so use long random codes.",
      },
      VERCEL_ANALYTICS: {
        example: "1",
        words:
          "On Vercel, counts visits with Vercel's web analytics, if the project has it switched on. Paths are counted without queries and ids. Users see this under Settings, Data.",
      },
      GA_ID: {
        example: "G-AB12CD34EF",
        words:
          "Counts visits with Google Analytics (docs/operator-guide.md#analytics). Only paths are sent. Users see this under Settings, Data.",
      },
      GTM_ID: {
        example: "GTM-AB12CD3",
        words: "Loads a container of Google Tag Manager in the same way.",
      },
      ALLOWED_ORIGINS: {
        example: "https://intranet.example.com",
        words: "Origins of other sites whose pages may call this server.",
      },
      ALLOWED_HOSTS: {
        example: "chat.example.com,chat.lan",
        words:
          "Host names of this server, such as the public name at your proxy. `/api/mcp` needs them, and so do all calls if the server listens on 127.0.0.1 (`npm run up`) without CODE: these accept only localhost, IP addresses, these names and the hosts of ALLOWED_ORIGINS. Otherwise another site could point its own name at this computer (DNS rebinding) and use the server's keys and tools.",
      },
      ENABLE_BALANCE_QUERY: { example: "1", words: "Visitors may query the balance of your accounts." },
    },
  },
  {
    title: "Limits",
    variables: {
      MAX_BODY_BYTES: { example: "8000000", words: "The maximum size of a request body, in bytes." },
      MAX_OUTPUT_TOKENS: {
        example: "16000",
        words:
          "The maximum reply length that a call with the server's keys may request, in tokens. A call without a limit has its model's limit.",
      },
      MAX_IMAGES: {
        example: "2",
        words: "The maximum number of images that a call with the server's keys may request.",
      },
      MAX_REPLY_SECONDS: { example: "900", words: "The maximum duration of a reply, in seconds." },
    },
  },
  {
    title: "Your own model servers",
    intro:
      "Model servers that every visitor may use through this server. docs/operator-guide.md#your-own-model-servers describes them.",
    variables: {
      SERVERS: {
        example: '[{"name":"Lab","api":"ollama","url":"http://gpu.lan:11434","key":"LAB_KEY","models":["qwen3:8b"]}]',
        words:
          "A JSON list of at most 20 servers. `api` is openai, openai-responses, anthropic, gemini, azure or ollama; openai if absent. `key` is the name of another variable with the key or keys, never the key itself. `models` names models that the server does not list.",
      },
      OLLAMA_URL: {
        example: "http://gpu.lan:11434",
        words: 'The address of an Ollama server, which is shown as "Ollama (site)".',
      },
      LLAMACPP_URL: {
        example: "http://gpu.lan:8080",
        words: "The address of a llama.cpp server, and its keys if it needs one.",
      },
      LLAMACPP_API_KEY: { example: "key-of-the-server" },
      LMSTUDIO_URL: { example: "http://gpu.lan:1234", words: "The address of an LM Studio server." },
      VLLM_URL: {
        example: "http://gpu.lan:8000",
        words: "The address of a vLLM server, and its keys if it needs one.",
      },
      VLLM_API_KEY: { example: "key-of-the-server" },
    },
  },
  {
    title: "Models",
    variables: {
      DEFAULT_MODEL: {
        example: "gpt-5@openai",
        default: "gpt-4o-mini, or a featured model with a key",
        words: "The model of new chats: `model` or `model@provider`.",
      },
      DEFAULTS: {
        example: '{"settings":{"theme":"dark"},"fixed":["theme"]}',
        words:
          "What new users start with, and fixed and hidden settings: a JSON object, or its address with https (docs/operator-guide.md#what-new-users-start-with). Pages can read it without a code, so it must contain no secret.",
      },
      CUSTOM_MODELS: {
        example: "-all,+gpt-5@openai,+my-model@azure=Shown so",
        words:
          "Changes to the list of models, for the server's keys and for visitors' own. If there is any entry, a model that is neither built in nor named here is refused.",
      },
      VISION_MODELS: { example: "my-model,other-model", words: "Additional models that accept images." },
      DISABLE_GPT4: { example: "1", words: "Removes GPT-4 models, for the server's keys and for visitors' own." },
    },
  },
  {
    title: "The demonstration",
    variables: {
      ENABLE_DEMO: {
        example: "1",
        words:
          "The demonstration gives scripted replies without a model. It is offered while the server has no key; 1 always offers it.",
      },
      DISABLE_DEMO: { example: "1", words: "1 never offers the demonstration." },
    },
  },
  {
    title: "Plugins, MCP servers and sync",
    intro: "docs/tools.md describes plugins and MCP servers.",
    variables: {
      DISABLE_PLUGIN_PROXY: {
        example: "1",
        words:
          "Switches the relay for plugins and remote MCP servers off. Only those that browsers can call directly still work.",
      },
      PYODIDE_PACKAGES_URL: {
        example: "https://packages.example/pyodide/",
        words:
          "The folder of a Pyodide release, as a URL or path, from which browsers load packages for Python code. docs/tools.md names the version.",
      },
      PLUGIN_PROXY_HOSTS: {
        example: "api.example.com,https://b.example.com:8443",
        default: "all public hosts",
        words: "The only hosts that the relay calls: host[:port], or http://host[:port].",
      },
      PLUGIN_PROXY_INTERNAL_HOSTS: {
        example: "http://grafana.internal:3000",
        words: "Hosts of the local network that the relay may call.",
      },
      ENABLE_MCP: {
        example: "true",
        default: "off",
        words:
          "true runs MCP servers as processes of this server; other values are ignored. Only on a self-hosted Node server.",
      },
      MCP_CONFIG_PATH: {
        example: "/data/mcp_config.json",
        default: "mcp_config.json in the working directory of the server",
        words: "The file that lists these MCP servers.",
      },
      MCP_ADMIN_SECRET: {
        example: "a-long-random-text-of-your-own",
        default: "changes are forbidden",
        words: "The secret with which an administrator changes that list over HTTP, at least 16 characters.",
      },
      WHITE_WEBDAV_ENDPOINTS: {
        example: "https://cloud.example.org/remote.php/dav/files/",
        words:
          "Additional WebDAV addresses that visitors may sync with through this server. They may be in the local network. Well-known services are always allowed.",
      },
      WHITE_S3_ENDPOINTS: {
        example: "https://minio.example.org",
        words:
          "Additional S3-compatible addresses that visitors may sync with through this server. They may be in the local network. Well-known services are always allowed. A bucket in the host name needs an entry of its own.",
      },
    },
  },
  {
    title: "Calls to others",
    variables: {
      LOG_FORMAT: {
        example: "json",
        words:
          "`json` writes the log as one JSON object per line, with a line for each call (docs/operator-guide.md#log).",
        default: "text",
      },
      METRICS_PORT: {
        example: "9464",
        words:
          "A port for the metrics alone, without a secret (docs/operator-guide.md#metrics). Only on a self-hosted Node server.",
      },
      METRICS_HOST: {
        example: "10.0.0.5",
        words: "The address that this port listens on; 0.0.0.0 allows other computers, who need no secret.",
        default: "127.0.0.1",
      },
      OTEL_EXPORTER_OTLP_ENDPOINT: {
        example: "http://collector:4318",
        words:
          "Address that receives traces of relayed calls by OTLP over HTTP, as JSON (docs/operator-guide.md#traces). `/v1/traces` is added. Traces are sent without PROXY_URL, and not by edge functions.",
      },
      OTEL_EXPORTER_OTLP_HEADERS: {
        example: "authorization=Bearer%20secret",
        words: "Headers for that receiver, such as a key: `name=value` with percent-encoding, between commas.",
      },
      OTEL_SERVICE_NAME: {
        example: "chat",
        words: "Name of this server in traces.",
        default: "parley",
      },
      OTEL_TRACES_SAMPLER_ARG: {
        example: "0.1",
        words: "Share of the calls that are traced, from 0 to 1.",
        default: "1",
      },
      OTEL_PROPAGATORS: {
        example: "tracecontext",
        words:
          "`tracecontext` continues the trace in the `traceparent` header of a proxy. It needs TRUST_PROXY=1, and the proxy must replace this header of callers. Providers get no such header.",
        default: "none",
      },
      PROXY_URL: {
        example: "http://proxy.example.com:3128",
        words:
          "A proxy for all calls of the server: http://host:port or https://host:port (`CONNECT`), socks5://host:port or socks4://host:port. Write credentials as `user:password@` before the host, or after a space. A SOCKS proxy resolves the names of providers itself; `socks5h`, `socks` and `socks4a` work as well. Edge functions ignore it. This server resolves names that callers choose and passes the address to the proxy. Hosts of PLUGIN_PROXY_INTERNAL_HOSTS, WHITE_WEBDAV_ENDPOINTS and WHITE_S3_ENDPOINTS are called without it.",
      },
      NO_PROXY: {
        example: "ollama,internal.example.com",
        words:
          "Hosts that are called without the proxy, with their subdomains; `*` is all. This computer is always called without it.",
      },
    },
  },
  {
    title: "Shared pages",
    intro:
      "The store for pages that visitors share as links: the first of these that is set. Everyone who knows a link can read its page; only visitors who may use the server's keys can share one. Without a store, sharing is not offered.",
    variables: {
      ARTIFACTS_DIR: {
        example: "/data/artifacts",
        words: "A folder of this server. Only on a self-hosted Node server.",
      },
      UPSTASH_REDIS_REST_URL: {
        example: "https://eu1-name-12345.upstash.io",
        words: "The address and token of a Redis by Upstash, or of another one with the same HTTP API.",
      },
      UPSTASH_REDIS_REST_TOKEN: { example: "token-of-the-database" },
      CLOUDFLARE_ACCOUNT_ID: {
        example: "id-of-the-account",
        words: "Cloudflare's key-value store: the account, the namespace, and API tokens that may read and write it.",
      },
      CLOUDFLARE_KV_NAMESPACE_ID: { example: "id-of-the-namespace" },
      CLOUDFLARE_KV_API_KEY: { example: "token-of-the-account" },
      CLOUDFLARE_KV_TTL: {
        example: "2592000",
        default: "unlimited",
        words: "The lifetime of shared pages in seconds, more than 60, for every store.",
      },
    },
  },
  {
    title: "Shared conversations",
    intro:
      "A service such as ShareGPT. Visitors see its host before anything is sent. Without it, sharing conversations is not offered. The server calls the service. A static export has these values built in and calls the service from the browser, so the service must allow that (CORS).",
    variables: {
      SHARE_URL: {
        example: "https://sharegpt.com/api/conversations",
        words: "The address that conversations are sent to.",
      },
      SHARE_LINK: {
        example: "https://shareg.pt/{id}",
        words: "The address of a shared conversation; {id} is replaced by the service's answer.",
      },
    },
  },
  {
    title: "Web search",
    intro:
      "A search engine for models whose provider has no search. Visitors see its host before a search is sent. docs/operator-guide.md#web-search describes it.",
    variables: {
      SEARCH_ENGINE: { example: "Tavily", words: "The search engine: Tavily, Brave, Exa, SearXNG or Bocha." },
      SEARCH_API_KEY: {
        example: "tvly-key",
        words: "Its API key, which never reaches a browser. SearXNG needs none.",
      },
      SEARCH_URL: {
        example: "http://searxng.lan:8080",
        words: "Its address; needed for SearXNG. It may be in your network.",
        default: "the engine's public address",
      },
    },
  },
];

/** Descriptions of provider variables that differ from the generated ones. */
const providerWords: Readonly<Record<string, Partial<Variable>>> = {
  OPENAI_API_KEY: { example: "sk-one,sk-two" },
  BASE_URL: {
    example: "https://gateway.example.com",
    words:
      "The address that replaces OpenAI's for these keys: any server with an OpenAI-compatible API. A visitor's own key goes to api.openai.com only. If ANTHROPIC_URL is empty, a gateway here also serves Anthropic.",
  },
  AZURE_URL: {
    example: "https://my-resource.openai.azure.com/openai",
    words: "The address of the Azure resource, ending in `/openai`.",
  },
  AZURE_API_VERSION: { example: "2024-10-21" },
  ANTHROPIC_API_VERSION: { example: "2023-06-01" },
  BAIDU_API_KEY: {
    words: "Keys that begin with bce-v3/ work alone and serve all models except the oldest.",
  },
  BAIDU_SECRET_KEY: { words: "The secrets that belong to keys for the oldest models." },
  ALIBABA_API_KEY: { words: "A key works only in the region that it was created for." },
  ALIBABA_URL: { example: "https://dashscope-intl.aliyuncs.com/api/" },
  TENCENT_SECRET_ID: {
    words: "Id and key that sign calls of the oldest models. The first id belongs to the first key, and so on.",
  },
  TENCENT_SECRET_KEY: { words: undefined },
  TENCENT_API_KEY: { words: "Keys for all other Tencent models." },
  MOONSHOT_URL: {
    example: "https://api.moonshot.cn",
    words: "Keys of the Chinese site need https://api.moonshot.cn.",
  },
  IFLYTEK_API_KEY: {
    words: "Key and secret are needed together. The first key belongs to the first secret, and so on.",
  },
  IFLYTEK_API_SECRET: { words: undefined },
};

/** The variables of all providers. The organization follows OpenAI's. */
export function providerGroup(): VariableGroup {
  const rows = Object.values<Provider>(providers).flatMap((provider) =>
    Object.values(provider.fields).flatMap((field): [string, Variable][] => {
      if (!("env" in field) || !field.env) return [];
      return [[field.env, { ...providerVariable(provider, field), ...providerWords[field.env] }]];
    }),
  );
  const organization: Variable = {
    example: "org-of-the-account",
    words: "The OpenAI organization that is sent with the server's key.",
  };
  return {
    title: "Providers",
    intro: "Keys are lists; each call uses a random one. An address replaces the provider's own for these keys.",
    variables: { ...Object.fromEntries(rows), OPENAI_ORG_ID: organization },
  };
}

function providerVariable({ name, hosts = {} }: Provider, field: Field): Variable {
  if (field.kind === "secret") return { example: "key-one,key-two", words: `Keys of ${name}.` };
  if (field.kind === "endpoint") {
    const others = Object.entries(hosts).map(([beginning, address]) => `${address} for ${beginning}`);
    const usually = [field.publicUrl, ...others].join(", ");
    return { example: "https://gateway.example.com", words: `The address for ${name}.`, default: usually };
  }
  const usually = String(field.default);
  return { example: usually, words: `The version of ${name}'s API.`, default: usually };
}

/** Variables that the build scripts read. */
export const buildGroups: readonly VariableGroup[] = [
  {
    title: "Build time",
    intro: "Read by the build and contained in its result.",
    variables: {
      BUILD_MODE: {
        example: "export",
        default: "standalone; vercel on Vercel",
        words: "standalone (one Node server), vercel (edge functions) or export (static files without a server).",
      },
      BASE_PATH: {
        example: "/chat",
        words: "The path below which a server serves the app. An export works below any path.",
      },
      DIST_DIR: { example: ".next-export", default: ".next", words: "The output folder of the build." },
      DEFAULT_INPUT_TEMPLATE: {
        example: "Answer briefly: {{input}}",
        default: "{{input}}",
        words: "The template for typed messages; {{input}} is the message.",
      },
      BUILD_APP: {
        example: "1",
        words:
          "Any value: the app fills its window and does not ask for a code at its start, as in a desktop shell. An export contains the code for the desktop app, too ([desktop](desktop.md)).",
      },
      APP_ADDRESS: {
        example: "https://chat.example.com",
        default: "none",
        words:
          "The address of the web app, with which links that the desktop app shares begin. Without it they begin with the scheme of the desktop app.",
      },
    },
  },
];

/** Variables of the start scripts; containers and hosts have their own settings. */
export const startGroup: VariableGroup = {
  title: "Start",
  intro: "Read by `npm run up`, `npm start` and `compose.yaml`. The built server itself reads PORT and HOSTNAME.",
  variables: {
    PORT: { example: "8080", default: "3000", words: "The port." },
    HOST: {
      example: "0.0.0.0",
      default: "127.0.0.1",
      words: "The address that the server listens on; 0.0.0.0 allows other computers.",
    },
    WEBDAV_USER: { example: "ada", default: "parley", words: "The user name of the WebDAV server in `compose.yaml`." },
    WEBDAV_PASSWORD: { example: "a-long-random-text", default: "none", words: "The password of that WebDAV server." },
  },
};

/** The variables of the brand. */
export const brandGroup: VariableGroup = {
  title: "The brand",
  intro: "Read at the start of the server. For variables that are empty then, the values of the build count.",
  variables: {
    BRAND_NAME: { example: "Harbour", default: "Parley", words: "The product's name." },
    BRAND_TAGLINE: {
      example: "Talk to all of them",
      words: "The line under the name, for all languages. BRAND_TAGLINE_AR and so on replace it for one language.",
    },
    BRAND_LOGO: {
      example: "/harbour.svg",
      default: "Parley's",
      words:
        "The logo image: an https:// or data:image/ address, or a path such as /harbour.svg for a file in public/.",
    },
    BRAND_ICON: {
      example: "/harbour-icon.svg",
      default: "Parley's",
      words: "The icon of the browser tab and the installed app, in the same forms: an SVG, or a PNG of 512 pixels.",
    },
    BRAND_MASKABLE_ICON: {
      example: "/harbour-maskable.png",
      words: "The same icon with a safe margin, for systems that crop icons.",
    },
    BRAND_ACCENT: {
      example: "#566917",
      default: "Parley's",
      words: "The accent color. Both themes derive their accents from it.",
    },
    BRAND_RADIUS: {
      example: "6",
      default: "12",
      words: "The corner radius of cards, from 0 (square) to 16 pixels. Other corners scale with it.",
    },
    BRAND_FONT: {
      example: "Harbour Sans",
      default: "Parley's",
      words: "The name of the interface font, and its file (WOFF2) unless every computer has it.",
    },
    BRAND_FONT_URL: { example: "/harbour-sans.woff2" },
    BRAND_PROJECT_URL: {
      example: "https://harbour.example.com",
      words:
        "Links to the project's page, to the place for error reports, and to a hosted service that needs no keys. If one is empty, the app does not show its link.",
    },
    BRAND_ISSUES_URL: { example: "https://harbour.example.com/issues" },
    BRAND_HOSTED_URL: { example: "https://hosted.example.com" },
    BRAND_IMPRINT_URL: {
      example: "https://harbour.example.com/imprint",
      words:
        "Links to the legal notice, the terms of use, the privacy policy and the support, in the settings and on the page for the access code.",
    },
    BRAND_TERMS_URL: { example: "https://harbour.example.com/terms" },
    BRAND_PRIVACY_URL: { example: "https://harbour.example.com/privacy" },
    BRAND_SUPPORT_URL: { example: "https://harbour.example.com/support" },
    BRAND_ANNOUNCEMENT: {
      example: "The harbour is closed on Sunday.",
      words:
        "A line above every screen until the visitor dismisses it; a changed line is shown again. BRAND_ANNOUNCEMENT_AR and so on replace it for one language. The address makes it a link.",
    },
    BRAND_ANNOUNCEMENT_URL: { example: "https://harbour.example.com/news" },
    BRAND_HIDE: {
      example: "images,voice",
      words: `Features that the screens do not show: ${features.join(", ")}. Hiding voice also hides dictation. The server still accepts their calls.`,
    },
    BRAND_MASKS: {
      example: "/harbour-masks.json",
      default: "Parley's",
      words:
        "Masks and prompts that replace the built-in ones: the address of a file in the format of public/masks.json or public/prompts.json, or its content.",
    },
    BRAND_PROMPTS: { example: '{"en":[["Weather","What does the sea say?"]]}', default: "Parley's" },
    BRAND_UPDATES_URL: {
      example: "https://harbour.example.com/tags?per_page=1",
      words: "The list of tags where the settings look for newer versions, and the page with upgrade instructions.",
    },
    BRAND_UPGRADE_URL: { example: "https://harbour.example.com/upgrade" },
    BRAND_EMOJI_URL: {
      example: "https://emoji.example.com/{code}.png",
      words:
        "The address of emoji images; {code} is replaced by the emoji's code. Without it, the system font shows emoji.",
    },
    BRAND_MCP_REGISTRY_URL: {
      example: "https://registry.modelcontextprotocol.io/v0/servers",
      default: "Parley's list",
      words: "The address of a list of MCP servers for the market.",
    },
  },
};

/** All groups, in the order in which they are shown. */
export function variableGroups(): readonly VariableGroup[] {
  return [...serverGroups.slice(0, 2), providerGroup(), ...serverGroups.slice(2), brandGroup, ...buildGroups];
}

/** Returns the value that applies while a variable is empty. */
export function defaultOf(name: string, { default: said }: Variable): string {
  const number = new Map<string, number>(Object.entries(defaults)).get(name);
  return said ?? number?.toString() ?? "";
}

/** Returns the form of a variable's value. Variables of the build are texts, and keys are lists. */
export function kindOf(name: string): VariableKind | "number" {
  if (name in defaults) return "number";
  const secrets = Object.values(providers).flatMap(({ fields }) =>
    Object.values(fields).flatMap((field) => (field.kind === "secret" && "env" in field ? [field.env] : [])),
  );
  return variableKinds.get(name) ?? (secrets.includes(name) ? "list" : "text");
}
