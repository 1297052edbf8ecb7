import { sourceId } from "@/lib/import/content-id";
import type { DocumentState, Format, ImportContext, Imported, NotUnderstood } from "@/lib/import/imported";
import { readNextChatSessions } from "@/lib/import/nextchat/nextchat-chats";
import { readNextChatMask } from "@/lib/import/nextchat/nextchat-mask";
import { migrate } from "@/lib/import/nextchat/nextchat-migrations";
import { type StepContext, without } from "@/lib/import/nextchat/nextchat-step";
import {
  draftsIn,
  type NextChatKey,
  nextChatKeys,
  type StoredState,
  storesIn,
  unwrapStore,
} from "@/lib/import/nextchat/nextchat-stores";
import { withUniqueIds } from "@/lib/import/unique-ids";
import { isRecord, type JsonRecord, listOf, recordOf } from "@/lib/json";

/** Format of NextChat's backups, its remote backups, and dumps of its browser storage, of every version. */
export const nextChat: Format = {
  id: "nextchat",
  detects: (top) => Object.keys(storesIn(top)).length > 0,
  read: readBackup,
};

const chatKey = "chat-next-web-store";

function readBackup(value: unknown, context: ImportContext): Imported {
  const notUnderstood: NotUnderstood[] = [];
  const stores = new Map<NextChatKey, StoredState>();
  const raw = storesIn(value);
  for (const key of nextChatKeys) {
    if (raw[key] === undefined) continue;
    const stored = unwrapStore(raw[key]);
    if (stored) stores.set(key, stored);
    else notUnderstood.push({ where: key, reason: "wrong-shape" });
  }
  const chatStore = stores.get(chatKey);
  const config = withEdgeVoice(
    configOf(stores.get("app-config"), chatStore, context),
    stores.get("access-control")?.state.edgeTTSVoiceName,
  );
  const stepContext: StepContext = { context, modelConfig: recordOf(config?.modelConfig), drafts: draftsIn(value) };
  const sessions = chatStore?.state.sessions ?? [];
  if (!Array.isArray(sessions)) notUnderstood.push({ where: `${chatKey}.sessions`, reason: "wrong-shape" });
  const read = readNextChatSessions(listOf(sessions), `${chatKey}.sessions`, chatStore?.version, stepContext);
  const { chats, duplicates } = withUniqueIds(read.chats);
  return {
    format: "nextchat",
    chats,
    documents: documentsOf(stores, config, stepContext),
    notUnderstood: [...notUnderstood, ...read.notUnderstood, ...duplicates],
  };
}

/** Returns the settings. Before version 1 of the chats (March 2023), they were in the same store. */
function configOf(
  own: StoredState | undefined,
  chatStore: StoredState | undefined,
  context: ImportContext,
): JsonRecord | undefined {
  const stepContext: StepContext = { context, modelConfig: {} };
  if (own) return migrate("app-config", own.state, own.version, stepContext);
  const config = chatStore?.state.config;
  if (!isRecord(config)) return undefined;
  const { historyMessageCount, compressMessageLengthThreshold, modelConfig, ...rest } = without(
    config,
    "sendBotMessages",
  );
  const moved = {
    ...(historyMessageCount === undefined ? {} : { historyMessageCount }),
    ...(compressMessageLengthThreshold === undefined ? {} : { compressMessageLengthThreshold }),
    ...recordOf(modelConfig),
  };
  return migrate("app-config", { ...rest, modelConfig: moved }, 0, stepContext);
}

/** Moves Edge's voice from NextChat's credentials to the speech settings. */
function withEdgeVoice(config: JsonRecord | undefined, edgeVoice: unknown): JsonRecord | undefined {
  if (typeof edgeVoice !== "string" || edgeVoice === "" || !isRecord(config?.ttsConfig)) return config;
  return { ...config, ttsConfig: { edgeVoice, ...config.ttsConfig } };
}

function documentsOf(
  stores: ReadonlyMap<NextChatKey, StoredState>,
  config: JsonRecord | undefined,
  stepContext: StepContext,
): Record<string, DocumentState> {
  const documents: Record<string, DocumentState> = config ? { "app-config": withoutHydration(config) } : {};
  for (const [key, { state, version }] of stores) {
    switch (key) {
      case "chat-next-web-store":
      case "app-config":
        break;
      case "access-control":
      case "prompt-store":
      case "sync":
        documents[key] = withoutHydration(migrate(key, state, version, stepContext));
        break;
      case "mask-store":
        documents[key] = withoutHydration(withMasksRead(migrate(key, state, version, stepContext), stepContext));
        break;
      case "chat-next-web-plugin":
      case "sd-list":
      case "chat-update":
      case "mcp-store":
        documents[key] = withoutHydration(state);
    }
  }
  return documents;
}

function withMasksRead(store: JsonRecord, stepContext: StepContext): JsonRecord {
  const masks = Object.entries(recordOf(store.masks)).flatMap(([key, mask]) => {
    if (!isRecord(mask)) return [];
    const read = readNextChatMask(mask, sourceId(mask.id) ?? key, stepContext);
    return [[read.id, read] as const];
  });
  return { ...store, masks: Object.fromEntries(masks) };
}

/** Removes the flag of NextChat's hydration, which is not a setting. */
function withoutHydration(state: JsonRecord): DocumentState {
  return without(state, "_hasHydrated");
}
