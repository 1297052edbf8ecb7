/** Topics of the demo, in order of matching. */
const topics = ["tool", "error", "thinking", "table", "code", "math", "diagram", "long"] as const;

export type Topic = (typeof topics)[number];

/** Keywords of each topic by language; all languages are matched together. */
const keywords: readonly Readonly<Record<Topic, RegExp>>[] = [
  // English
  {
    tool: /\btools?\b/i,
    error: /\berrors?\b/i,
    thinking: /\b(think(ing)?|reason(ing)?)\b/i,
    table: /\btables?\b/i,
    code: /\bcode\b/i,
    math: /\bmath(s|ematics)?\b/i,
    diagram: /\bdiagrams?\b/i,
    long: /\blong\b/i,
  },
  // Chinese, in both scripts
  {
    tool: /工具/,
    error: /错误|錯誤/,
    thinking: /思考|推理/,
    table: /表格/,
    code: /代码|代碼|程式碼/,
    math: /数学|數學|公式/,
    diagram: /图表|圖表|流程图|流程圖/,
    long: /长文|長文|长篇|長篇/,
  },
  // Japanese
  {
    tool: /ツール/,
    error: /エラー/,
    thinking: /思考|推論/,
    table: /表(?=を|で|に)/,
    code: /コード/,
    math: /数学|数式/,
    diagram: /図(?=を|で|に)/,
    long: /長文|長い/,
  },
  // Korean
  {
    tool: /도구/,
    error: /오류|에러/,
    thinking: /추론|생각/,
    table: /표(?=를|로| )/,
    code: /코드/,
    math: /수학|수식/,
    diagram: /다이어그램|도표/,
    long: /긴 글|장문/,
  },
  // Vietnamese
  {
    tool: /công cụ/i,
    error: /(?<!\p{L})lỗi(?!\p{L})/iu,
    thinking: /suy luận|suy nghĩ/i,
    table: /(?<!\p{L})bảng(?!\p{L})/iu,
    code: /(?<!\p{L})mã(?!\p{L})/iu,
    math: /(?<!\p{L})toán(?!\p{L})/iu,
    diagram: /sơ đồ|biểu đồ/i,
    long: /(?<!\p{L})dài(?!\p{L})/iu,
  },
  // Indonesian
  {
    tool: /\balat\b/i,
    error: /\b(kesalahan|galat)\b/i,
    thinking: /\b(ber)?pikir|penalaran/i,
    table: /\btabel\b/i,
    code: /\bkode\b/i,
    math: /\b(matematika|rumus)\b/i,
    diagram: /\bdiagram\b/i,
    long: /\bpanjang\b/i,
  },
  // French
  {
    tool: /(?<!\p{L})outils?(?!\p{L})/iu,
    error: /(?<!\p{L})erreurs?(?!\p{L})/iu,
    thinking: /(?<!\p{L})(réfléch|raisonn)/iu,
    table: /(?<!\p{L})tableaux?(?!\p{L})/iu,
    code: /(?<!\p{L})codes?(?!\p{L})/iu,
    math: /(?<!\p{L})mathématiques?(?!\p{L})|(?<!\p{L})formules?(?!\p{L})/iu,
    diagram: /(?<!\p{L})(diagramme|schéma)s?(?!\p{L})/iu,
    long: /(?<!\p{L})(long|longue)s?(?!\p{L})/iu,
  },
  // Spanish
  {
    tool: /\bherramientas?\b/i,
    error: /\berrores\b/i,
    thinking: /\b(piensa|pensar|razona|razonar|razonamiento)\b/i,
    table: /\btablas?\b/i,
    code: /\bcódigo\b/i,
    math: /\bmatemáticas?\b/i,
    diagram: /\bdiagramas?\b/i,
    long: /\blarg[oa]\b/i,
  },
  // Italian
  {
    tool: /\bstrument[oi]\b/i,
    error: /\berror[ei]\b/i,
    thinking: /\b(pensa|pensare|ragiona|ragionare|ragionamento)\b/i,
    table: /\btabell[ae]\b/i,
    code: /\bcodice\b/i,
    math: /\b(matematica|formul[ae])\b/i,
    diagram: /\bdiagramm[ai]\b/i,
    long: /\blung[oa]\b/i,
  },
  // Portuguese
  {
    tool: /\bferramentas?\b/i,
    error: /\berros?\b/i,
    thinking: /\b(pense|pensar|raciocine|raciocínio)\b/i,
    table: /\btabelas?\b/i,
    code: /\bcódigo\b/i,
    math: /\bmatemática\b/i,
    diagram: /\bdiagramas?\b/i,
    long: /\blong[oa]\b/i,
  },
  // Danish
  {
    tool: /værktøj/i,
    error: /(?<!\p{L})fejl/iu,
    thinking: /ræsonne|(?<!\p{L})tænk/iu,
    table: /(?<!\p{L})tabel/iu,
    code: /(?<!\p{L})koden?(?!\p{L})/iu,
    math: /matematik/i,
    diagram: /diagram/i,
    long: /(?<!\p{L})lang[et]?(?!\p{L})/iu,
  },
  // Norwegian
  {
    tool: /verktøy/i,
    error: /(?<!\p{L})feil/iu,
    thinking: /resonner|(?<!\p{L})tenk/iu,
    table: /(?<!\p{L})tabell/iu,
    code: /(?<!\p{L})koden?(?!\p{L})/iu,
    math: /matematikk/i,
    diagram: /diagram/i,
    long: /(?<!\p{L})lang[et]?(?!\p{L})/iu,
  },
  // German
  {
    tool: /(?<!\p{L})werkzeuge?(?!\p{L})/iu,
    error: /(?<!\p{L})fehler/iu,
    thinking: /(?<!\p{L})(nachdenk|denk|überleg|gedankengang|begründ)/iu,
    table: /tabelle/i,
    code: /(?<!\p{L})(quell|programm)code/iu,
    math: /(?<!\p{L})(mathe|formel)/iu,
    diagram: /(?<!\p{L})(diagramm|schaubild)/iu,
    long: /(?<!\p{L})lang(e[nrsm]?)?(?!\p{L})/iu,
  },
  // Russian
  {
    tool: /инструмент/i,
    error: /ошибк/i,
    thinking: /рассужд|подумай|размышл/i,
    table: /таблиц/i,
    code: /(?<!\p{L})код[аеу]?(?!\p{L})/iu,
    math: /математик|формул/i,
    diagram: /диаграмм|схем/i,
    long: /длинн/i,
  },
  // Czech
  {
    tool: /nástroj/i,
    error: /(?<!\p{L})chyb[auy]?(?!\p{L})/iu,
    thinking: /uvažov|přemýšl/i,
    table: /tabul/i,
    code: /(?<!\p{L})kód(?!ov)/iu,
    math: /matemati|vzor(ec|ce)/i,
    diagram: /schéma/i,
    long: /dlouh/i,
  },
  // Slovak
  {
    tool: /nástroj/i,
    error: /(?<!\p{L})chyb[auy]?(?!\p{L})/iu,
    thinking: /uvažov|premýšľ/i,
    table: /tabuľ/i,
    code: /(?<!\p{L})kód(?!ov)/iu,
    math: /matemati|vzor(ec|ca)/i,
    diagram: /schém/i,
    long: /(?<!\p{L})dlh[ýáé]/iu,
  },
  // Turkish
  {
    tool: /(?<!\p{L})ara[çc]/iu,
    error: /(?<!\p{L})hata/iu,
    thinking: /akıl yürüt|düşün/i,
    table: /tablo/i,
    code: /(?<!\p{L})kodu?(?!\p{L})/iu,
    math: /matematik|formül/i,
    diagram: /diyagram/i,
    long: /(?<!\p{L})uzun/iu,
  },
  // Arabic
  {
    tool: /أداة|اداة|أدوات|ادوات/,
    error: /خطأ|خطا/,
    thinking: /تفكير|فكّ?ر/,
    table: /جدول|جداول/,
    code: /كود|شيفرة/,
    math: /رياضيات|معادلة|معادلات/,
    diagram: /مخطط/,
    long: /طويل/,
  },
  // Bengali
  {
    tool: /টুল/,
    error: /ত্রুটি/,
    thinking: /যুক্তি|চিন্তা|ভাবনা/,
    table: /সারণি|টেবিল/,
    code: /কোড/,
    math: /গণিত|সূত্র/,
    diagram: /ডায়াগ্রাম|রেখাচিত্র/,
    long: /দীর্ঘ|লম্বা/,
  },
];

/** Returns the topic of a text; undefined if it contains no keyword. */
export function topicOf(text: string): Topic | undefined {
  return topics.find((topic) => keywords.some((words) => words[topic].test(text)));
}
