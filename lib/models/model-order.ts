import { familyOf } from "@/lib/models/family";
import type { ModelEntry } from "@/lib/models/model-entry";
import { baseName } from "@/lib/providers/model-families";

/** A dated snapshot: the name of its model, the date, and a suffix. */
const snapshot = /^(.+?)-(\d{4}-\d{2}-\d{2}|\d{8}|\d{2}-\d{2}|\d{4}|\d{3})(-preview)?$/;

/** Models of earlier generations. */
const earlier =
  /^(gpt-3\.5|gpt-4($|-(32k|turbo|vision|\d))|gpt-4\.5|o1(-|$)|claude-(instant|[123][.-])|gemini-(1\.|2\.0|exp|pro$)|learnlm)/;

/**
 * Returns the models of a list that few people choose: earlier generations, and dated snapshots of models that the list
 * has under a shorter name or with a later date. Empty if that were all models.
 */
export function olderModels(names: readonly string[]): ReadonlySet<string> {
  const listed = new Set(names.map(baseName));
  const dates = names.flatMap((name) => snapshotOf(name) ?? []);
  const isSuperseded = (name: string) => {
    const { model, date } = snapshotOf(name) ?? {};
    if (model === undefined || date === undefined) return false;
    const plain = model.replace(/-(preview|exp)$/, "");
    const hasAlias = [model, plain, `${model}-latest`].some((alias) => listed.has(alias));
    return hasAlias || dates.some((other) => other.model === model && isLater(other.date, date));
  };
  const older = names.filter((name) => earlier.test(baseName(name)) || isSuperseded(name));
  return new Set(older.length < names.length ? older : []);
}

function snapshotOf(name: string) {
  const [, model, date] = snapshot.exec(baseName(name)) ?? [];
  return model === undefined || date === undefined ? undefined : { model, date };
}

/** Whether a date is later than another one of the same form. */
function isLater(one: string, other: string): boolean {
  return one.length === other.length && one > other;
}

/** The first one or two numbers of a name that are not a date or a size, such as 4 and 5 in `claude-opus-4-5`. */
const version = /(?<!\d)(\d{1,2})(?!\d|[bkm]\b)(?:[.-](\d{1,2})(?!\d|[a-z]))?/;

/**
 * Sorts models by family, in the order in which families first appear, and each family by version, newest first. Names
 * without a version, such as `qwen-max-latest`, stand for the current one and come first.
 */
export function newestModelsFirst<M extends { readonly name: string }>(models: readonly M[]): M[] {
  const order = [...new Set(models.map(({ name }) => familyOf(name).name))];
  const keyed = models.map((model) => {
    const name = baseName(model.name);
    const [, major = Number.POSITIVE_INFINITY, minor = 0] = version.exec(name) ?? [];
    return { model, family: order.indexOf(familyOf(name).name), major: Number(major), minor: Number(minor) };
  });
  keyed.sort((one, other) => {
    if (one.family !== other.family) return one.family - other.family;
    if (one.major !== other.major) return one.major < other.major ? 1 : -1;
    return other.minor - one.minor;
  });
  return keyed.map(({ model }) => model);
}

/** Sorts models of several providers: the newest of each provider first, and older ones after those of all providers. */
export function currentModelsFirst(models: readonly ModelEntry[]): ModelEntry[] {
  const providers = [...new Set(models.map(({ provider }) => provider.id))];
  const groups = providers.map((id) => newestModelsFirst(models.filter(({ provider }) => provider.id === id)));
  const older = groups.map((group) => olderModels(group.map(({ name }) => name)));
  return [false, true].flatMap((isOlder) =>
    groups.flatMap((group, index) => group.filter(({ name }) => older[index]?.has(name) === isOlder)),
  );
}
