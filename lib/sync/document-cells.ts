import { boundedTime } from "@/lib/fields/time";
import { isRecord, recordOf } from "@/lib/json";
import { catalogue, documentEntries } from "@/lib/storage/catalogue";
import { fingerprint, isSameValue } from "@/lib/sync/fingerprint";
import type { LocalCell } from "@/lib/sync/local-state";
import type { Group, SyncState } from "@/lib/sync/state";

type JsonRecord = Readonly<Record<string, unknown>>;

const syncedEntries = documentEntries.filter(({ sync }) => sync !== undefined);

/** Synced documents by storage key, each with its field of items by id, if it has one. */
const keyedFields: Readonly<Record<string, string | undefined>> = Object.fromEntries(
  syncedEntries.map(({ key, itemsField, sync }) => [key, sync?.itemsField ?? itemsField]),
);

/** Documents that contain keys, codes or passwords. */
const secretDocuments: ReadonlySet<string> = new Set(
  syncedEntries.filter(({ sync }) => sync?.isSecret).map(({ key }) => key),
);

/**
 * Settings that contain a key among other fields. The secret part, which is the key and its host, is a separate cell.
 */
const secretParts: Readonly<Record<string, readonly string[]>> = catalogue.config.sync.secretParts;
const documentOfSecrets = catalogue.config.key;
const secretEnding = "/keys";

/** Fields that are not synced: device-specific times and states, NextChat's flags, and values from a server. */
const ownFields: ReadonlySet<string> = new Set([
  "lastUpdateTime",
  "lastUpdate",
  "_hasHydrated",
  "deleted",
  "counter",
  "models",
  "needCode",
  "hideUserApiKey",
  "hideBalanceQuery",
  "disableGPT4",
  "disableFastLink",
  "visionModels",
  "defaultModel",
  "formerAccess",
]);
/** Fields of the access document that are not synced: its models are the operator's; the user's are in the settings. */
const ownFieldsOfAccess: ReadonlySet<string> = new Set(["customModels"]);

const documentPrefix = "document/";

/** Returns the storage keys of the synced documents. */
export function syncedDocuments(withKeys: boolean): string[] {
  return Object.keys(keyedFields).filter((key) => withKeys || !secretDocuments.has(key));
}

/**
 * Returns a document as cells: each setting, each mask, each prompt. Unchanged defaults have no time, so that the
 * defaults of a new device override nothing.
 *
 * @param defaults values of settings, and fingerprints by id of the items that the operator has added
 */
export function cellsOfDocument(
  key: string,
  state: JsonRecord,
  defaults: JsonRecord = {},
): ReadonlyMap<string, LocalCell> {
  const since = typeof state.lastUpdateTime === "number" ? boundedTime(state.lastUpdateTime) : 0;
  const keyed = keyedFields[key];
  const cells = new Map<string, LocalCell>();
  for (const [name, value] of Object.entries(state)) {
    if (isOwn(key, name) || value === undefined) continue;
    if (name === keyed) {
      for (const [id, thing] of Object.entries(isRecord(value) ? value : {})) {
        cells.set(`${name}/${id}`, itemCell(thing, since, recordOf(defaults[name])[id]));
      }
      continue;
    }
    for (const [cell, part] of partsOf(key, name, value)) {
      const isUntouched = part === "" || isSameValue(part, partsOf(key, name, defaults[name]).get(cell));
      cells.set(cell, { value: part, since: isUntouched ? 0 : since });
    }
  }
  return cells;
}

/** Returns the cell of an item. One of the operator was created at no time, but may have been changed here. */
function itemCell(thing: unknown, since: number, sitePrint: unknown): LocalCell {
  if (sitePrint === undefined) return { value: thing, since: createdAt(thing) ?? since };
  if (sitePrint === fingerprint(thing)) return { value: thing, since: 0, isUntouched: true };
  return { value: thing, since: Math.max(since, createdAt(thing) ?? 0) };
}

/** Returns the cells of a document with its keys locked: the local values remain, and remote ones are ignored. */
export function withoutSecretCells(key: string, cells: ReadonlyMap<string, LocalCell>): ReadonlyMap<string, LocalCell> {
  if (key !== documentOfSecrets) return cells;
  const names = [...Object.keys(secretParts).map((name) => name + secretEnding), ...cells.keys()];
  const held = names.filter((name) => name.endsWith(secretEnding)).map((name): [string, LocalCell] => [name, "busy"]);
  return new Map([...cells, ...held]);
}

