import type { ThinkingLevel } from "@/lib/chat/model-controls";
import { baseName } from "@/lib/providers/model-families";
import { ownResponsesServer, ownServer } from "@/lib/providers/places";
import {
  claudeBudget,
  claudeEffort,
  claudeOptionalEffort,
  dashScopeThinking,
  effort,
  enableThinking,
  geminiBudget,
  geminiLevel,
  groqSwitch,
  ollamaEffort,
  ollamaSwitch,
  openRouterReasoning,
  type ThinkingWire,
  templateSwitch,
  thinkingType,
  thinkingTypeAndEffort,
} from "@/lib/providers/thinking-wires";

/** The choices of a family of models, and their parameter at each provider. */
interface ThinkingFamily {
  /** Tested against the model's name in lower case, without the folder of a vendor (`Qwen/…`). */
  readonly match: RegExp;
  /** The levels that the models accept, in the order in which they are shown. */
  readonly levels: readonly ThinkingLevel[];
  /** The parameter by the provider's name; other providers have no choice. */
  readonly at: Readonly<Record<string, ThinkingWire>>;
  /** Set for models with a choice of `verbosity`, at the same providers. */
  readonly hasVerbosity?: true;
}

const ownServers = { [ownServer]: effort, [ownResponsesServer]: effort };
const openAIs = { OpenAI: effort, Azure: effort, "302.AI": effort, ...ownServers };
const openServers = (wire: ThinkingWire) => ({ "llama.cpp": wire, vLLM: wire, [ownServer]: wire });
const qwens = {
  Alibaba: dashScopeThinking,
  SiliconFlow: enableThinking,
  Groq: groqSwitch,
  Ollama: ollamaSwitch,
  ...openServers(templateSwitch("enable_thinking")),
};
const all = ["off", "on", "low", "medium", "high"] as const;
const withOff = ["off", "low", "medium", "high"] as const;
const always = ["low", "medium", "high"] as const;

/**
 * Thinking by family of models: the levels that exist, and the parameter that they become. The first row whose name
 * matches and that has the provider counts. OpenRouter has one parameter for all models, so there the first row whose
 * name matches counts.
 *
 * A level that a family or a parameter does not have is not offered and not sent. The token budgets of levels are
 * `thinkingBudgets`, in `thinking-wires.ts`.
 */
