import { type Project, readProject } from "@/lib/chat/project";
import type { DocumentState } from "@/lib/import/imported";
import { recordOf } from "@/lib/json";
import { catalogue } from "@/lib/storage/catalogue";

const { key, itemsField } = catalogue.projects;

/**
 * Returns the document of projects of a file, with those only that its chats are in; undefined without any. Projects are
 * records like chats and contain no secrets, so they come with the chats.
 */
export function projectsOfChats(
  documents: Readonly<Record<string, DocumentState>>,
  projectIds: readonly string[],
): DocumentState | undefined {
  const stored = recordOf(documents[key]?.[itemsField]);
  const named = projectIds.filter((id) => Object.hasOwn(stored, id));
  if (named.length === 0) return undefined;
  return { [itemsField]: Object.fromEntries(named.map((id) => [id, stored[id]])) };
}

/** Returns the projects of such a document that are not known on this device. */
export function newProjects(document: DocumentState | undefined, known: ReadonlyMap<string, unknown>): Project[] {
  return Object.entries(recordOf(document?.[itemsField])).flatMap(([id, stored]) => {
    const project = readProject(stored, id);
    return project && !known.has(project.id) ? project : [];
  });
}
