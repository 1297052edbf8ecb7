import { type Budget, readBudget } from "@/lib/chat/budget";
import type { ToolsOff } from "@/lib/chat/mask";
import { type ModelSettings, modelSettings } from "@/lib/chat/model-settings";
import { isTextList } from "@/lib/fields/fields";
import { boundedOrder, boundedTime } from "@/lib/fields/time";
import { isRecord, stringOf } from "@/lib/json";

/** Returns the beginning of a text, without half a surrogate pair at its end. */
export function shortened(text: string, length: number): string {
  return text.length > length ? text.slice(0, length).replace(/[\ud800-\udbff]$/, "") : text;
}

/** The colors of projects, by name. */
export const projectColors = ["gray", "red", "orange", "green", "teal", "blue", "purple", "pink"] as const;

export type ProjectColor = (typeof projectColors)[number];

/** The color of a new project. */
const newColor: ProjectColor = "blue";

/** Limits of a project, in characters and numbers. */
export const projectLimits = {
  name: 100,
  instructions: 50_000,
  tools: 100,
  masks: 100,
  maskId: 200,
  projects: 2_000,
} as const;

/** A group of chats with instructions, settings, documents and tools that apply to all of them. */
export interface Project {
  readonly id: string;
  readonly createdAt: number;
  /** Name; empty means untitled. */
  readonly name: string;
  /** An emoji code such as `1f30a`; without one, the project has a dot in its color. */
  readonly emoji?: string | undefined;
  readonly color: ProjectColor;
  /** Sort key in the list, in descending order. */
  readonly order: number;
  /** Text that is sent after the instructions for all chats. */
  readonly instructions: string;
  /** The model settings that replace those of the app in chats without settings of their own. */
  readonly modelConfig: Partial<ModelSettings>;
  /** Tool sources that are added to those of each chat, as in a mask. */
  readonly plugin: readonly string[];
  readonly toolsOff?: ToolsOff;
  /** Whether models that can search the web may do so. */
  readonly webSearch?: boolean;
  /** Whether remembered facts are sent in its chats (`facts.ts`); absent: yes, if the app sends them. */
  readonly enableFacts?: boolean;
  /** A reference to the stored list of documents whose passages are sent (`knowledge.ts`). */
  readonly knowledge?: string | undefined;
  /** Ids of the masks that are offered first in its chats. Those of deleted masks are retained and skipped. */
  readonly masks?: readonly string[];
  /** The budget of each month for the calls of its chats. */
  readonly budget?: Budget | undefined;
}

/** Creates an empty project that is listed before all `others`. */
export function newProject(given: {
  id: string;
  name: string;
  now: number;
  others: readonly Pick<Project, "order">[];
}): Project {
  return {
    id: given.id,
    createdAt: given.now,
    name: shortened(given.name.trim(), projectLimits.name),
    color: newColor,
    order: Math.max(given.now, ...given.others.map(({ order }) => order + 1)),
    instructions: "",
    modelConfig: {},
    plugin: [],
  };
}

/** Whether nothing was entered into a new project. */
export function isBlankProject({ id, createdAt, order, ...entered }: Project): boolean {
  const { name, color, instructions, modelConfig, plugin, ...others } = entered;
  const isEmpty = name === "" && instructions === "" && plugin.length === 0;
  return isEmpty && color === newColor && [modelConfig, others].every((each) => Object.keys(each).length === 0);
}

/**
 * Reads a stored project: texts are shortened, invalid values become the default, and unknown fields of newer versions
 * are retained. Returns undefined for other values. Never throws.
 */
export function readProject(stored: unknown, id: string): Project | undefined {
  if (!isRecord(stored) || id === "") return undefined;
  const {
    emoji,
    enableFacts,
    knowledge,
    toolsOff,
    webSearch,
    budget: storedBudget,
    masks: storedMasks,
    ...others
  } = stored;
  const budget = readBudget(storedBudget);
  const masks = readMaskIds(storedMasks);
  return {
    ...others,
    id,
    createdAt: numberOf(stored.createdAt, boundedTime),
    name: stringOf(stored.name).trim() === "" ? "" : shortened(stringOf(stored.name), projectLimits.name),
    color: projectColors.find((color) => color === stored.color) ?? "gray",
    order: numberOf(stored.order, boundedOrder),
    instructions: shortened(stringOf(stored.instructions), projectLimits.instructions),
    modelConfig: readProjectSettings(stored.modelConfig),
    plugin: isTextList(stored.plugin) ? stored.plugin.slice(0, projectLimits.tools) : [],
    ...(typeof emoji === "string" && /^[0-9a-f-]{2,80}$/.test(emoji) ? { emoji } : {}),
    ...(typeof knowledge === "string" && knowledge !== "" ? { knowledge } : {}),
    ...(isRecord(toolsOff) && Object.values(toolsOff).every(isTextList) ? { toolsOff: toolsOff as ToolsOff } : {}),
    ...(webSearch === true ? { webSearch } : {}),
    ...(typeof enableFacts === "boolean" ? { enableFacts } : {}),
    ...(budget ? { budget } : {}),
    ...(masks.length > 0 ? { masks } : {}),
  };
}

/** Reads the ids of masks, each once. */
function readMaskIds(stored: unknown): readonly string[] {
  if (!isTextList(stored)) return [];
  const ids = stored.filter((id) => id !== "" && id.length <= projectLimits.maskId);
  return [...new Set(ids)].slice(0, projectLimits.masks);
}

/**
 * Reads the model settings that a project sets. Settings that it does not set stay absent; unknown ones of newer versions
 * are retained.
 */
function readProjectSettings(stored: unknown): Partial<ModelSettings> {
  if (!isRecord(stored)) return {};
  const names = Object.keys(modelSettings).filter((name) => Object.hasOwn(stored, name));
  const known = names.map((name) => [name, modelSettings[name as keyof ModelSettings].read(stored[name])]);
  return { ...stored, ...Object.fromEntries(known) };
}

/** Sorts projects for the list by descending `order`; equal ones by id, so that all devices agree. */
export function inProjectOrder(projects: readonly Project[]): Project[] {
  return projects.toSorted((one, other) => other.order - one.order || (one.id < other.id ? -1 : 1));
}

/** Distance between sort keys after renumbering. */
const renumberStep = 1_000_000;

/** Moves a project to an index of the list and returns the changed projects. */
export function moveProject(projects: readonly Project[], id: string, index: number): Project[] {
  const listed = inProjectOrder(projects);
  const moved = listed.find((project) => project.id === id);
  if (!moved) return [];
  const others = listed.filter((project) => project !== moved);
  const place = Math.min(Math.max(index, 0), others.length);
  const above = others[place - 1]?.order ?? (others[place]?.order ?? 0) + 2 * renumberStep;
  const below = others[place]?.order ?? above - 2 * renumberStep;
  const order = (above + below) / 2;
  if (order < above && order > below) return [{ ...moved, order }];
  const renumbered = others.toSpliced(place, 0, moved);
  return renumbered.map((project, each) => ({ ...project, order: (renumbered.length - each) * renumberStep }));
}

function numberOf(value: unknown, bound: (value: number) => number): number {
  return typeof value === "number" && Number.isFinite(value) ? bound(value) : 0;
}
