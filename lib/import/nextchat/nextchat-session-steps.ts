import { contentId, sourceId } from "@/lib/import/content-id";
import { oldModelDefaults, withModelConfig } from "@/lib/import/nextchat/nextchat-model-config";
import { type Step, type StepContext, under, without } from "@/lib/import/nextchat/nextchat-step";
import { isRecord, type JsonRecord, listOf, recordOf } from "@/lib/json";

/** Migrations of NextChat's chats, one chat at a time; later steps for model settings apply to the chat's mask. */
export const sessionSteps: readonly Step[] = [
  {
    to: 1.1,
    name: "a chat has prompts of its own",
    isDue: (session) => !("mask" in session) && !("context" in session),
    migrate: (session) => ("mask" in session ? session : under({ context: [] }, session)),
  },
  {
    to: 1.2,
    name: "a chat says whether it sends its memory",
    isDue: (session) => !("mask" in session) && !("sendMemory" in session),
    migrate: (session) => ("mask" in session ? session : under({ sendMemory: true }, session)),
  },
  {
    to: 2,
    name: "prompts and model settings move into a mask",
    isDue: (session) => !isRecord(session.mask),
    migrate: (session, stepContext) => (isRecord(session.mask) ? session : withMask(session, stepContext)),
  },
  {
    to: 3,
    name: "ids are texts",
    isDue: (session) => typeof session.id !== "string" || session.id === "",
    migrate: withTextIds,
  },
  {
    to: 3.1,
    name: "a mask says whether system prompts are added",
    isDue: ({ mask }) => !("enableInjectSystemPrompts" in recordOf(recordOf(mask).modelConfig)),
    migrate: (session, { modelConfig }) =>
      inMask(session, (own) =>
        under({ enableInjectSystemPrompts: modelConfig.enableInjectSystemPrompts ?? true }, own),
      ),
  },
  {
    to: 3.2,
    name: "a mask names the model of summaries",
    isDue: ({ mask }) => !("compressModel" in recordOf(recordOf(mask).modelConfig)),
    migrate: (session, { modelConfig }) =>
      inMask(session, (own) => {
        const { compressModel = "", compressProviderName = "" } = modelConfig;
        return under({ compressModel, compressProviderName }, own);
      }),
  },
  {
    to: 3.3,
    name: "the model of summaries, which the step before had filled in, is nobody's choice",
    // A backup does not show whether it was filled in or chosen: a possible choice is retained.
    isDue: () => false,
    migrate: (session) => inMask(session, (own) => ({ ...own, compressModel: "", compressProviderName: "" })),
  },
];

function inMask(session: JsonRecord, change: (modelConfig: JsonRecord) => JsonRecord): JsonRecord {
  return { ...session, mask: withModelConfig(recordOf(session.mask), change) };
}

/**
 * Moves prompts and settings into a mask. NextChat's own migration retained only the topic and the messages; we retain
 * the rest, too.
 */
function withMask(session: JsonRecord, stepContext: StepContext): JsonRecord {
  const { context, avatar, sendMemory, modelConfig } = session;
  const hasOwnSettings = isRecord(modelConfig);
  const settings = hasOwnSettings ? modelConfig : stepContext.modelConfig;
  return {
    ...without(session, "context", "avatar", "sendMemory", "modelConfig"),
    mask: {
      context: listOf(context),
      ...(avatar === undefined ? {} : { avatar }),
      syncGlobalConfig: !hasOwnSettings,
      modelConfig: {
        ...oldModelDefaults,
        ...settings,
        ...(typeof sendMemory === "boolean" && { sendMemory }),
      },
    },
  };
}

/**
 * Assigns a text id. Old ids were counters or times, and the oldest chats had none. The first message is included,
 * because counters of two browsers collide; later messages are not, so that a chat that has grown keeps its id.
 */
function withTextIds(session: JsonRecord): JsonRecord {
  if (typeof session.id === "string" && session.id !== "") return session;
  const first = recordOf(listOf(session.messages)[0]);
  const id = sourceId(session.id);
  return { ...session, id: `nextchat:${contentId(id, first.id, first.date, first.role, first.content)}` };
}
