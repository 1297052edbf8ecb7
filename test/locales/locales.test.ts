import { createTranslator } from "use-intl";
import { staticWords } from "@/components/shell/static-words";
import { type DemoReply, demoReply } from "@/lib/demo/demo-script";
import type { DemoTexts } from "@/lib/demo/demo-texts";
import { quote } from "@/lib/demo/quote";
import { arabicTexts } from "@/lib/demo/texts/arabic";
import { chineseTexts } from "@/lib/demo/texts/chinese";
import { englishTexts } from "@/lib/demo/texts/english";
import type { FirstWords } from "@/locales/messages";
import { isLocaleCode, type LocaleCode, locales } from "@/locales/registry";
import { english as englishWords, rescueWords } from "../support/words";

/** Names and keys that every language leaves as they are, and the one term that Chinese borrows. */
const latinWords = [
  "AI",
  "Basic",
  "Bearer",
  "CORS",
  "Cherry",
  "Diffusion",
  "Enter",
  "Kelivo",
  "LM",
  "JSON",
  "Markdown",
  "PDF",
  "PNG",
  "MCP",
  "NextChat",
  "OLLAMA_ORIGINS",
  "OpenAPI",
  "YAML",
  "servers",
  "Ollama",
  "Shift",
  "Stable",
  "Studio",
  "TeX",
  "Upstash",
  "WebDAV",
  "http",
  "https",
  "llama.cpp",
  "token",
];

/** Texts that are rightly the same as in English, by language. */
const sameAsEnglish: Readonly<Record<LocaleCode, readonly string[]>> = {
  cn: [
    "export.format_json",
    "export.format_markdown",
    "export.format_pdf",
    "imageTasks.title",
    "mcp.nav",
    "plugins.auth_basic",
    "plugins.auth_bearer",
    "thread.versionOf",
  ],
  en: [],
  ar: [
    "export.format_json",
    "export.format_markdown",
    "export.format_pdf",
    "imageTasks.title",
    "mcp.actionNamed",
    "mcp.nav",
    "plugins.auth_basic",
    "plugins.auth_bearer",
    "thread.versionOf",
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

/** Answers every text with the path of its key. */
function textsOf(words: Words, path = ""): Text[] {
  return Object.entries(words).flatMap(([key, value]): Text[] =>
    typeof value === "string" ? [[`${path}${key}`, value]] : textsOf(value, `${path}${key}.`),
  );
}

/** Answers the texts of a language, by the order of their paths. */
async function textsIn(code: LocaleCode): Promise<Text[]> {
  const { load, loadSettings, loadRest } = locales[code];
  const [first, settings, rest] = await Promise.all([load(), loadSettings(), loadRest()]);
  return textsOf({ ...first.default, ...settings.default, ...rest.default, rescue: rescueWords[code] }).sort(
    ([one], [other]) => (one < other ? -1 : 1),
  );
}

const codes = Object.keys(locales).filter(isLocaleCode);
const english = new Map(textsOf({ ...englishWords, rescue: rescueWords.en }));

/** Formats one message and throws what use-intl would only report. */
function format(code: LocaleCode, text: string, values: Record<string, number>): string {
  const onError = (error: Error) => {
    throw error;
  };
  return createTranslator({ locale: locales[code].tag, messages: { text }, onError })("text", values);
}

/** Answers a value for each name after a brace: the placeholders, and perhaps words of plural forms, which do no harm. */
function valuesFor(text: string, value: number): Record<string, number> {
  return Object.fromEntries([...text.matchAll(/\{\s*(\w+)/g)].map(([, name = ""]) => [name, value]));
}

/** Answers a message as it reads with each of the numbers. */
function readings(code: LocaleCode, text: string, source = text): string[] {
  return numbers.map((number) => format(code, text, valuesFor(source, number)));
}

/** Answers the names without which a message cannot be formatted. */
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
  test("has the keys of English, no more and no fewer", async () => {
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

test.each(codes.filter((code) => code !== "en"))(
  "%p says nothing as English says it, but for what is listed",
  async (code) => {
    const same = (await textsIn(code)).filter(([path, text]) => text === english.get(path));
    expect(same.map(([path]) => path)).toEqual(sameAsEnglish[code]);
  },
);

const ofOtherScripts = codes.filter((code) => new Intl.Locale(locales[code].tag).maximize().script !== "Latn");

test.each(ofOtherScripts)("%p has no Latin words but names", async (code) => {
  const words = (await textsIn(code)).flatMap(([, text]) =>
    readings(code, text).flatMap((reading) => reading.match(/[A-Za-z]\w*(?:\.[a-z]+)*/g) ?? []),
  );
  expect([...new Set(words)].filter((word) => !latinWords.includes(word))).toEqual([]);
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

test("Arabic says by the words alone what =0 says in English: that the chat is empty", async () => {
  const { deleteChat } = (await locales.ar.loadRest()).default;
  expect(format("ar", deleteChat.body, { count: 0 })).toBe("المحادثة فارغة. يمكنك التراجع خلال خمس ثوانٍ.");
});

test("Chinese counts in one form, and says in words that there is nothing", async () => {
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

/** What the demonstration answers in each language of the interface. */
const demoTexts: Readonly<Record<LocaleCode, DemoTexts>> = { cn: chineseTexts, en: englishTexts, ar: arabicTexts };

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

test.each(codes)("in %p each sample asks for what it shows", async (code) => {
  const { demo } = (await locales[code].load()).default;
  const asks = Object.entries(demo).filter(([key]) => key.endsWith("Ask"));
  const replies = Object.fromEntries(asks.map(([key, text]) => [key, demoReply({ text, tools: [] })]));
  expect(replies).toEqual(demoReplies(demoTexts[code], demo));
});

test("the words for screens outside the app are those of English", () => {
  expect(staticWords).toEqual({ oops: englishWords.oops, notFound: englishWords.notFound });
});
