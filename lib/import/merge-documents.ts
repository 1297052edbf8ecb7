import type { DocumentState } from "@/lib/import/imported";
import { isRecord, type JsonRecord, listOf, recordOf } from "@/lib/providers/json";
import { readVoiceSettings } from "@/lib/settings/voice-settings";
import { catalogue, documentEntries } from "@/lib/storage/catalogue";

/** The fields that hold things by id, by storage key: an import adds new ones and leaves stored ones as they are. */
export const keyedFields: Readonly<Record<string, string>> = Object.fromEntries(
  documentEntries.flatMap(({ key, itemsField }) => (itemsField === undefined ? [] : [[key, itemsField]])),
);

/**
 * Puts a document of a file over the one that is here. Settings of the file win; nothing empty replaces anything, and
 * things with ids are only added.
 */
export function mergeDocument(key: string, here: unknown, found: DocumentState): JsonRecord {
  const known = recordOf(here);
  const field = keyedFields[key];
  if (field) return { ...found, ...known, ...mergedThings(field, known, found) };
  if (key === catalogue.imageTasks.key) return { ...found, ...known, draw: mergedPictures(known, found) };
  // The values that a link replaced are a matter of one device: a file could plant an address in them.
  const { formerAccess: _former, ...brought } = withoutEmpty(found);
  const merged = { ...known, ...brought, ...mergedVoice(known, found), ...mergedSync(known, found) };
  return "hosts" in known || "hosts" in found ? { ...merged, hosts: mergedHosts(known, found) } : merged;
}

/** What was deleted here stays deleted; what stands here stays, even where the file has deleted it. */
function mergedThings(field: string, known: JsonRecord, found: DocumentState): JsonRecord {
  const deletedHere = recordOf(known.deleted);
  const brought = Object.entries(recordOf(found[field])).filter(([id]) => !Object.hasOwn(deletedHere, id));
  const things = { ...Object.fromEntries(brought), ...recordOf(known[field]) };
  if (!("deleted" in known) && !("deleted" in found)) return { [field]: things };
  const deletions = Object.entries({ ...recordOf(found.deleted), ...deletedHere });
  return { [field]: things, deleted: Object.fromEntries(deletions.filter(([id]) => !Object.hasOwn(things, id))) };
}

/** The key of live voice that is here stays, bound to its host, where the file brings none (I8.1). */
function mergedVoice(known: JsonRecord, found: DocumentState): JsonRecord {
  if (!isRecord(known.realtimeConfig) || !isRecord(found.realtimeConfig) || found.realtimeConfig.apiKey) return {};
  const { apiKey, apiKeyHost } = readVoiceSettings(known.realtimeConfig);
  return { realtimeConfig: { ...found.realtimeConfig, apiKey, apiKeyHost } };
}

/** Where a copy in the cloud is kept, and the field that opens it. */
const syncSecrets: Readonly<Record<string, string>> = { webdav: "password", upstash: "apiKey" };

/**
 * A password or token of the cloud that is here goes to its own place by its own way: a file can change neither, unless
 * it brings a password or token itself (I8.1).
 */
function mergedSync(known: JsonRecord, found: DocumentState): JsonRecord {
  const kept = Object.entries(syncSecrets).filter(([place, secret]) => recordOf(known[place])[secret]);
  const own = kept.filter(([place, secret]) => !recordOf(found[place])[secret]);
  if (own.length === 0) return {};
  const { useProxy, proxyUrl } = known;
  return { ...Object.fromEntries(own.map(([place]) => [place, known[place]])), useProxy, proxyUrl };
}

/** Pictures that were ordered stand in a list: what is here stays as it is, what is new comes after it. */
function mergedPictures(known: JsonRecord, found: DocumentState): unknown[] {
  const here = listOf(known.draw);
  const ids = new Set(here.map((picture) => recordOf(picture).id));
  return [...here, ...listOf(found.draw).filter((picture) => !ids.has(recordOf(picture).id))];
}

function withoutEmpty(found: DocumentState): JsonRecord {
  return Object.fromEntries(Object.entries(found).filter(([, value]) => value !== "" && value !== null));
}

/** A key that is here stays bound to its host: a file may bind only the keys that it brings (I8.1). */
function mergedHosts(known: JsonRecord, found: DocumentState): JsonRecord {
  const brought = isRecord(found.hosts) ? Object.entries(found.hosts).filter(([key]) => found[key]) : [];
  const kept = Object.entries(recordOf(known.hosts)).filter(([key]) => !found[key]);
  return Object.fromEntries([...kept, ...brought]);
}
