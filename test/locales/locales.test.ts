import { createTranslator } from "use-intl";
import { staticWords } from "@/components/shell/static-words";
import { type DemoReply, demoReply } from "@/lib/demo/demo-script";
import type { DemoTexts } from "@/lib/demo/demo-texts";
import { quote } from "@/lib/demo/quote";
import { arabicTexts } from "@/lib/demo/texts/arabic";
import { chineseTexts } from "@/lib/demo/texts/chinese";
import { englishTexts } from "@/lib/demo/texts/english";
import englishRescue from "@/locales/en/rescue";
import type { FirstWords } from "@/locales/messages";
import { isLocaleCode, type LocaleCode, locales } from "@/locales/registry";
import { restWords } from "@/locales/rest-words";
import { settingsWords } from "@/locales/settings-words";
import { simplified, strangersTo, traditional } from "../support/chinese-characters";
import { english as englishWords, rescueWordsIn } from "../support/words";

/** Names, formats and keys that a language may leave as they are, and the one term that Chinese borrows. */
const latinWords = [
  "AI",
  "API",
  "Azure",
  "Basic",
  "Bearer",
  "Cherry",
  "CORS",
  "D",
  "Diffusion",
  "Edge",
  "Enter",
  "HEIC",
  "HTML",
  "http",
  "HTTP",
  "https",
  "ID",
  "JavaScript",
  "JPEG",
  "JSON",
  "Kelivo",
  "llama.cpp",
  "LM",
  "Markdown",
  "MB",
  "MCP",
  "mcpServers",
  "Microsoft",
  "NextChat",
  "Ollama",
  "OLLAMA_ORIGINS",
  "OpenAI",
  "OpenAPI",
  "P",
  "PDF",
  "PNG",
  "servers",
  "Shift",
  "SSE",
  "Stable",
  "Studio",
  "SVG",
  "TeX",
  "token",
  "Top",
  "Upstash",
  "URL",
  "WebDAV",
  "YAML",
];

/** Names, and texts of signs and placeholders alone, which may be the same as in English in every language. */
const namesOfAll = [
  "chatSettings.named",
  "export.format_json",
  "export.format_markdown",
  "export.format_pdf",
  "imageTasks.title",
  "maskLink.modelOf",
  "mcp.actionNamed",
  "mcp.itemOf",
  "mcp.nav",
  "message.by",
  "plugins.auth_basic",
  "plugins.auth_bearer",
  "thread.versionOf",
];

