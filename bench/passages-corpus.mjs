import { readdirSync, readFileSync } from "node:fs";

const fixtures = new URL("../test/fixtures/", import.meta.url);

/** Returns the documents of a folder with known answers: name and text. */
export function answerDocuments(folder) {
  const names = readdirSync(new URL(folder, fixtures)).filter((name) => !name.endsWith(".tsv"));
  return names.sort().map((name) => ({ name, text: readFileSync(new URL(`${folder}/${name}`, fixtures), "utf8") }));
}

/** Returns the questions of a folder: the document's name, the position of the page from 1, and the question. */
export function answerQuestions(folder) {
  const lines = readFileSync(new URL(`${folder}/questions.tsv`, fixtures), "utf8")
    .trim()
    .split("\n");
  return lines.map((line) => {
    const [name, page, question] = line.split("\t");
    return { name, page: Number(page), question };
  });
}

/** Returns a seeded random generator, so that runs are comparable. */
function numbersFrom(seed) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const wordsOfLanguage = 60_000;
const syllables =
  "ba be bi bo bra cher da del di dor en er fa fen gar ge han in ka kel lan le lo man mi mo na ner o per ra ri ro sa schen se ta ter ti tor u ver wal zu".split(
    " ",
  );

/** Returns a generator of Latin or Chinese words whose frequencies follow Zipf's law. */
function wordsFrom(random, isChinese) {
  const pick = (list) => list[Math.floor(random() * list.length)];
  const latin = () => Array.from({ length: 1 + Math.floor(random() * 4) }, () => pick(syllables)).join("");
  const sign = () => String.fromCharCode(0x4e00 + Math.floor(random() ** 2 * 3_000));
  const chinese = () => Array.from({ length: 1 + Math.floor(random() * 3) }, sign).join("");
  const words = Array.from({ length: wordsOfLanguage }, isChinese ? chinese : latin);
  return () => words[Math.floor(wordsOfLanguage ** random()) - 1] ?? words[0];
}

/** Returns documents of ten pages. The tenth of them is Chinese. Each page has a code and a name that no other page has. */
export function generatedDocuments(count, chars) {
  const random = numbersFrom(5);
  const latin = wordsFrom(random, false);
  const chinese = wordsFrom(random, true);
  return Array.from({ length: count }, (_, number) => {
    const isChinese = number % 10 === 9;
    const pages = Array.from({ length: 10 }, (_, index) => {
      const answer = isChinese
        ? `项目${signsOf(number * 10 + index)}的负责人`
        : `Project ${uniqueName(number, index)} is late.`;
      let text = "";
      while (text.length < chars / 10 - 60) {
        const sentence = Array.from({ length: 12 }, isChinese ? chinese : latin).join(isChinese ? "" : " ");
        text += isChinese ? `${sentence}。` : `${sentence}. `;
      }
      return `## Page ${index + 1}\n\n${text}\n\n${answer}`;
    });
    return { id: `d${number}`, name: `file ${number}.pdf`, text: pages.join("\n\n") };
  });
}

/** Returns a name for a page that no other page has. */
export function uniqueName(number, index) {
  return `Q${(number * 10 + index).toString(26).replace(/[0-9]/g, (digit) => "qrstuvwxyz"[Number(digit)])}x`;
}

function signsOf(number) {
  return String.fromCharCode(0x6c00 + (number % 3_000), 0x7000 + Math.floor(number / 3_000));
}
