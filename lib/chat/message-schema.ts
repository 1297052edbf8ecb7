import { contentSchema } from "@/lib/chat/content-schema";
import { type Message, type MessageTool, maxBranchNameChars } from "@/lib/chat/message";
import {
  maxViewResultChars,
  maxViewUriChars,
  type ToolMedia,
  type ToolView,
  toolProblems,
  toolSourceKinds,
  toolStates,
  viewScheme,
} from "@/lib/chat/tool";
import { replyErrorKinds } from "@/lib/errors";
import { storedTime } from "@/lib/fields/stored-schemas";
import * as z from "@/lib/zod";

const toolMediaSchema: z.ZodMiniType<readonly ToolMedia[] | undefined> = z.catch(
  z.optional(z.array(z.object({ type: z.string(), url: z.string() }))),
  undefined,
);

const toolViewSchema: z.ZodMiniType<ToolView | undefined> = z.catch(
  z.optional(
    z.object({
      server: z.string(),
      uri: z.string().check(z.startsWith(viewScheme), z.maxLength(maxViewUriChars)),
      result: z.catch(z.optional(z.string().check(z.maxLength(maxViewResultChars))), undefined),
      seal: z.catch(z.optional(z.string()), undefined),
    }),
  ),
  undefined,
) as z.ZodMiniType<ToolView | undefined>;

/** Validation of each field of a stored message; invalid optional fields are dropped. */
export const messageFields = {
  id: z.string().check(z.minLength(1)),
  role: z.enum(["system", "user", "assistant"]),
  content: contentSchema,
  date: z.catch(storedTime, 0),
  reasoning: z.optional(z.string()),
  reasoningMs: z.optional(z.number()),
  thoughtParts: z.catch(
    z.optional(z.array(z.object({ start: z.number(), textBefore: z.number(), callsBefore: z.number() }))),
    undefined,
  ),
  firstByteMs: z.catch(z.optional(z.number()), undefined),
  totalMs: z.catch(z.optional(z.number()), undefined),
  receivingMs: z.catch(z.optional(z.number()), undefined),
  model: z.optional(z.string()),
  providerName: z.optional(z.string()),
  streaming: z.optional(z.boolean()),
  stopped: z.optional(z.boolean()),
  isCut: z.catch(z.optional(z.boolean()), undefined),
  isError: z.optional(z.boolean()),
  error: z.catch(
    z.optional(
      z.object({
        kind: z.enum(replyErrorKinds),
        code: z.nullable(z.string()),
        message: z.string(),
        status: z.optional(z.number()),
        body: z.optional(z.string()),
        retryAfterMs: z.optional(z.number()),
        seconds: z.optional(z.number()),
      }),
    ),
    undefined,
  ),
  usage: z.catch(
    z.optional(
      z.object({
        inputTokens: z.optional(z.number()),
        outputTokens: z.optional(z.number()),
        reasoningTokens: z.optional(z.number()),
        cachedInputTokens: z.optional(z.number()),
        cacheWriteTokens: z.optional(z.number()),
        inputAudioTokens: z.optional(z.number()),
        inputImageTokens: z.optional(z.number()),
        outputAudioTokens: z.optional(z.number()),
        outputImageTokens: z.optional(z.number()),
        totalTokens: z.optional(z.number()),
      }),
    ),
    undefined,
  ),
  // Its fields are checked when it is used (reply-cost.ts): code of the first screen checks rows, too.
  cost: z.catch(z.optional(z.record(z.string(), z.unknown())), undefined),
  tools: z.catch(
    z.optional(
      z.array(
        z.object({
          id: z.string(),
          name: z.string(),
          argumentsText: z.string(),
          textBefore: z.catch(z.optional(z.number()), undefined),
          signature: z.catch(z.optional(z.string()), undefined),
          result: z.optional(z.string()),
          isError: z.optional(z.boolean()),
          state: z.catch(z.optional(z.enum(toolStates)), undefined),
          kind: z.catch(z.optional(z.enum(toolSourceKinds)), undefined),
          source: z.catch(z.optional(z.string()), undefined),
          ownName: z.catch(z.optional(z.string()), undefined),
          host: z.catch(z.optional(z.string()), undefined),
          isReading: z.catch(z.optional(z.boolean()), undefined),
          progress: z.catch(z.optional(z.string()), undefined),
          problem: z.catch(z.optional(z.enum(toolProblems)), undefined),
          ms: z.catch(z.optional(z.number()), undefined),
          client: z.catch(z.optional(z.string()), undefined),
          media: toolMediaSchema,
          view: toolViewSchema,
        }),
      ),
    ),
    undefined,
  ),
  missingTools: z.catch(
    z.optional(
      z.object({
        sources: z.array(z.string()),
        search: z.optional(z.enum(["unsupported", "with-tools"])),
        beyondLimit: z.array(z.string()),
        more: z.number(),
      }),
    ),
    undefined,
  ),
  sources: z.catch(
    z.optional(
      z.array(
        z.object({
          url: z.string().check(z.regex(/^https?:\/\//i)),
          title: z.optional(z.string()),
          quote: z.optional(z.string()),
        }),
      ),
    ),
    undefined,
  ),
  phases: z.catch(z.optional(z.array(z.object({ start: z.number(), phase: z.string() }))), undefined),
  isMcpResponse: z.catch(z.optional(z.boolean()), undefined),
  parentId: z.catch(z.optional(z.string()), undefined),
  isAside: z.catch(z.optional(z.boolean()), undefined),
  branchName: z.catch(z.optional(z.string().check(z.maxLength(maxBranchNameChars))), undefined),
  comparison: z.catch(z.optional(z.string()), undefined),
  column: z.catch(z.optional(z.number()), undefined),
  // As for the cost: its fields are checked when it is used (blend.ts).
  blend: z.catch(z.optional(z.record(z.string(), z.unknown())), undefined),
  audio_url: z.catch(z.optional(z.string()), undefined),
};

/** Reads the audio URL of a stored message, even if other fields are invalid. Returns undefined if it has none. */
export function readAudioUrl(row: unknown): string | undefined {
  const parsed = z.safeParse(z.object({ audio_url: z.string() }), row);
  return parsed.success ? parsed.data.audio_url : undefined;
}

/** Reads a message that this version stored. Unknown fields are retained. */
export const messageSchema: z.ZodMiniType<Message> = z.looseObject(messageFields);

/** Reads the tool calls of a stored message, even if other fields are invalid. Returns undefined if it has none. */
export function readTools(row: unknown): readonly MessageTool[] | undefined {
  const parsed = z.safeParse(z.object({ tools: messageFields.tools }), row);
  return parsed.success ? (parsed.data.tools as readonly MessageTool[] | undefined) : undefined;
}
