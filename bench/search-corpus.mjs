/** Returns a seeded random generator, so that runs are comparable. */
function numbersFrom(seed) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const signsIn = (first, count) => Array.from({ length: count }, (_, place) => String.fromCodePoint(first + place));

/** The words of each language: their characters, their length, and the separator. */
const languages = [
  { name: "zh", signs: signsIn(0x4e00, 2_500), longest: 3, between: "" },
  { name: "en", signs: [..."etaoinshrdlucmfwypvbgk"], longest: 9, between: " " },
  {
    name: "ja",
    signs: [...signsIn(0x3041, 83), ...signsIn(0x30a1, 80), ...signsIn(0x5000, 600)],
    longest: 4,
    between: "",
  },
  { name: "ar", signs: [..."بتثجحخدذرزسشصضطظعغفقكلمنهو"], longest: 7, between: " " },
];

const wordsOfLanguage = 8_000;

/** Returns a generator of texts in a language: word frequencies follow Zipf's law. */
function writerOf({ signs, longest, between }, random) {
  const sign = () => signs[Math.floor(random() ** 2 * signs.length)];
  const words = Array.from({ length: wordsOfLanguage }, () =>
    Array.from({ length: 1 + Math.floor(random() * longest) }, sign).join(""),
  );
  const word = () => words[Math.floor(wordsOfLanguage ** random()) - 1];
  return (count) => Array.from({ length: count }, word).join(between);
}

/** Returns the texts of messages, in four languages by turns: short questions and answers of some hundred words. */
export function corpusOf(count) {
  const random = numbersFrom(7);
  const writers = languages.map((language) => writerOf(language, random));
  return Array.from({ length: count }, (_, place) =>
    writers[Math.floor(place / 40) % writers.length](place % 2 === 0 ? 12 : 60 + Math.floor(random() * 120)),
  );
}

/** Returns queries from the texts: at least two characters of Chinese and Japanese, three of the others. */
export function queriesFrom(texts, count) {
  const random = numbersFrom(11);
  const queries = [];
  while (queries.length < count) {
    const text = texts[Math.floor(random() * texts.length)];
    const least = /[\u3040-\u9fff]/.test(text) ? 2 : 3;
    const start = Math.floor(random() * text.length);
    const query = text.slice(start, start + least + Math.floor(random() ** 2 * 10));
    if (query.length >= least && !/\s/.test(query)) queries.push(query);
  }
  return queries;
}