/**
 * Returns a state or a ledger without groups and cells that contain keys, codes or passwords. Apply it to
 * what was read: a missing cell of the ledger would otherwise count as a deletion.
 */
export function withoutSecrets<G extends { readonly cells: ReadonlyMap<string, unknown> }>(
  groups: ReadonlyMap<string, G>,
): Map<string, G> {
  const open = [...groups].filter(([name]) => !secretDocuments.has(documentKeyOf(name) ?? ""));
  return new Map(
    open.map(([name, group]) => {
      if (documentKeyOf(name) !== documentOfSecrets) return [name, group];
      return [name, { ...group, cells: new Map([...group.cells].filter(([key]) => !key.endsWith(secretEnding))) }];
    }),
  );
}

/** Returns the cells of a setting: one, or two if it contains a key. */
function partsOf(key: string, name: string, value: unknown): ReadonlyMap<string, unknown> {
  const secrets = secretsOf(key, name);
  if (!secrets || !isRecord(value)) return new Map([[name, value]]);
  return new Map([
    [name, withPart({}, value, (field) => !secrets.includes(field))],
    [name + secretEnding, withPart({}, value, (field) => secrets.includes(field))],
  ]);
}

function secretsOf(key: string, name: string): readonly string[] | undefined {
  return key === documentOfSecrets && Object.hasOwn(secretParts, name) ? secretParts[name] : undefined;
}

/** Replaces the fields of one part of a setting. */
function withPart(setting: unknown, part: unknown, isOfPart: (field: string) => boolean): JsonRecord {
  const fieldsOf = (value: unknown) => Object.entries(isRecord(value) ? value : {});
  return Object.fromEntries([
    ...fieldsOf(setting).filter(([field]) => !isOfPart(field)),
    ...fieldsOf(part).filter(([field]) => isOfPart(field)),
  ]);
}

function createdAt(thing: unknown): number | undefined {
  return isRecord(thing) && typeof thing.createdAt === "number" ? thing.createdAt : undefined;
}

function isOwn(key: string, name: string): boolean {
  return ownFields.has(name) || (key === catalogue.access.key && ownFieldsOfAccess.has(name));
}

/** Applies cells to a document of this device; fields that are not synced remain. */
export function documentWith(key: string, { cells }: Group, here: JsonRecord): Record<string, unknown> {
  const keyed = keyedFields[key];
  const document: Record<string, unknown> = { ...here };
  const things: Record<string, unknown> = keyed !== undefined && isRecord(here[keyed]) ? { ...here[keyed] } : {};
  const deleted: Record<string, unknown> = isRecord(here.deleted) ? { ...here.deleted } : {};
  for (const [name, { at, value }] of cells) {
    const id = keyed !== undefined && name.startsWith(`${keyed}/`) ? name.slice(keyed.length + 1) : undefined;
    const [target, field] = id === undefined ? [document, name] : [things, id];
    if (isOwn(key, name)) continue;
    const isSecret = name.endsWith(secretEnding);
    const setting = isSecret ? name.slice(0, -secretEnding.length) : name;
    const secrets = secretsOf(key, setting);
    if (secrets) {
      document[setting] = withPart(document[setting], value, (part) => secrets.includes(part) === isSecret);
      continue;
    }
    if (value === undefined) Reflect.deleteProperty(target, field);
    else target[field] = value;
    if (id === undefined) continue;
    if (value === undefined) deleted[id] = at;
    else Reflect.deleteProperty(deleted, id);
  }
  if (keyed !== undefined) document[keyed] = things;
  if (Object.keys(deleted).length > 0 || "deleted" in here) document.deleted = deleted;
  return document;
}

/** Returns the group of a document in a state. */
export function documentIn(state: SyncState, key: string): Group | undefined {
  return state.get(documentPrefix + key);
}

/** Returns the name of a document's group. */
export function groupOfDocument(key: string): string {
  return documentPrefix + key;
}

/** Returns the storage key of a group's document; undefined for a chat. */
export function documentKeyOf(name: string): string | undefined {
  const key = name.startsWith(documentPrefix) ? name.slice(documentPrefix.length) : undefined;
  return key !== undefined && Object.hasOwn(keyedFields, key) ? key : undefined;
}
