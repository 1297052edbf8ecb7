import type { DocumentState } from "@/lib/import/imported";
import { isRecord, type JsonRecord, listOf, recordOf } from "@/lib/json";
import { readSearchSettings } from "@/lib/settings/search-settings";
import { readVoiceSettings } from "@/lib/settings/voice-settings";
import { catalogue, documentEntries } from "@/lib/storage/catalogue";

/** Fields with items by id, by storage key: an import adds new items and leaves stored ones unchanged. */
export const keyedFields: Readonly<Record<string, string>> = Object.fromEntries(
  documentEntries.flatMap(({ key, itemsField }) => (itemsField === undefined ? [] : [[key, itemsField]])),
);

/**
 * Merges a document of a file into the stored one. Settings of the file win, but empty values replace nothing, and
 * items with ids are only added.
 */
export function mergeDocument(key: string, here: unknown, found: DocumentState): JsonRecord {
  const known = recordOf(here);
  const field = keyedFields[key];
  if (field) return { ...found, ...known, ...mergedThings(field, known, found) };
  if (key === catalogue.imageTasks.key) return { ...found, ...known, draw: mergedPictures(known, found) };
  // Values that a link replaced belong to one device: a file could insert a URL in them.
  const { formerAccess: _access, formerSync: _sync, ...brought } = withoutEmpty(found);
  const merged = { ...known, ...brought, ...mergedPartsWithKeys(known, found), ...mergedSync(known, found) };
  return "hosts" in known || "hosts" in found ? { ...merged, hosts: mergedHosts(known, found) } : merged;
}

/**
 * Merges items: items that were deleted here remain deleted, and stored items remain, even if the file has deleted
 * them.
 */
function mergedThings(field: string, known: JsonRecord, found: DocumentState): JsonRecord {
  const deletedHere = recordOf(known.deleted);
  const brought = Object.entries(recordOf(found[field])).filter(([id]) => !Object.hasOwn(deletedHere, id));
  const things = { ...Object.fromEntries(brought), ...recordOf(known[field]) };
  if (!("deleted" in known) && !("deleted" in found)) return { [field]: things };
  const deletions = Object.entries({ ...recordOf(found.deleted), ...deletedHere });
  return { [field]: things, deleted: Object.fromEntries(deletions.filter(([id]) => !Object.hasOwn(things, id))) };
}

/** The parts of the app's settings that have a key with its host, and how they are read. */
const partsWithKeys = { realtimeConfig: readVoiceSettings, searchConfig: readSearchSettings } as const;

/**
 * Retains the stored keys of live voice and of the search engine with their hosts, if the file contains none
 * (docs/security.md#i81).
 */
function mergedPartsWithKeys(known: JsonRecord, found: DocumentState): JsonRecord {
  const merged = Object.entries(partsWithKeys).flatMap(([name, read]) => {
    const [here, brought] = [known[name], found[name]];
    if (!isRecord(here) || !isRecord(brought) || brought.apiKey) return [];
    const { apiKey, apiKeyHost } = read(here);
    return [[name, { ...brought, apiKey, apiKeyHost }] as const];
  });
  return Object.fromEntries(merged);
}

/** Sync services and the fields with their secrets. */
const syncSecrets: Readonly<Record<string, string>> = {
  webdav: "password",
  upstash: "apiKey",
  s3: "secretAccessKey",
};

/**
 * Retains the URL and proxy of a stored sync password or token: a file cannot redirect it, unless it contains a
 * password or token itself (docs/security.md#i81).
 */
function mergedSync(known: JsonRecord, found: DocumentState): JsonRecord {
  const kept = Object.entries(syncSecrets).filter(([place, secret]) => recordOf(known[place])[secret]);
  const own = kept.filter(([place, secret]) => !recordOf(found[place])[secret]);
  if (own.length === 0) return {};
  const { useProxy, proxyUrl } = known;
  return { ...Object.fromEntries(own.map(([place]) => [place, known[place]])), useProxy, proxyUrl };
}

/** Merges requested images: stored ones remain unchanged, new ones follow. */
function mergedPictures(known: JsonRecord, found: DocumentState): unknown[] {
  const here = listOf(known.draw);
  const ids = new Set(here.map((picture) => recordOf(picture).id));
  return [...here, ...listOf(found.draw).filter((picture) => !ids.has(recordOf(picture).id))];
}

function withoutEmpty(found: DocumentState): JsonRecord {
  return Object.fromEntries(Object.entries(found).filter(([, value]) => value !== "" && value !== null));
}

/**
 * Merges the hosts of keys. A stored key remains bound to its host: a file can only bind keys that it contains
 * (docs/security.md#i81).
 */
function mergedHosts(known: JsonRecord, found: DocumentState): JsonRecord {
  const brought = isRecord(found.hosts) ? Object.entries(found.hosts).filter(([key]) => found[key]) : [];
  const kept = Object.entries(recordOf(known.hosts)).filter(([key]) => !found[key]);
  return Object.fromEntries([...kept, ...brought]);
}
