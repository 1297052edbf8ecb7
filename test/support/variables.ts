import { features } from "@/lib/brand/screens";
import type { Field } from "@/lib/fields/fields";
import type { Provider } from "@/lib/providers/provider";
import { providers } from "@/lib/providers/registry";
import { defaults, type VariableKind, variableKinds } from "@/lib/server/server-config";

/** What is said of a variable in `.env.example` and in the operator guide. */
export interface Variable {
  /** A value that could stand there. */
  readonly example: string;
  /** What it does; absent where the one before says it for both. */
  readonly words?: string;
  /** What counts while it is empty, where the code that reads it does not say. */
  readonly default?: string;
}

/** Variables of one subject. */
export interface VariableGroup {
  readonly title: string;
  readonly intro?: string;
  readonly variables: Readonly<Record<string, Variable>>;
}

/** What the server reads when it starts. The names are those of its table, and of the table of providers. */
export const serverGroups: readonly VariableGroup[] = [
  {
    title: "Who may use the server's keys",
    variables: {
      CODE: {
        example: "harbour-lamp-seventeen,second-code",
        words: "Access codes. With at least one, a visitor needs a code, or an own key, to chat.",
      },
      HIDE_USER_API_KEY: {
        example: "1",
        words: "Visitors may not use own keys, nor own addresses. Those that their browsers have stored are not sent.",
      },
      DISABLE_FAST_LINK: {
        example: "1",
        words: "Nothing is taken from links to this site: no keys, codes, settings, masks or texts (docs/links.md).",
      },
      TRUST_PROXY: {
        example: "1",
        words:
          "Behind a reverse proxy that writes `X-Forwarded-For`: 1. Wrong codes are then counted for each address by itself. Leave it empty when visitors reach the server directly, since the header would be their own word. Wrong codes are then counted together and lock nobody out, so take codes that are long and random.",
      },
      ALLOWED_ORIGINS: {
        example: "https://intranet.example.com",
        words: "Origins of other sites whose pages may call this server.",
      },
      ALLOWED_HOSTS: {
        example: "chat.example.com,chat.lan",
        words:
          "Host names under which this server is called, such as the public name at your proxy. They are needed for `/api/mcp`, and for all calls where the server listens on 127.0.0.1 (`npm run up`) without CODE: there only localhost, IP addresses, these names and the hosts of ALLOWED_ORIGINS are accepted. Otherwise a page of another site could point its own name at this computer and use the server's keys and tools.",
      },
      ENABLE_BALANCE_QUERY: { example: "1", words: "Visitors may ask for the balance of the accounts." },
    },
  },
  {
    title: "Limits",
    variables: {
      MAX_BODY_BYTES: { example: "8000000", words: "The largest request body in bytes." },
      MAX_OUTPUT_TOKENS: {
        example: "16000",
        words:
          "How many tokens of a reply one call with the server's keys may ask for. A call that names no limit has its model's own.",
      },
      MAX_IMAGES: { example: "2", words: "How many images one call with the server's keys may ask for." },
      MAX_REPLY_SECONDS: { example: "900", words: "How long a reply may take in all, in seconds." },
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
      CUSTOM_MODELS: {
        example: "-all,+gpt-5@openai,+my-model@azure=Shown so",
        words:
          "Changes to the models that are offered and may be asked for, whoever pays. With any entry here, a model that is neither built in nor named is refused.",
      },
      VISION_MODELS: { example: "my-model,other-model", words: "Further models that see images." },
      DISABLE_GPT4: { example: "1", words: "No GPT-4, whoever pays." },
    },
  },
  {
    title: "The demonstration",
    variables: {
      ENABLE_DEMO: {
        example: "1",
        words:
          "The demonstration, scripted replies without a model, is offered while the server has no key. 1 offers it always.",
      },
      DISABLE_DEMO: { example: "1", words: "1 offers it never." },
    },
  },
  {
    title: "Plugins, MCP servers and sync",
    intro: "docs/tools.md has more about the first two.",
    variables: {
      DISABLE_PLUGIN_PROXY: {
        example: "1",
        words:
          "Nothing is relayed for plugins and remote MCP servers: they are reached from the browser, or not at all.",
      },
      PLUGIN_PROXY_HOSTS: {
        example: "api.example.com,https://b.example.com:8443",
        default: "all public hosts",
        words: "The only hosts that are reached through the relay: host[:port], or http://host[:port].",
      },
      PLUGIN_PROXY_INTERNAL_HOSTS: {
        example: "http://grafana.internal:3000",
        words: "Hosts that are reached although they stand in the local network.",
      },
      ENABLE_MCP: {
        example: "true",
        default: "off",
        words:
          "true, and nothing else: MCP servers that run as processes of this server. A self-hosted Node server only.",
      },
      MCP_CONFIG_PATH: {
        example: "/data/mcp_config.json",
        default: "mcp_config.json in the folder from which the server is started",
        words: "The file that lists them.",
      },
      MCP_ADMIN_SECRET: {
        example: "a-long-random-text-of-your-own",
        default: "nobody may",
        words: "What lets the administrator change that list over HTTP, 16 characters at least.",
      },
      WHITE_WEBDAV_ENDPOINTS: {
        example: "https://cloud.example.org/remote.php/dav/files/",
        words:
          "WebDAV addresses at which visitors may keep a copy of their data through this server, beside services that are known; also addresses of the local network.",
      },
    },
  },
  {
    title: "Calls to others",
    variables: {
      PROXY_URL: {
        example: "http://proxy.example.com:3128",
        words:
          "A proxy through which all calls of the server go, each by a tunnel: http://host:port or https://host:port (`CONNECT`), socks5://host:port or socks4://host:port. A user and a password stand as `user:password@` before the host, or after a blank. A SOCKS proxy resolves the hosts of providers itself, under `socks5h`, `socks` and `socks4a` as well. Edge functions cannot follow it. Names that callers choose are looked up by this server, and the proxy is given the address; hosts that are opened above are reached without it.",
      },
      NO_PROXY: {
        example: "ollama,internal.example.com",
        words: "Hosts that are reached without it, and all below them; `*` is all. This computer always is.",
      },
    },
  },
  {
    title: "Shared pages",
    intro:
      "Where the pages that visitors share as links are kept: the first of these that is set. Whoever knows a link can read its page; only who may use the server's keys can share one. Nothing can be shared where none is set.",
    variables: {
      ARTIFACTS_DIR: {
        example: "/data/artifacts",
        words: "A folder of this server. A self-hosted Node server only.",
      },
      UPSTASH_REDIS_REST_URL: {
        example: "https://eu1-name-12345.upstash.io",
        words: "A Redis of Upstash's, or another with its interface over HTTP: its address and its token.",
      },
      UPSTASH_REDIS_REST_TOKEN: { example: "token-of-the-database" },
      CLOUDFLARE_ACCOUNT_ID: {
        example: "id-of-the-account",
        words: "Cloudflare's key-value store: the account, the namespace, and keys that may read and write it.",
      },
      CLOUDFLARE_KV_NAMESPACE_ID: { example: "id-of-the-namespace" },
      CLOUDFLARE_KV_API_KEY: { example: "token-of-the-account" },
      CLOUDFLARE_KV_TTL: {
        example: "2592000",
        default: "for good",
        words: "How long shared pages are kept, wherever that is: seconds, more than 60.",
      },
    },
  },
  {
    title: "Shared conversations",
    intro:
      "A service in the manner of ShareGPT. Visitors are told the host before anything is sent. Nothing is offered when empty. The server asks the service; the pages of a static export, which is built with them, ask it themselves, so it must let them.",
    variables: {
      SHARE_URL: {
        example: "https://sharegpt.com/api/conversations",
        words: "Where a conversation is sent.",
      },
      SHARE_LINK: {
        example: "https://shareg.pt/{id}",
        words: "Where it is seen, with {id} in the place of what the service answers.",
      },
    },
  },
];