/** What else is rightly the same as in English, by language. */
const sameAsEnglish: Readonly<Record<LocaleCode, readonly string[]>> = {
  cn: [],
  en: [],
  tw: [],
  da: [
    "composer.model",
    "composer.send",
    "composer.stop",
    "data.chats",
    "data.folderLeave",
    "data.prompts",
    "data.takenOverChats",
    "data.takenOverPlugins",
    "export.format",
    "fields.qualityStandard",
    "fields.top_p",
    "hints.prompts",
    "imageOptions.standard",
    "imageTasks.by",
    "imageTasks.field_model",
    "imageTasks.field_prompt",
    "imageTasks.model",
    "imageTasks.quality_standard",
    "imageTasks.status",
    "imageTasks.style_analog-film",
    "imageTasks.style_anime",
    "imageTasks.style_origami",
    "markdown.diagram",
    "maskLink.start",
    "masks.chat",
    "masks.chatWith",
    "mcp.argument",
    "mcp.headerName",
    "mcp.run",
    "mcp.stop",
    "message.tokens",
    "models.title",
    "models.video",
    "palette.byChats",
    "palette.byPrompts",
    "palette.chats",
    "palette.prompts",
    "plugins.location_header",
    "plugins.title",
    "plugins.token",
    "promptEditor.system",
    "promptList.title",
    "rescue.chats",
    "search.chat",
    "search.model",
    "search.role_system",
    "settings.avatar",
    "settings.data",
    "settings.model",
    "settings.prompts",
    "settings.version",
    "sharing.link",
    "sidebar.chats",
    "thread.prompts",
    "thread.role_system",
    "toolCalls.seconds",
    "toolChoice.plugins",
  ],
  jp: ["fields.top_p"],
  ko: ["fields.top_p"],
  id: [
    "composer.model",
    "emoji.list",
    "export.format",
    "fields.top_p",
    "imageTasks.by",
    "imageTasks.field_prompt",
    "imageTasks.model",
    "imageTasks.status",
    "imageTasks.style_anime",
    "imageTasks.style_origami",
    "markdown.diagram",
    "masks.chat",
    "masks.chatWith",
    "masks.edit",
    "models.title",
    "models.video",
    "plugins.editNamed",
    "plugins.editTitle",
    "plugins.token",
    "promptList.editNamed",
    "promptList.editTitle",
    "search.chat",
    "search.model",
    "settings.avatar",
    "settings.data",
    "settings.model",
    "thread.edit",
  ],
  fr: [
    "artifact.code",
    "chat.thread",
    "composer.label",
    "data.images",
    "data.useOfCopies",
    "data.useOfImages",
    "editMessages.messages",
    "export.format",
    "export.messages",
    "export.with_avatars",
    "fields.qualityStandard",
    "fields.top_p",
    "hints.prompts",
    "imageOptions.standard",
    "imageOptions.style",
    "imageTasks.field_model",
    "imageTasks.field_prompt",
    "imageTasks.field_style",
    "imageTasks.gallery",
    "imageTasks.quality_standard",
    "imageTasks.style_anime",
    "imageTasks.style_origami",
    "imageViewer.title",
    "markdown.code",
    "mcp.argument",
    "mcp.arguments",
    "mcp.secret",
    "mcp.variableName",
    "message.image",
    "models.images",
    "models.vision",
    "palette.actions",
    "palette.byActions",
    "palette.byPrompts",
    "palette.prompts",
    "plugins.title",
    "plugins.token",
    "promptEditor.assistant",
    "promptList.title",
    "rescue.messages",
    "search.role_assistant",
    "search.time",
    "settings.avatar",
    "settings.prompts",
    "settings.version",
    "thread.role_assistant",
    "toasts.region",
    "toolCalls.arguments",
    "toolCalls.seconds",
    "toolChoice.plugins",
  ],
  es: [
    "data.takenOverChats",
    "data.takenOverPlugins",
    "data.takenOverPrompts",
    "fields.styleNatural",
    "fields.top_p",
    "hints.prompts",
    "imageOptions.natural",
    "imageTasks.field_prompt",
    "imageTasks.status_error",
    "imageTasks.style_anime",
    "imageTasks.style_natural",
    "imageTasks.style_origami",
    "mcp.variableName",
    "palette.byChats",
    "palette.byPrompts",
    "palette.chats",
    "palette.prompts",
    "plugins.title",
    "plugins.token",
    "promptList.title",
    "rescue.chats",
    "search.chat",
    "settings.avatar",
    "settings.general",
    "settings.prompts",
    "sidebar.chats",
    "toolCalls.error",
    "toolCalls.seconds",
    "toolChoice.plugins",
  ],
  pt: [
    "data.takenOverPlugins",
    "data.takenOverPrompts",
    "fields.styleNatural",
    "fields.top_p",
    "hints.prompts",
    "imageOptions.natural",
    "imageTasks.field_prompt",
    "imageTasks.style_anime",
    "imageTasks.style_natural",
    "imageTasks.style_neon-punk",
    "imageTasks.style_origami",
    "palette.byPrompts",
    "palette.prompts",
    "plugins.title",
    "plugins.token",
    "promptList.title",
    "settings.avatar",
    "settings.prompts",
    "sharing.link",
    "toolCalls.seconds",
    "toolChoice.plugins",
  ],
  ru: ["fields.top_p"],
  cs: [
    "composer.model",
    "data.export",
    "data.import",
    "emoji.list",
    "export.selected",
    "fields.top_p",
    "imageTasks.by",
    "imageTasks.field_prompt",
    "imageTasks.model",
    "imageTasks.style_3d-model",
    "imageTasks.style_anime",
    "imageTasks.style_origami",
    "markdown.diagram",
    "mcp.argument",
    "models.title",
    "models.video",
    "plugins.token",
    "promptList.promptContent",
    "search.chat",
    "search.model",
    "settings.avatar",
    "settings.data",
    "settings.model",
    "toolCalls.seconds",
  ],
  it: [
    "emoji.list",
    "fields.qualityStandard",
    "fields.top_p",
    "imageOptions.standard",
    "imageTasks.field_prompt",
    "imageTasks.quality_standard",
    "imageTasks.style_anime",
    "imageTasks.style_neon-punk",
    "imageTasks.style_origami",
    "models.video",
    "plugins.token",
    "search.chat",
    "settings.avatar",
    "sharing.link",
    "sync.password",
    "toolCalls.seconds",
    "toolRules.inChat",
    "voiceFields.provider",
  ],
  tr: [
    "composer.model",
    "fields.top_p",
    "imageTasks.by",
    "imageTasks.model",
    "imageTasks.style_anime",
    "imageTasks.style_neon-punk",
    "imageTasks.style_origami",
    "models.title",
    "models.video",
    "plugins.token",
    "search.model",
    "settings.avatar",
    "settings.model",
  ],
  de: [
    "artifact.code",
    "chatSettings.maskName",
    "data.takenOverChats",
    "data.takenOverPlugins",
    "data.takenOverPrompts",
    "demo.code",
    "export.format",
    "fields.qualityStandard",
    "fields.top_p",
    "hints.prompts",
    "imageOptions.standard",
    "imageTasks.details",
    "imageTasks.field_model",
    "imageTasks.field_prompt",
    "imageTasks.quality_standard",
    "imageTasks.status",
    "imageTasks.style_anime",
    "imageTasks.style_origami",
    "markdown.codeIn",
    "mcp.argument",
    "mcp.name",
    "mcp.tools",
    "mcp.variableName",
    "palette.chats",
    "palette.prompts",
    "plugins.title",
    "plugins.token",
    "promptEditor.system",
    "promptList.promptContent",
    "promptList.title",
    "providers.name",
    "rescue.chats",
    "search.chat",
    "search.role_system",
    "settings.avatar",
    "settings.prompts",
    "settings.tools",
    "settings.version",
    "sharing.link",
    "sidebar.chats",
    "thread.role_system",
    "toolCalls.seconds",
    "toolChoice.plugins",
    "toolChoice.title",
    "tools.label",
  ],
  vi: ["emoji.list", "fields.top_p", "imageTasks.style_anime", "imageTasks.style_origami", "plugins.token"],
  no: [
    "composer.send",
    "export.format",
    "fields.qualityStandard",
    "fields.top_p",
    "imageOptions.standard",
    "imageTasks.field_prompt",
    "imageTasks.quality_standard",
    "imageTasks.status",
    "imageTasks.style_analog-film",
    "imageTasks.style_anime",
    "imageTasks.style_origami",
    "markdown.diagram",
    "maskLink.start",
    "masks.chat",
    "masks.chatWith",
    "mcp.argument",
    "mcp.run",
    "models.video",
    "plugins.token",
    "promptEditor.system",
    "search.chat",
    "search.role_system",
    "settings.avatar",
    "settings.data",
    "thread.role_system",
    "toolCalls.seconds",
  ],
  ar: [],
  bn: ["fields.top_p"],
  sk: [
    "composer.model",
    "data.export",
    "data.import",
    "emoji.list",
    "export.selected",
    "fields.top_p",
    "imageTasks.by",
    "imageTasks.field_prompt",
    "imageTasks.model",
    "imageTasks.style_3d-model",
    "imageTasks.style_anime",
    "imageTasks.style_origami",
    "markdown.diagram",
    "mcp.argument",
    "models.title",
    "models.video",
    "plugins.token",
    "promptList.promptContent",
    "search.chat",
    "search.model",
    "settings.avatar",
    "settings.model",
    "toolCalls.seconds",
  ],
};

