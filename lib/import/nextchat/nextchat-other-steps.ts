import { contentId, sourceId } from "@/lib/import/content-id";
import { type Step, under, without } from "@/lib/import/nextchat/nextchat-step";
import { isRecord, type JsonRecord, recordOf, stringOf } from "@/lib/json";

/** The id that all empty masks once had. */
const emptyMaskId = 1_145_141_919_810;

/** Migrations of NextChat's masks. */
export const maskSteps: readonly Step[] = [
  {
    to: 2,
    name: "there is no counter of masks, and no placeholder of the empty one",
    isDue: (store) => "globalMaskId" in store || masksOf(store).some(([, mask]) => mask.id === emptyMaskId),
    migrate: (store) =>
      withMasks(
        without(store, "globalMaskId"),
        masksOf(store).filter(([, mask]) => mask.id !== emptyMaskId),
      ),
  },
  {
    to: 3,
    name: "ids are texts",
    isDue: (store) => masksOf(store).some(([, { id }]) => typeof id !== "string" || id === ""),
    migrate: (store) =>
      withMasks(
        store,
        masksOf(store).map(([key, mask]) => [key, { ...mask, id: textId("mask", mask, [mask.name, mask.context]) }]),
      ),
  },
  {
    to: 3.1,
    name: "masks stand under their ids",
    isDue: (store) => masksOf(store).some(([key, { id }]) => key !== id),
    migrate: (store) =>
      withMasks(
        store,
        masksOf(store).map(([key, mask]) => [sourceId(mask.id) ?? key, mask]),
      ),
  },
];

/** Migrations of NextChat's prompts. */
export const promptSteps: readonly Step[] = [
  {
    to: 2,
    name: "prompts were a map, of which nothing was ever stored",
    isDue: (store) => "latestId" in store || !isRecord(store.prompts),
    migrate: (store) => ({ ...without(store, "latestId"), prompts: recordOf(store.prompts) }),
  },
  {
    to: 3,
    name: "ids are texts",
    isDue: (store) => promptsOf(store).some(([key, prompt]) => prompt.id !== key || !("createdAt" in prompt)),
    migrate: (store) => ({
      ...store,
      prompts: Object.fromEntries(
        promptsOf(store).map(([, prompt]) => {
          const id = textId("prompt", prompt, [prompt.title, prompt.content]);
          return [id, { isUser: true, createdAt: 0, ...prompt, id }];
        }),
      ),
    }),
  },
];

/** Migrations of NextChat's sync settings. */
export const syncSteps: readonly Step[] = [
  {
    to: 1,
    name: "WebDAV's fields had other names in the middle of 2023",
    isDue: (sync) => "webDavConfig" in sync,
    migrate: (sync) => {
      const { server, username, password } = recordOf(sync.webDavConfig);
      const webdav = { endpoint: stringOf(server), username: stringOf(username), password: stringOf(password) };
      return under({ webdav }, without(sync, "webDavConfig"));
    },
  },
  {
    to: 1.1,
    name: "Upstash has a name to store under",
    isDue: ({ upstash }) => isRecord(upstash) && stringOf(upstash.username) === "",
    migrate: (sync) => {
      const upstash = recordOf(sync.upstash);
      return { ...sync, upstash: { ...upstash, username: stringOf(upstash.username) || nextChatFolder } };
    },
  },
  {
    to: 1.2,
    name: "the old relay of NextChat is no proxy",
    isDue: ({ proxyUrl }) => proxyUrl === "/api/cors/",
    migrate: (sync) => (sync.proxyUrl === "/api/cors/" ? { ...sync, proxyUrl: "" } : sync),
  },
];

/** The folder of NextChat's remote backups. */
const nextChatFolder = "chatgpt-next-web";

function masksOf(store: JsonRecord): [string, JsonRecord][] {
  return Object.entries(recordOf(store.masks)).filter((entry): entry is [string, JsonRecord] => isRecord(entry[1]));
}

function withMasks(store: JsonRecord, masks: readonly (readonly [string, JsonRecord])[]): JsonRecord {
  return { ...store, masks: Object.fromEntries(masks) };
}

function promptsOf(store: JsonRecord): [string, JsonRecord][] {
  return Object.entries(recordOf(store.prompts)).filter((entry): entry is [string, JsonRecord] => isRecord(entry[1]));
}

/**
 * Returns a text id. A numeric id may collide with another browser's, so it is combined with a hash of the contents.
 */
function textId(kind: string, { id }: JsonRecord, contents: readonly unknown[]): string {
  return typeof id === "string" && id !== "" ? id : `nextchat:${kind}:${contentId(id, ...contents)}`;
}
