import { isFoundBy } from "@/lib/fields/search";
import { recordOf } from "@/lib/json";
import { type LocaleCode, locales } from "@/locales/registry";

/** The texts by which searches find a row: the title, the hint and the further words. */
const rows: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(
    [
      ...["theme", "fontSize", "temperature", "top_p", "max_tokens", "thinking", "seed", "stop", "answerFormat"],
      ...["historyMessageCount", "sendMemory", "visionModels", "imageLimit", "presence_penalty", "verbosity"],
    ].map((name) => [name, [`fields.${name}`, `fields.${name}Hint`, `fieldSynonyms.${name}`]]),
  ),
  apiKey: ["accessRows.useCustomConfig", "providers.keyAlso"],
  systemPrompt: ["modelDefaults.systemPrompt", "modelDefaults.systemPromptHint", "modelDefaults.systemPromptAlso"],
  speech: ["speechFields.enable", "speechFields.enableHint", "speechFields.enableAlso"],
  voice: ["voiceFields.enable", "voiceFields.enableHint", "voiceFields.enableAlso"],
  backup: ["data.device", "data.import", "data.export", "data.deviceAlso"],
};

/** Words that users of each language look for, and the row that they mean. */
const terms: Readonly<Partial<Record<LocaleCode, Readonly<Record<string, string>>>>> = {
  en: {
    "dark mode": "theme",
    "text size": "fontSize",
    randomness: "temperature",
    nucleus: "top_p",
    "output tokens": "max_tokens",
    "reasoning effort": "thinking",
    reproducible: "seed",
    "json mode": "answerFormat",
    "api key": "apiKey",
    "custom instructions": "systemPrompt",
    tts: "speech",
    realtime: "voice",
    context: "historyMessageCount",
    backup: "backup",
    repetition: "presence_penalty",
  },
  de: {
    dunkelmodus: "theme",
    schriftgröße: "fontSize",
    kreativität: "temperature",
    länge: "max_tokens",
    nachdenken: "thinking",
    "api key": "apiKey",
    "eigene anweisungen": "systemPrompt",
    vorlesen: "speech",
    tts: "speech",
    kontext: "historyMessageCount",
  },
  fr: {
    "mode sombre": "theme",
    créativité: "temperature",
    raisonnement: "thinking",
    "clé api": "apiKey",
    "synthese vocale": "speech",
    "instructions personnalisées": "systemPrompt",
    contexte: "historyMessageCount",
  },
  es: {
    "modo oscuro": "theme",
    creatividad: "temperature",
    razonamiento: "thinking",
    "clave api": "apiKey",
    "texto a voz": "speech",
    "instrucciones personalizadas": "systemPrompt",
  },
  pt: { "modo escuro": "theme", criatividade: "temperature", "chave api": "apiKey", "texto em fala": "speech" },
  ru: {
    "тёмный режим": "theme",
    случайность: "temperature",
    "ключ api": "apiKey",
    tts: "speech",
    контекст: "historyMessageCount",
  },
  ar: { "الوضع الداكن": "theme", إبداع: "temperature", "مفتاح api": "apiKey", tts: "speech" },
  jp: { ダークモード: "theme", ランダム性: "temperature", apiキー: "apiKey", 音声合成: "speech", 推論: "thinking" },
  ko: { "다크 모드": "theme", 창의성: "temperature", "api 키": "apiKey", "음성 변환": "speech", 추론: "thinking" },
  cn: { 深色模式: "theme", 随机性: "temperature", "api 密钥": "apiKey", 语音合成: "speech", 思维链: "thinking" },
  tw: { 深色模式: "theme", 隨機性: "temperature", "api 金鑰": "apiKey", 文字轉語音: "speech" },
};

async function textsIn(code: LocaleCode): Promise<Readonly<Record<string, unknown>>> {
  const parts = await Promise.all(
    ["first", "settings", "rest"].map((part) => import(`@/locales/${code}/${part}`) as Promise<{ default: object }>),
  );
  return Object.assign({}, ...parts.map((part) => part.default));
}

/** Returns the texts of a row; a hint may be missing. */
function textsOf(row: string, texts: Readonly<Record<string, unknown>>): string[] {
  return (rows[row] ?? []).flatMap((key) => {
    const [section = "", name = ""] = key.split(".");
    const text = recordOf(texts[section])[name];
    return typeof text === "string" ? [text] : [];
  });
}

test.each(Object.entries(terms) as [LocaleCode, Readonly<Record<string, string>>][])(
  "words of users find their rows in %s",
  async (code, words) => {
    const texts = await textsIn(code);
    const lost = Object.entries(words).filter(([query, row]) => !isFoundBy(query, textsOf(row, texts)));
    expect(lost).toEqual([]);
  },
);

test.each(Object.keys(locales) as LocaleCode[])(
  "each row has further words in %s, and abbreviations are those of English",
  async (code) => {
    const texts = await textsIn(code);
    const without = Object.values(rows)
      .map((keys) => keys.at(-1) ?? "")
      .filter((key) => {
        const [section = "", name = ""] = key.split(".");
        return typeof recordOf(texts[section])[name] !== "string";
      });
    expect(without).toEqual([]);
    const abbreviations = { API: "apiKey", TTS: "speech", JSON: "answerFormat" };
    expect(Object.entries(abbreviations).filter(([query, row]) => !isFoundBy(query, textsOf(row, texts)))).toEqual([]);
  },
);
