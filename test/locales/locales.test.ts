import { createTranslator } from "use-intl";
import { plainWords } from "@/components/shell/lazy-error-screen";
import { staticMessages } from "@/components/shell/static-words";
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
  // Services of the built-in plugins.
  "Frankfurter",
  "GeoNames",
  "Meteo",
  "Open",
  "QR",
  "S3",
  // The name of a right in the policies of S3.
  "ListBucket",
  "s3",
  // Names of sampling parameters, and a new line and JSON's null as they are written.
  "ADMIN_SECRET",
  "ISO",
  "all",
  "Alt",
  "Ctrl",
  "CODE_LIMITS",
  "v1",
  "CODE",
  "CODE_SECRET",
  "CSV",
  "CUSTOM_MODELS",
  "gpt",
  "md",
  "ms",
  "UTC",
  "AI",
  "API",
  "Azure",
  "Basic",
  "BDT",
  "Bearer",
  "Cherry",
  "CNY",
  "CORS",
  "curl",
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
  "JPY",
  "JSON",
  "K",
  "kB",
  "Kelivo",
  "KRW",
  "llama.cpp",
  "LM",
  "Markdown",
  "MB",
  "MCP",
  "mcpServers",
  "Microsoft",
  "Min",
  "n",
  "NextChat",
  "null",
  "Ollama",
  "OLLAMA_ORIGINS",
  "OpenAI",
  "OpenAPI",
  "P",
  "PDF",
  "PNG",
  "Python",
  "RUB",
  "servers",
  "Shift",
  "SSE",
  "Stable",
  "Studio",
  "SVG",
  "TeX",
  "token",
  "Top",
  "TTS",
  "TWD",
  "Upstash",
  "URL",
  "USD",
  "UTC",
  "WebDAV",
  "YAML",
];

/** Search terms that no screen shows. */
const isSearchTerms = (path: string) => path.startsWith("fieldSynonyms.") || path.endsWith("Also");