/** What only the providers' own addresses and keys need to be told of, by name. */
const providerWords: Readonly<Record<string, Partial<Variable>>> = {
  OPENAI_API_KEY: { example: "sk-one,sk-two" },
  BASE_URL: {
    example: "https://gateway.example.com",
    words:
      "The address in place of OpenAI's, for these keys; a visitor's own key goes to api.openai.com only. Any server that speaks the same dialect will do. A gateway here is Anthropic's address too, where ANTHROPIC_URL is empty.",
  },
  AZURE_URL: {
    example: "https://my-resource.openai.azure.com/openai",
    words: "The address of the resource with `/openai` at its end.",
  },
  AZURE_API_VERSION: { example: "2024-10-21" },
  ANTHROPIC_API_VERSION: { example: "2023-06-01" },
  BAIDU_API_KEY: {
    words: "Keys that begin with bce-v3/ serve all models but those of old, and are whole by themselves.",
  },
  BAIDU_SECRET_KEY: { words: "The other halves of keys for the models of old." },
  ALIBABA_API_KEY: { words: "A key serves the region that it was made in." },
  ALIBABA_URL: { example: "https://dashscope-intl.aliyuncs.com/api/" },
  TENCENT_SECRET_ID: {
    words:
      "The two halves of a key for the models of old, whose calls are signed with it. The first id and the first key belong together, then the second ones.",
  },
  TENCENT_SECRET_KEY: { words: undefined },
  TENCENT_API_KEY: { words: "Keys for all other models." },
  MOONSHOT_URL: {
    example: "https://api.moonshot.cn",
    words: "Keys of the Chinese site need https://api.moonshot.cn.",
  },
  IFLYTEK_API_KEY: {
    words: "Both are needed. As lists they go together: the first key with the first secret, and so on.",
  },
  IFLYTEK_API_SECRET: { words: undefined },
};