const thinkingFamilies: readonly ThinkingFamily[] = [
  // OpenAI. https://platform.openai.com/docs/guides/reasoning
  { match: /^(gpt|o\d)[\w.-]*-(pro|chat|deep-research|search|image|audio)(-|$)/, levels: [], at: openAIs },
  { match: /^(o1-(mini|preview)|chat-latest)/, levels: [], at: openAIs },
  { match: /^(o\d|codex-|gpt-\d[\w.]*-codex)/, levels: always, at: openAIs },
  { match: /^gpt-(5(?![.\d])|6-astra|6\.1-sol)/, levels: always, at: openAIs, hasVerbosity: true },
  { match: /^gpt-(5\.\d|[6-9](?!\d)|[12]\d(?!\d))/, levels: withOff, at: openAIs, hasVerbosity: true },
  {
    match: /^gpt-oss/,
    levels: always,
    at: { Groq: effort, Ollama: ollamaEffort, "LM Studio": effort, ...openServers(effort), ...ownServers },
  },

  // Anthropic. https://platform.claude.com/docs/en/build-with-claude/effort
  { match: /^claude-[a-z]+-4[-.]6(?!\d)/, levels: withOff, at: { Anthropic: claudeEffort, ...ownServers } },
  {
    match: /^claude-[a-z]+-4[-.][78](?!\d)/,
    levels: withOff,
    at: { Anthropic: claudeOptionalEffort, ...ownServers },
  },
  {
    match: /^claude-(3[-.]7|[a-z]+-4)(?!\d)/,
    levels: withOff,
    at: { Anthropic: claudeBudget, ...ownServers },
  },
  {
    match: /^claude-((sonnet|opus)-5(?![-.]?\d(?!\d))|haiku-5[-.]5)(?!\d)/,
    levels: withOff,
    at: { Anthropic: claudeEffort, ...ownServers },
  },
  {
    match: /^claude-[a-z]+-([5-9]|[1-9]\d)(?!\d)/,
    levels: always,
    at: { Anthropic: claudeEffort, ...ownServers },
  },

  // Google. https://ai.google.dev/gemini-api/docs/thinking
  { match: /^gemini.*(image|tts|audio|live|embedding)/, levels: [], at: { Google: geminiLevel } },
  { match: /^gemini-2\.5-pro/, levels: always, at: { Google: geminiBudget, ...ownServers } },
  { match: /^gemini-2\.5-flash/, levels: withOff, at: { Google: geminiBudget, ...ownServers } },
  { match: /^gemini-3-pro/, levels: ["low", "high"], at: { Google: geminiLevel, ...ownServers } },
  {
    match: /^gemini-([3-9]|[1-9]\d|(pro|flash)-latest$)(?!\d)/,
    levels: always,
    at: { Google: geminiLevel, ...ownServers },
  },

  // DeepSeek
  {
    match: /^deepseek-(flash|v[4-9])/,
    levels: ["off", "on", "low", "high"],
    at: { DeepSeek: thinkingTypeAndEffort, Ollama: ollamaSwitch, ...openServers(templateSwitch("thinking")) },
  },
  {
    match: /^deepseek-v3\.[12]/,
    levels: all,
    at: { SiliconFlow: enableThinking, Ollama: ollamaSwitch, ...openServers(templateSwitch("thinking")) },
  },

  // xAI. Other models refuse the parameter. https://docs.x.ai/docs/guides/reasoning
  { match: /^grok-3-mini/, levels: ["low", "high"], at: { XAI: effort, ...ownServers } },
  { match: /^grok-(4\.[3-9]|[5-9])(?!\d)/, levels: always, at: { XAI: effort, ...ownServers } },

  // Moonshot. https://platform.moonshot.ai/docs
  {
    match: /^kimi-k2\.[56]/,
    levels: ["off", "on"],
    at: { Moonshot: thinkingType, ...openServers(templateSwitch("thinking")) },
  },
  { match: /^kimi-k3/, levels: ["low", "high"], at: { Moonshot: effort } },

  // Alibaba. The models named here only answer in one way.
  {
    match: /^qwen.*(coder|instruct|thinking|omni)/,
    levels: [],
    at: qwens,
  },
  {
    match: /^qwen-?(plus|turbo|flash|[4-9]|3(\.[5-9]|-max|-vl-(plus|flash)|[-:]\d|:latest|$))/,
    levels: all,
    at: qwens,
  },

  // ByteDance. https://www.volcengine.com/docs/82379/1449737
  { match: /^doubao-seed/, levels: ["off", "on"], at: { ByteDance: thinkingType } },

  // Zhipu
  { match: /^glm-5\.3/, levels: ["low", "high"], at: { ChatGLM: effort } },
  {
    match: /^glm-(4\.[5-9]|[5-9])/,
    levels: ["off", "on"],
    at: {
      ChatGLM: thinkingType,
      SiliconFlow: enableThinking,
      Ollama: ollamaSwitch,
      ...openServers(templateSwitch("enable_thinking")),
    },
  },
];

/** The choices of thinking and verbosity that a model has at a provider. */
interface ThinkingChoices {
  readonly levels: readonly ThinkingLevel[];
  readonly wire: ThinkingWire;
  readonly hasVerbosity: boolean;
}

/** Returns the choices of a model at a provider, by its place (`placeOf`); undefined without any. */
export function thinkingChoices(place: string, model: string): ThinkingChoices | undefined {
  const name = baseName(model);
  const matching = thinkingFamilies.filter(({ match }) => match.test(name));
  const family = place === "OpenRouter" ? matching[0] : matching.find(({ at }) => Object.hasOwn(at, place));
  const wire = place === "OpenRouter" ? openRouterReasoning : family?.at[place];
  if (!family || !wire) return undefined;
  const levels = family.levels.filter((level) => wire.levels.includes(level));
  return { levels, wire, hasVerbosity: family.hasVerbosity ?? false };
}