/** Patterns that English must not contain, by a text that had each. */
const bannedInEnglish: Readonly<Record<string, RegExp>> = {
  "This is no address.": /\b(?:This|[Ii]t|which) is (?:none|no (?!longer\b))/,
  "What stands there": /\bstands?\b/,
  "Read new replies at once": /\b(?:at once|anew|just so|called so|by (?:itself|themselves))\b/,
  "Answer of the server":
    /\bof (?:the|this) (?:answer|app|chat|emoji|file|installation|masks?|message|model|server|site)\b(?!’s)/,
  "Look at the address.": /\blook at the\b/i,
  "Play the film": /\b(?:the|this|usual) (?:film|sound|picture|room|sign)\b(?!-)|\b(?:pictures?|films)\b/,
  "A copy is written": /\bcopies\b|\b[Aa] copy\b(?! link)/,
  Favourites: /favour|colour|behaviour|neighbour|summaris|organis|cancelled/i,
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

/** Returns a function that computes a value for each language once. */
function once<T>(compute: (code: LocaleCode) => Promise<T>): (code: LocaleCode) => Promise<T> {
  const known = new Map<LocaleCode, Promise<T>>();
  return (code) => {
    const value = known.get(code) ?? compute(code);
    known.set(code, value);
    return value;
  };
}

/** Returns the texts of a language, by the order of their paths. */
const textsIn = once(async (code): Promise<readonly Text[]> => {
  const loadSettings = settingsWords[code];
  const loadRest = restWords[code];
  const loaded = [locales[code].load(), loadSettings(), loadRest(), rescueWordsIn(code)] as const;
  const [first, settings, rest, rescue] = await Promise.all(loaded);
  return textsOf({ ...first.default, ...settings.default, ...rest.default, rescue }).sort(([one], [other]) =>
    one < other ? -1 : 1,
  );
});

const codes = Object.keys(locales).filter(isLocaleCode);
const english = new Map(textsOf({ ...englishWords, rescue: englishRescue }));

/** Returns a function that formats messages of a language, and throws what use-intl would only report. */
function createFormat(code: LocaleCode): (text: string, values: Record<string, number>) => string {
  const messages: Record<string, string> = {};
  const keys = new Map<string, string>();
  const onError = (error: Error) => {
    throw error;
  };
  const t = createTranslator({ locale: locales[code].tag, messages, onError });
  return (text, values) => {
    const key = keys.get(text) ?? `text${keys.size}`;
    keys.set(text, key);
    messages[key] = text;
    return t(key, values);
  };
}

/** One function for each language: to create one takes longer than to format a message. */
const formats = new Map<LocaleCode, ReturnType<typeof createFormat>>();

function format(code: LocaleCode, text: string, values: Record<string, number>): string {
  const known = formats.get(code) ?? createFormat(code);
  formats.set(code, known);
  return known(text, values);
}

/** Returns a value for each name after a brace: the placeholders, and perhaps words of plural forms, which do no harm. */
function valuesFor(text: string, value: number): Record<string, number> {
  return Object.fromEntries([...text.matchAll(/\{\s*(\w+)/g)].map(([, name = ""]) => [name, value]));
}

/** Returns a message as it reads with each of the numbers, or its one text if no number is part of it. */
function readings(code: LocaleCode, text: string, source = text): string[] {
  if (!text.includes("{")) return [format(code, text, {})];
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

const placeholdersIn = once(async (code) =>
  (await textsIn(code)).map(([path, text]) => [path, placeholders(code, text).sort()]),
);

/** Returns the paths of the messages that group the digits of a long number. */
const groupedIn = once(async (code) => {
  const digits = new Intl.NumberFormat(locales[code].tag).format(longNumber);
  const texts = (await textsIn(code)).filter(([, text]) => text.includes("{"));
  return texts
    .filter(([, text]) => format(code, text, valuesFor(text, longNumber)).includes(digits))
    .map(([path]) => path);
});

describe.each(codes)("the locale %p", (code) => {
  test("has exactly the keys of English", async () => {
    expect((await textsIn(code)).map(([path]) => path)).toEqual([...english.keys()].sort());
  });

  test("has no empty message, and none with leading or trailing spaces", async () => {
    expect((await textsIn(code)).filter(([, text]) => text === "" || text !== text.trim())).toEqual([]);
  });

  test("can format every message with the values of English, and leaves no brace", async () => {
    const broken = (await textsIn(code)).filter(([path, text]) =>
      readings(code, text, english.get(path)).some((reading) => /[{}]/.test(reading)),
    );
    expect(broken).toEqual([]);
  });

  test("has the placeholders of English", async () => {
    expect(await placeholdersIn(code)).toEqual(await placeholdersIn("en"));
  });

  test("groups the digits of the same numbers as English", async () => {
    expect(await groupedIn(code)).toEqual(await groupedIn("en"));
  });

  test("has every plural form of its language in every plural", async () => {
    const forms = new Intl.PluralRules(locales[code].tag).resolvedOptions().pluralCategories;
    const missing = (await textsIn(code))
      .filter(([, text]) => /,\s*plural\s*,/.test(text))
      .flatMap(([path, text]) => forms.filter((form) => !text.includes(` ${form} {`)).map((form) => [path, form]));
    expect(missing).toEqual([]);
  });

  test("contains no direction marks", async () => {
    const marks = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/;
    expect((await textsIn(code)).filter(([, text]) => marks.test(text))).toEqual([]);
  });
});

/** A browser and a tab in each language. */
const browserWords: Readonly<Record<LocaleCode, RegExp>> = {
  ar: /متصفح|علام(?:ة|ات) التبويب/,
  bn: /ব্রাউজার|ট্যাব(?!লেট)/,
  cn: /浏览器|标签页/,
  cs: /prohlížeč|\bkart[aouyě]\b/i,
  da: /browser|\bfane(?:n|r|rne)?s?\b/i,
  de: /browser|\bTabs?\b/i,
  en: /browser|\btabs?\b/i,
  es: /navegador|pestaña/i,
  fr: /navigateur|onglet/i,
  id: /browser|\btab\b/i,
  it: /browser|\bsched[ae]\b/i,
  jp: /ブラウザ|タブ(?!レット)/,
  ko: /브라우저|(?<![가-힣])탭/,
  no: /nettleser|\bfane(?:n|r|ne)?\b/i,
  pt: /navegador|\babas?\b/i,
  ru: /браузер|вкладк/i,
  sk: /prehliadač|\bkart[aouye]\b/i,
  tr: /tarayıcı|sekme/i,
  tw: /瀏覽器|分頁/,
  vi: /[Tt]rình duyệt|thẻ (?:này|mới|khác)/,
};

/** Texts that may name a browser or a tab: the others are also shown in the desktop app, which has neither. */
const namingBrowsers = new Set([
  // Search terms.
  "replyNotifications.also",
  // The desktop app never shows these.
  "addKey.mixedContent",
  "admin.secretHint",
  "mcp.mixedContent",
  "mcp.signIn_blocked",
  "replyNotifications.denied",
  "replyNotifications.unsupported",
  "rescue.needsScript",
  "sync.folderUnsupported",
  "toolCalls.askedElsewhere",
  // Links of the desktop app open in a tab of the system's browser.
  "imageViewer.original",
  "mcp.signIn_return",
  "sidebar.project",
  // These are about browsers in general, or name the system as well.
  "plugins.proxyHint",
  "sync.useProxyHint",
  "voice.denied",
  // The speech recognition of a browser is named after it.
  "dictation.byBrowser",
  "dictation.serviceOff",
  "dictation.whereBrowser",
  // Advice for the cases in which only another browser, or a change of its settings, helps.
  "rescue.noAccessHint",
  "rescue.nothingHint",
]);

test.each(codes)("in %p, a browser or a tab is named only where that is right in the desktop app", async (code) => {
  const shown = (await textsIn(code)).filter(([path]) => !isSearchTerms(path) && !namingBrowsers.has(path));
  expect(shown.filter(([, text]) => browserWords[code].test(text))).toEqual([]);
});

test("only one fixed message of English has an exclamation mark", async () => {
  const exclaiming = codes.map(async (code) =>
    (await textsIn(code)).filter(([, text]) => /[!！]/.test(text)).map(([path]) => [code, path]),
  );
  expect((await Promise.all(exclaiming)).flat()).toEqual([["en", "oops.title"]]);
});

test.each(Object.entries(bannedInEnglish))("English has nothing like %p", (example, pattern) => {
  expect(example).toMatch(pattern);
  const texts = [...english].filter(([path]) => !isSearchTerms(path));
  expect(texts.filter(([, text]) => pattern.test(text))).toEqual([]);
});

const otherCodes = codes.filter((code) => code !== "en");

test.each(otherCodes)("%p leaves no sentence in English", async (code) => {
  const same = (await textsIn(code)).filter(([path, text]) => text === english.get(path));
  const sentences = same.filter(([, text]) => {
    const words = readings("en", text).map((reading) => reading.match(/\p{L}{2,}/gu) ?? []);
    return words.some((all) => all.filter((word) => !latinWords.includes(word)).length >= 3);
  });
  expect(sentences).toEqual([]);
});

/** Returns the length of the longest reading of each message by its path. */
const lengthsIn = once(
  async (code) =>
    new Map(
      (await textsIn(code)).map(([path, text]) => [
        path,
        Math.max(...readings(code, text).map(({ length }) => length)),
      ]),
    ),
);

test.each(otherCodes)("the messages of %p are not much longer than the English ones", async (code) => {
  const [own, inEnglish] = [await lengthsIn(code), await lengthsIn("en")];
  const tooLong = [...own].filter(
    ([path, length]) => !isSearchTerms(path) && length > 2.2 * (inEnglish.get(path) ?? 0) + 20,
  );
  expect(tooLong).toEqual([]);
});

/** How a language must not address the reader: the other form of address, which its messages do not use. */
const otherAddress: readonly (readonly [LocaleCode, string, RegExp])[] = [
  ["de", "Wählen Sie eine Datei aus.", /[a-zäöüß]en Sie\b/],
  ["fr", "Choisis ton fichier.", /(?<!\p{L})(tu|ton|tes|toi)(?!\p{L})/iu],
  ["es", "Elija usted un archivo.", /\busted(es)?\b/i],
  ["it", "Il Suo file", /\b(Lei|Sua|Suo|Suoi)\b/],
  ["cn", "请选择您的文件。", /您/],
  ["tw", "請選擇您的檔案。", /您/],
  ["bn", "তোমার ফাইল", /তুমি|তোমা/],
];

test.each(otherAddress)("%p addresses the reader in one form, never as in %p", async (code, example, pattern) => {
  expect(example).toMatch(pattern);
  expect((await textsIn(code)).filter(([, text]) => pattern.test(text))).toEqual([]);
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

test("Arabic has a message without =0 for an empty chat", async () => {
  const { deleteChat } = (await restWords.ar()).default;
  expect(format("ar", deleteChat.body, { count: 0 })).toBe("المحادثة فارغة. يمكنك التراجع خلال خمس ثوانٍ.");
});

test("Chinese has one plural form, and a message for none", async () => {
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

test.each(codes)("in %p, each sample question gets the reply that it promises", async (code) => {
  const { demo } = (await locales[code].load()).default;
  const asks = Object.entries(demo).filter(([key]) => key.endsWith("Ask"));
  const replies = Object.fromEntries(asks.map(([key, text]) => [key, demoReply({ text, tools: [] })]));
  expect(replies).toEqual(demoReplies(demoTexts[code] ?? englishTexts, demo));
});

test("the messages for screens outside the app equal the English ones", () => {
  expect(staticMessages).toEqual({ oops: englishWords.oops, notFound: englishWords.notFound });
  expect(englishWords.oops).toMatchObject(plainWords);
});