/** Long enough that its digits are grouped in every language. */
const longNumber = 1_234_567;
/** Numbers of all the plural forms that a language can have. */
const numbers = [0, 1, 2, 3, 11, 100, longNumber];

interface Words {
  readonly [key: string]: string | Words;
}

type Text = [path: string, text: string];

/** Returns every text with the path of its key. */
function textsOf(words: Words, path = ""): Text[] {
  return Object.entries(words).flatMap(([key, value]): Text[] =>
    typeof value === "string" ? [[`${path}${key}`, value]] : textsOf(value, `${path}${key}.`),
  );
}

/** Returns the texts of a language, by the order of their paths. */
async function textsIn(code: LocaleCode): Promise<Text[]> {
  const loadSettings = settingsWords[code];
  const loadRest = restWords[code];
  const loaded = [locales[code].load(), loadSettings(), loadRest(), rescueWordsIn(code)] as const;
  const [first, settings, rest, rescue] = await Promise.all(loaded);
  return textsOf({ ...first.default, ...settings.default, ...rest.default, rescue }).sort(([one], [other]) =>
    one < other ? -1 : 1,
  );
}

const codes = Object.keys(locales).filter(isLocaleCode);
const english = new Map(textsOf({ ...englishWords, rescue: englishRescue }));

/** Formats one message and throws what use-intl would only report. */
function format(code: LocaleCode, text: string, values: Record<string, number>): string {
  const onError = (error: Error) => {
    throw error;
  };
  return createTranslator({ locale: locales[code].tag, messages: { text }, onError })("text", values);
}

