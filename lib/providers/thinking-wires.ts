import type { ThinkingLevel } from "@/lib/chat/model-controls";
import { isRecord, type JsonRecord, recordOf } from "@/lib/json";

/** A parameter for thinking. */
export interface ThinkingWire {
  /** The levels that the parameter can express. */
  readonly levels: readonly ThinkingLevel[];
  /** Returns a request body with the level. */
  apply(body: JsonRecord, level: ThinkingLevel): JsonRecord;
}

/**
 * Tokens for thinking by level, for models that take a number of tokens instead of a level. They are Google's own:
 * https://ai.google.dev/gemini-api/docs/openai#thinking
 */
const thinkingBudgets: Readonly<Record<string, number>> = { low: 1024, medium: 8192, high: 24_576 };

/** Tokens that a limit leaves for the answer, beside the budget for thinking. */
const minAnswerTokens = 1024;

const efforts = ["off", "low", "medium", "high"] as const;
const switches = ["off", "on"] as const;

/** OpenAI's effort: `reasoning_effort`, and `reasoning.effort` in the Responses API. `none` turns thinking off. */
export const effort: ThinkingWire = {
  levels: efforts,
  apply(body, level) {
    const value = level === "off" ? "none" : level;
    if (!isResponsesBody(body)) return { ...body, reasoning_effort: value };
    return { ...body, reasoning: { ...recordOf(body.reasoning), effort: value } };
  },
};

/** Ollama's effort: `think` in its own API, which its OpenAI dialect does not have. https://docs.ollama.com/api/chat */
export const ollamaEffort: ThinkingWire = {
  levels: efforts,
  apply(body, level) {
    return isOllamaBody(body) ? { ...body, think: level === "off" ? false : level } : effort.apply(body, level);
  },
};

/** Ollama's switch. Models that can think do so by default. https://github.com/ollama/ollama/issues/14820 */
export const ollamaSwitch: ThinkingWire = { ...ollamaEffort, levels: ["off"] };

/** Groq's switch for Qwen. https://console.groq.com/docs/reasoning */
export const groqSwitch: ThinkingWire = {
  levels: switches,
  apply: (body, level) => ({ ...body, reasoning_effort: level === "off" ? "none" : "default" }),
};

/** OpenRouter's own parameter for all models. https://openrouter.ai/docs/use-cases/reasoning-tokens */
export const openRouterReasoning: ThinkingWire = {
  levels: [...switches, "low", "medium", "high"],
  apply(body, level) {
    if (level === "on") return { ...body, reasoning: { enabled: true } };
    return { ...body, reasoning: { effort: level === "off" ? "none" : level } };
  },
};

/**
 * A budget for Claude. It must be below `max_tokens`, which covers thinking too, and sampling fields are refused.
 * https://platform.claude.com/docs/en/build-with-claude/extended-thinking
 */
export const claudeBudget: ThinkingWire = {
  levels: efforts,
  apply(body, level) {
    const budget = thinkingBudgets[level];
    if (budget === undefined) return { ...body, thinking: { type: "disabled" } };
    const max_tokens = limitWith(budget, body.max_tokens);
    return { ...withoutSampling(body), max_tokens, thinking: { type: "enabled", budget_tokens: budget } };
  },
};

/**
 * Effort of Claude models that decide themselves how long they think. From Opus 4.7 on, they return their thoughts only
 * if a request asks for them. https://platform.claude.com/docs/en/build-with-claude/adaptive-thinking
 */
export const claudeEffort: ThinkingWire = {
  levels: efforts,
  apply(body, level) {
    if (level === "off") return { ...body, thinking: { type: "disabled" } };
    const thinking = { type: "adaptive", display: "summarized" };
    return { ...withoutSampling(body), thinking, output_config: { ...recordOf(body.output_config), effort: level } };
  },
};

/** Effort of Opus 4.7 and 4.8, which do not think by default and refuse `disabled`. */
export const claudeOptionalEffort: ThinkingWire = {
  levels: efforts,
  apply: (body, level) => (level === "off" ? body : claudeEffort.apply(body, level)),
};

