import { damagedHead } from "@/lib/chat/damaged-head";
import { type Mask, withModelSettings } from "@/lib/chat/mask";
import type { Message } from "@/lib/chat/message";
import type { ModelSettings } from "@/lib/chat/model-settings";
import type { Project } from "@/lib/chat/project";
import { readProjectList } from "@/lib/chat/project-list";
import { projectPromptId } from "@/lib/chat/project-prompt";
import { withProjectTools } from "@/lib/chat/project-tools";
import { type ChatSession, inListOrder } from "@/lib/chat/session";
import { sessionSchema } from "@/lib/chat/session-schema";
import type { BackupData, BackupOptions } from "@/lib/export/backup-data";
import { nextChatMask, nextChatMaskStore, untitled } from "@/lib/export/nextchat-mask";
import { nextChatMessage } from "@/lib/export/nextchat-message";
import { nextChatStat } from "@/lib/export/nextchat-stat";
import { readAppConfig } from "@/lib/settings/app-settings";
import { withoutCredentials } from "@/lib/settings/without-credentials";
import { restoreDocuments, restoreImages } from "@/lib/storage/blobs";
import { catalogue, type MessageRecord } from "@/lib/storage/catalogue";
import * as z from "@/lib/zod";

/** The other stores in a NextChat backup, each with its minimum content. */
const otherStores = {
  "access-control": {},
  "app-config": {},
  "mask-store": { masks: {} },
  "prompt-store": { counter: 0, prompts: {} },
} as const;

/**
 * Writes a backup that NextChat can read: five stores as plain states, each chat with its visible path.
 *
 * Hidden versions, deletions and stores that NextChat does not export are omitted.
 */
export async function* nextChatBackup(
  data: BackupData,
  { withCredentials, ...options }: BackupOptions,
): AsyncGenerator<string> {
  const projects = writtenProjects(data, options);
  const messages = await shownMessages(data.messages);
  const chats = inListOrder(
    [...data.sessions].flatMap(readableHead).filter(({ deletedAt }) => deletedAt === undefined),
  );
  yield '{"chat-next-web-store":{"sessions":[';
  let separator = "\n";
  for (const chat of chats) {
    const own = messages.get(chat.id) ?? [];
    const complete = await Promise.all(
      own.map(async (message) => restoreDocuments(await restoreImages(message, data.readBlob), data.readBlob)),
    );
    yield separator + JSON.stringify(sessionOf(chat, complete, projects.get(chat.projectId ?? "")));
    separator = ",\n";
  }
  yield `\n],"currentSessionIndex":0,"lastInput":"","lastUpdateTime":${data.exportedAt}}`;
  for (const [key, least] of Object.entries(otherStores)) {
    const { state } = data.documents[key] ?? { state: least };
    const whole = { ...least, ...(typeof state === "object" ? state : {}) };
    const known = withoutDeletions(whole);
    const stored = key === "mask-store" ? nextChatMaskStore({ ...known }) : known;
    yield `,\n${JSON.stringify(key)}:${JSON.stringify(withCredentials ? stored : withoutCredentials(stored))}`;
  }
  yield "}\n";
}

/** Returns a stored chat head. A damaged one is written as far as it can be read. */
function readableHead(head: ChatSession): readonly ChatSession[] {
  if (z.validate(sessionSchema, head)) return [head];
  const { isDamaged: _mark, ...read } = damagedHead(head) ?? {};
  return "id" in read ? [read as ChatSession] : [];
}

/** Removes deletion times: NextChat treats everything that is not in the file as absent. */
function withoutDeletions({ deleted: _deleted, ...rest }: { readonly deleted?: unknown }): object {
  return rest;
}

/** Groups the messages on the visible path by chat, in order. */
async function shownMessages(messages: BackupData["messages"]): Promise<ReadonlyMap<string, readonly MessageRecord[]>> {
  const shown = new Map<string, MessageRecord[]>();
  for await (const message of messages) {
    if (message.isAside) continue;
    const chat = shown.get(message.sessionId);
    if (chat) chat.push(message);
    else shown.set(message.sessionId, [message]);
  }
  for (const chat of shown.values()) chat.sort((a, b) => a.seq - b.seq);
  return shown;
}

/** The parts of a project that are written into its chats; empty ones are not. */
interface WrittenProject extends Pick<Project, "id" | "name" | "instructions" | "plugin"> {
  /** The settings of chats that follow those of the app. */
  readonly modelConfig: ModelSettings | undefined;
}

/** Returns the parts of projects that the user chose, by id. */
function writtenProjects(
  { documents }: BackupData,
  { withProjectNames, withProjectInstructions, withProjectSettings }: Omit<BackupOptions, "withCredentials">,
): ReadonlyMap<string, WrittenProject> {
  const { projects } = readProjectList(documents[catalogue.projects.key]?.state);
  const { modelConfig: global } = readAppConfig(documents["app-config"]?.state);
  const written = projects.map(({ id, name, instructions, modelConfig, plugin }) => ({
    id,
    name: withProjectNames ? name : "",
    instructions: withProjectInstructions ? instructions : "",
    modelConfig: withProjectSettings && Object.keys(modelConfig).length > 0 ? { ...global, ...modelConfig } : undefined,
    plugin: withProjectSettings ? plugin : [],
  }));
  return new Map(written.map((project) => [project.id, project]));
}

/** Returns a mask whose first prompt is the instructions of a project, unless they are empty. */
function withInstructions(mask: Mask, { id, instructions }: WrittenProject): Mask {
  if (instructions.trim() === "") return mask;
  const prompt: Message = { id: projectPromptId(id), role: "system", content: instructions, date: 0 };
  return { ...mask, context: [prompt, ...mask.context] };
}

/** Returns a mask with the model settings of a project, unless it has its own, and with its tools. */
function withSettings(mask: Mask, { modelConfig, plugin }: WrittenProject): Mask {
  const configured = modelConfig && mask.syncGlobalConfig ? withModelSettings(mask, modelConfig, {}) : mask;
  return withProjectTools(configured, { plugin });
}

const noProject: WrittenProject = { id: "", name: "", instructions: "", modelConfig: undefined, plugin: [] };

function sessionOf(session: ChatSession, messages: readonly MessageRecord[], project = noProject): unknown {
  const { preview, messageCount, order, pinned, deletedAt, ...rest } = session;
  return {
    ...rest,
    stat: nextChatStat(messages, session),
    topic: [project.name, session.topic || untitled].filter((text) => text !== "").join(": "),
    messages: messages.map(({ sessionId, seq, ...message }) => nextChatMessage(message)),
    mask: nextChatMask(withInstructions(withSettings(session.mask, project), project)),
  };
}