/** What the providers read, as their table has it; the organization stands with the provider that it is of. */
export function providerGroup(): VariableGroup {
  const rows = Object.values<Provider>(providers).flatMap((provider) =>
    Object.values(provider.fields).flatMap((field): [string, Variable][] => {
      if (!("env" in field) || !field.env) return [];
      return [[field.env, { ...providerVariable(provider, field), ...providerWords[field.env] }]];
    }),
  );
  const organization: Variable = {
    example: "org-of-the-account",
    words: "OpenAI's organization, sent along with the server's key.",
  };
  return {
    title: "Providers",
    intro:
      "Keys are lists, of which one is picked for each call. An address takes the place of the provider's own, for these keys.",
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
  return { example: usually, words: `The version of ${name}'s interface.`, default: usually };
}

/** What the scripts that build and start the app read. The names are those of their sources. */
export const buildGroups: readonly VariableGroup[] = [
  {
    title: "Build time",
    intro: "Read when the app is built, and part of what was built.",
    variables: {
      BUILD_MODE: {
        example: "export",
        default: "standalone; vercel on Vercel",
        words: "standalone (one Node server), vercel (edge functions) or export (static files without a server).",
      },
      BASE_PATH: {
        example: "/chat",
        words: "The path below which a server serves the app; an export works below any.",
      },
      DIST_DIR: { example: ".next-export", default: ".next", words: "The folder that is built into." },
      DEFAULT_INPUT_TEMPLATE: {
        example: "Answer briefly: {{input}}",
        default: "{{input}}",
        words: "What a typed message is put into; {{input}} is the message.",
      },
      BUILD_APP: {
        example: "1",
        words: "Any value: the app fills its window and never asks for a code by itself, as in a desktop shell.",
      },
    },
  },
];

/** What the scripts read that start what was built; a container and a host have their own ways to say it. */
export const startGroup: VariableGroup = {
  title: "Start",
  intro: "Read by `npm run up`, `npm start` and `compose.yaml`; the built server itself takes PORT and HOSTNAME.",
  variables: {
    PORT: { example: "8080", default: "3000", words: "The port." },
    HOST: {
      example: "0.0.0.0",
      default: "127.0.0.1",
      words: "From where the server can be reached; 0.0.0.0 lets other computers in.",
    },
    WEBDAV_USER: { example: "ada", default: "parley", words: "The name at the WebDAV server of `compose.yaml`." },
    WEBDAV_PASSWORD: { example: "a-long-random-text", default: "none", words: "Its password." },
  },
};

/** Whose app it is; the names are those of the server's table. */
export const brandGroup: VariableGroup = {
  title: "The brand",
  intro: "Read when the server starts. What was set when the app was built holds where nothing is set then.",
  variables: {
    BRAND_NAME: { example: "Harbour", default: "Parley", words: "The product's name." },
    BRAND_TAGLINE: {
      example: "Talk to all of them",
      words: "The line under the name, in all languages; BRAND_TAGLINE_AR and so on hold for one of them.",
    },
    BRAND_LOGO: {
      example: "/harbour.svg",
      default: "our own",
      words:
        "An image in place of the mark: an address with https://, one with data:image/, or a path such as /harbour.svg for a file in public/.",
    },
    BRAND_ICON: {
      example: "/harbour-icon.svg",
      default: "our own",
      words: "Likewise the icon of the browser's tab and of the installed app: an SVG, or a PNG of 512 pixels.",
    },
    BRAND_MASKABLE_ICON: {
      example: "/harbour-maskable.png",
      words: "The same with room around it, for systems that cut icons into shapes of their own.",
    },
    BRAND_ACCENT: {
      example: "#566917",
      default: "our own",
      words: "One colour; the accents of both themes are derived from it.",
    },
    BRAND_RADIUS: {
      example: "6",
      default: "our own, 12",
      words: "How round cards are, in pixels from 0 (square) to 16; all other corners go along.",
    },
    BRAND_FONT: {
      example: "Harbour Sans",
      default: "our own",
      words: "The font of the interface, by its name, and its file (WOFF2) unless every computer has it.",
    },
    BRAND_FONT_URL: { example: "/harbour-sans.woff2" },
    BRAND_PROJECT_URL: {
      example: "https://harbour.example.com",
      words:
        "Links to the project's page, to where errors are reported and to a hosted service that needs no keys. An empty one removes what would lead there.",
    },
    BRAND_ISSUES_URL: { example: "https://harbour.example.com/issues" },
    BRAND_HOSTED_URL: { example: "https://hosted.example.com" },
    BRAND_ANNOUNCEMENT: {
      example: "The harbour is closed on Sunday.",
      words:
        "A line above every screen, until it is dismissed; another line is shown anew. BRAND_ANNOUNCEMENT_AR and so on hold for one language. The address makes it a link.",
    },
    BRAND_ANNOUNCEMENT_URL: { example: "https://harbour.example.com/news" },
    BRAND_HIDE: {
      example: "images,voice",
      words: `What is taken from the screens: ${features.join(", ")}. It forbids nothing: calls to the server are as they were.`,
    },
    BRAND_MASKS: {
      example: "/harbour-masks.json",
      default: "our own",
      words:
        "Masks and prompts in place of those that come with the app: the address of a file that is written like public/masks.json or public/prompts.json, or what it would hold.",
    },
    BRAND_PROMPTS: { example: '{"en":[["Weather","What does the sea say?"]]}', default: "our own" },
    BRAND_UPDATES_URL: {
      example: "https://harbour.example.com/tags?per_page=1",
      words: "Where Settings asks for newer versions, a list of tags, and the page that says how to get one.",
    },
    BRAND_UPGRADE_URL: { example: "https://harbour.example.com/upgrade" },
    BRAND_EMOJI_URL: {
      example: "https://emoji.example.com/{code}.png",
      words: "Emoji as images, with {code} in the place of an emoji's code; without it the system draws them.",
    },
    BRAND_MCP_REGISTRY_URL: {
      example: "https://registry.modelcontextprotocol.io/v0/servers",
      default: "our own list",
      words: "A list of MCP servers for the market.",
    },
  },
};

/** All groups, in the order in which they are shown. */
export function variableGroups(): readonly VariableGroup[] {
  return [...serverGroups.slice(0, 2), providerGroup(), ...serverGroups.slice(2), brandGroup, ...buildGroups];
}

/** Returns what counts while a variable is empty. */
export function defaultOf(name: string, { default: said }: Variable): string {
  const number = new Map<string, number>(Object.entries(defaults)).get(name);
  return said ?? number?.toString() ?? "";
}

/** Returns how a variable is written; those of the build are texts, and keys are lists. */
export function kindOf(name: string): VariableKind | "number" {
  if (name in defaults) return "number";
  const secrets = Object.values(providers).flatMap(({ fields }) =>
    Object.values(fields).flatMap((field) => (field.kind === "secret" && "env" in field ? [field.env] : [])),
  );
  return variableKinds.get(name) ?? (secrets.includes(name) ? "list" : "text");
}