/** Gemini 2.5: a budget, and 0 turns thinking off. https://ai.google.dev/gemini-api/docs/thinking */
export const geminiBudget: ThinkingWire = {
  levels: efforts,
  apply(body, level) {
    const thinkingBudget = thinkingBudgets[level];
    const config = recordOf(body.generationConfig);
    if (thinkingBudget === undefined) {
      return { ...body, generationConfig: { ...config, thinkingConfig: { thinkingBudget: 0 } } };
    }
    const maxOutputTokens = limitWith(thinkingBudget, config.maxOutputTokens);
    const thinkingConfig = { includeThoughts: true, thinkingBudget };
    return { ...body, generationConfig: { ...config, maxOutputTokens, thinkingConfig } };
  },
};

/** Gemini 3 and later: a level. A budget beside it is an error. */
export const geminiLevel: ThinkingWire = {
  levels: ["low", "medium", "high"],
  apply(body, level) {
    const thinkingConfig = { includeThoughts: true, thinkingLevel: level.toUpperCase() };
    return { ...body, generationConfig: { ...recordOf(body.generationConfig), thinkingConfig } };
  },
};

/** Qwen at Alibaba, among its `parameters`. https://help.aliyun.com/en/model-studio/deep-thinking */
export const dashScopeThinking: ThinkingWire = {
  levels: [...switches, "low", "medium", "high"],
  apply: (body, level) => ({ ...body, parameters: { ...recordOf(body.parameters), ...enabledFields(level) } }),
};

/** The same fields at the top of the body. https://docs.siliconflow.cn/en/api-reference/chat-completions */
export const enableThinking: ThinkingWire = {
  levels: dashScopeThinking.levels,
  apply: (body, level) => ({ ...body, ...enabledFields(level) }),
};

/** A switch of many Chinese providers: `thinking.type`. https://docs.z.ai/guides/capabilities/thinking-mode */
export const thinkingType: ThinkingWire = {
  levels: switches,
  apply: (body, level) => ({ ...body, thinking: { type: level === "off" ? "disabled" : "enabled" } }),
};

/** DeepSeek's switch with an effort. https://api-docs.deepseek.com/guides/thinking_mode */
export const thinkingTypeAndEffort: ThinkingWire = {
  levels: efforts,
  apply(body, level) {
    const switched = thinkingType.apply(body, level);
    return level === "off" ? switched : { ...switched, reasoning_effort: level };
  },
};

/** A switch in the chat template of an open model. https://docs.vllm.ai/en/latest/features/reasoning_outputs.html */
export const templateSwitch = (name: "enable_thinking" | "thinking"): ThinkingWire => ({
  levels: switches,
  apply(body, level) {
    const kwargs = { ...recordOf(body.chat_template_kwargs), [name]: level !== "off" };
    return { ...body, chat_template_kwargs: kwargs };
  },
});

/** Whether a body is of OpenAI's Responses API, whose parameters have other names. */
export function isResponsesBody(body: JsonRecord): boolean {
  return Array.isArray(body.input);
}

/** Whether a body is of Ollama's own API, which has most parameters among its `options`. */
export function isOllamaBody(body: JsonRecord): boolean {
  return Array.isArray(body.messages) && isRecord(body.options);
}

function enabledFields(level: ThinkingLevel): JsonRecord {
  const budget = thinkingBudgets[level];
  return { enable_thinking: level !== "off", ...(budget === undefined ? {} : { thinking_budget: budget }) };
}

/** Returns a reply limit that leaves room for the answer: the requested one, plus the budget if that would fill it. */
function limitWith(budget: number, requested: unknown): unknown {
  if (typeof requested !== "number" || requested >= budget + minAnswerTokens) return requested;
  return requested + budget;
}

function withoutSampling(body: JsonRecord): JsonRecord {
  const { temperature: _temperature, top_p: _topP, top_k: _topK, ...others } = body;
  return others;
}