/** Returns a value for each name after a brace: the placeholders, and perhaps words of plural forms, which do no harm. */
function valuesFor(text: string, value: number): Record<string, number> {
  return Object.fromEntries([...text.matchAll(/\{\s*(\w+)/g)].map(([, name = ""]) => [name, value]));
}

/** Returns a message as it reads with each of the numbers. */
function readings(code: LocaleCode, text: string, source = text): string[] {
  return numbers.map((number) => format(code, text, valuesFor(source, number)));
}

/** Returns the names without which a message cannot be formatted. */
function placeholders(code: LocaleCode, text: string): string[] {
  return Object.keys(valuesFor(text, 0)).filter((name) =>
    numbers.some((number) => {
      const { [name]: _, ...others } = valuesFor(text, number);
      try {
        format(code, text, others);
        return false;
      } catch {
        return true;
      }
    }),
  );
}

describe.each(codes)("the locale %p", (code) => {
  test("has exactly the keys of English", async () => {
    expect((await textsIn(code)).map(([path]) => path)).toEqual([...english.keys()].sort());
  });

  test("has no empty text, and none with a blank at an end", async () => {
    expect((await textsIn(code)).filter(([, text]) => text === "" || text !== text.trim())).toEqual([]);
  });

  test("can format every message with the values of English, and leaves no brace", async () => {
    const broken = (await textsIn(code)).filter(([path, text]) =>
      readings(code, text, english.get(path)).some((reading) => /[{}]/.test(reading)),
    );
    expect(broken).toEqual([]);
  });

  test("asks for the placeholders of English", async () => {
    const asked = async (language: LocaleCode) =>
      (await textsIn(language)).map(([path, text]) => [path, placeholders(language, text).sort()]);
    expect(await asked(code)).toEqual(await asked("en"));
  });

  test("groups the digits of the numbers that English groups", async () => {
    const grouped = async (language: LocaleCode) =>
      (await textsIn(language))
        .filter(([, text]) => {
          const digits = new Intl.NumberFormat(locales[language].tag).format(longNumber);
          return format(language, text, valuesFor(text, longNumber)).includes(digits);
        })
        .map(([path]) => path);
    expect(await grouped(code)).toEqual(await grouped("en"));
  });

  test("has every plural form of its language in every plural", async () => {
    const forms = new Intl.PluralRules(locales[code].tag).resolvedOptions().pluralCategories;
    const missing = (await textsIn(code))
      .filter(([, text]) => /,\s*plural\s*,/.test(text))
      .flatMap(([path, text]) => forms.filter((form) => !text.includes(` ${form} {`)).map((form) => [path, form]));
    expect(missing).toEqual([]);
  });

  test("turns no direction by hand", async () => {
    const marks = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/;
    expect((await textsIn(code)).filter(([, text]) => marks.test(text))).toEqual([]);
  });
});

test("only the one fixed text of English exclaims", async () => {
  const exclaiming = codes.map(async (code) =>
    (await textsIn(code)).filter(([, text]) => /[!！]/.test(text)).map(([path]) => [code, path]),
  );
  expect((await Promise.all(exclaiming)).flat()).toEqual([["en", "oops.title"]]);
});

test.each(codes.filter((code) => code !== "en"))("%p has no English messages, except those listed", async (code) => {
  const same = (await textsIn(code)).filter(([path, text]) => text === english.get(path) && !namesOfAll.includes(path));
  expect(same.map(([path]) => path)).toEqual(sameAsEnglish[code]);
});

const ofOtherScripts = codes.filter((code) => new Intl.Locale(locales[code].tag).maximize().script !== "Latn");

test.each(ofOtherScripts)("%p has no Latin words except names", async (code) => {
  const words = (await textsIn(code)).flatMap(([, text]) =>
    readings(code, text).flatMap((reading) => reading.match(/[A-Za-z]\w*(?:\.[a-z]+)*/g) ?? []),
  );
  expect([...new Set(words)].filter((word) => !latinWords.includes(word))).toEqual([]);
});

test.each([
  ["cn", "Simplified", simplified],
  ["tw", "Traditional", traditional],
] as const)("%s is written in %s characters", async (code, _name, characters) => {
  const texts = (await textsIn(code)).map(([, text]) => text).join("");
  expect(strangersTo(characters, texts)).toEqual([]);
});

/** What Arabic says for 0, 1, 2, 3, 11, 100 and 1,234,567. */
const arabicPlurals = [
  ["chat.messages", ["لا رسائل", "رسالة واحدة", "رسالتان", "3 رسائل", "11 رسالة", "100 رسالة", "1,234,567 رسالة"]],
  ["message.tokens", ["0 رمز", "رمز واحد", "رمزان", "3 رموز", "11 رمزًا", "100 رمز", "1,234,567 رمزًا"]],
  ["markdown.lines", ["لا أسطر", "سطر واحد", "سطران", "3 أسطر", "11 سطرًا", "100 سطر", "1,234,567 سطرًا"]],
] as const;

test.each(arabicPlurals)("Arabic counts in six forms: %s", async (path, expected) => {
  const text = new Map(await textsIn("ar")).get(path) ?? "";
  expect(readings("ar", text)).toEqual(expected);
});

test("Arabic says in words, without =0, that the chat is empty", async () => {
  const { deleteChat } = (await restWords.ar()).default;
  expect(format("ar", deleteChat.body, { count: 0 })).toBe("المحادثة فارغة. يمكنك التراجع خلال خمس ثوانٍ.");
});

test("Chinese has one plural form, and says in words that there is nothing", async () => {
  const { chat } = (await locales.cn.load()).default;
  expect(readings("cn", chat.messages)).toEqual([
    "没有消息",
    "1 条消息",
    "2 条消息",
    "3 条消息",
    "11 条消息",
    "100 条消息",
    "1,234,567 条消息",
  ]);
});

/** What the demonstration answers in the languages that it speaks; English in all others. */
const demoTexts: Readonly<Partial<Record<LocaleCode, DemoTexts>>> = {
  cn: chineseTexts,
  tw: chineseTexts,
  ar: arabicTexts,
};

function says(text: string): DemoReply {
  return { kind: "parts", parts: [{ kind: "text", text }] };
}

function demoReplies(texts: DemoTexts, demo: FirstWords["demo"]): Record<string, DemoReply> {
  const { reasoning, answer } = texts.thinking;
  return {
    proseAsk: says(texts.greeting(quote(demo.proseAsk))),
    tableAsk: says(texts.table),
    codeAsk: says(texts.code),
    mathAsk: says(texts.math),
    diagramAsk: says(texts.diagram),
    thinkingAsk: {
      kind: "parts",
      parts: [
        { kind: "reasoning", text: reasoning },
        { kind: "text", text: answer },
      ],
    },
    longAsk: says(texts.long),
    errorAsk: { kind: "error", message: texts.error },
  };
}

test.each(codes)("in %p each sample requests what it shows", async (code) => {
  const { demo } = (await locales[code].load()).default;
  const asks = Object.entries(demo).filter(([key]) => key.endsWith("Ask"));
  const replies = Object.fromEntries(asks.map(([key, text]) => [key, demoReply({ text, tools: [] })]));
  expect(replies).toEqual(demoReplies(demoTexts[code] ?? englishTexts, demo));
});

test("the messages for screens outside the app equal the English ones", () => {
  expect(staticWords).toEqual({ oops: englishWords.oops, notFound: englishWords.notFound });
});
