import { inProjectOrder, type Project, projectLimits, readProject } from "@/lib/chat/project";
import { isRecord, recordOf } from "@/lib/json";

/** The stored document of projects. */
export interface ProjectList {
  /** Projects in list order. */
  readonly projects: readonly Project[];
  /** Deletion times by id, in milliseconds since the epoch, so that another device does not restore deleted projects. */
  readonly deleted: Readonly<Record<string, number>>;
  /** Other entries, and projects beyond the limit, by key. They are written back unchanged. */
  readonly unread: Readonly<Record<string, unknown>>;
  /** Time of the last change, for merging. */
  readonly lastUpdateTime: number;
}

/** Reads the stored projects. Never throws. */
export function readProjectList(stored: unknown): ProjectList {
  const { projects, deleted, lastUpdateTime } = recordOf(stored);
  const read = new Map<string, Project>();
  const unread: [string, unknown][] = [];
  for (const [id, value] of Object.entries(recordOf(projects))) {
    const project = read.size < projectLimits.projects ? readProject(value, id) : undefined;
    if (project) read.set(id, project);
    else unread.push([id, value]);
  }
  const times = Object.entries(isRecord(deleted) ? deleted : {}).filter(([, time]) => typeof time === "number");
  return {
    projects: inProjectOrder([...read.values()]),
    deleted: Object.fromEntries(times) as Record<string, number>,
    unread: Object.fromEntries(unread),
    lastUpdateTime: typeof lastUpdateTime === "number" ? lastUpdateTime : 0,
  };
}

/** Returns the projects in their stored shape: a record by id, so that two devices can be merged. */
export function storedProjectList({ projects, deleted, unread, lastUpdateTime }: ProjectList): object {
  return {
    projects: { ...unread, ...Object.fromEntries(projects.map((project) => [project.id, project])) },
    deleted,
    lastUpdateTime,
  };
}
