/** Number of NextChat's first built-in mask. */
const firstNumber = 100_000;

/**
 * NextChat's built-in masks by number: 14 in Simplified Chinese, the same 14 in Traditional Chinese, 4 in English. The
 * last of each 14 lifts a model's limits and has no counterpart here.
 */
const ofNextChat: readonly (string | undefined)[] = [
  ...ofChinese("cn"),
  ...ofChinese("tw"),
  "en-coding-partner",
  "en-prompt-improver",
  "en-code-anything",
  "en-prompt-engineer",
];

function ofChinese(language: "cn" | "tw"): (string | undefined)[] {
  const names = [
    "svg-artist",
    "copywriter",
    "machine-learning-teacher",
    "logistics-planner",
    "career-adviser",
    "english-editor",
    "language-detector",
    "social-posts",
    "cv-writer",
    "listening-companion",
    "startup-ideas",
    "columnist",
    "mentor",
  ];
  return [...names.map((name) => `${language}-${name}`), undefined];
}

/** Masks of `masks.json` that had the numbers after NextChat's, before masks were identified by name only. */
const later: readonly string[] = [
  "cn-debate-partner",
  "cn-text-adventure",
  "cn-prompt-improver",
  "cn-riddle-host",
  "tw-svg-artist",
  "tw-copywriter",
  "tw-machine-learning-teacher",
  "tw-logistics-planner",
  "tw-career-adviser",
  "tw-english-editor",
  "tw-language-detector",
  "tw-social-posts",
  "tw-cv-writer",
  "tw-listening-companion",
  "tw-startup-ideas",
  "tw-columnist",
  "tw-mentor",
  "tw-coding-partner",
  "tw-code-reviewer",
  "tw-data-analyst",
  "tw-spreadsheet-helper",
  "tw-writing-polish",
  "tw-local-wording",
  "tw-official-writing",
  "tw-meeting-notes",
  "tw-presentation-coach",
  "tw-socratic-tutor",
  "tw-exam-coach",
  "tw-english-conversation",
  "tw-parent-talk",
  "tw-bedtime-stories",
  "tw-home-cook",
  "tw-travel-planner",
  "tw-small-shop",
  "tw-document-explainer",
  "tw-hard-conversations",
  "tw-interview-trainer",
  "tw-text-adventure",
  "tw-prompt-improver",
  "tw-riddle-host",
  "en-coding-partner",
  "en-prompt-improver",
  "en-code-anything",
  "en-prompt-engineer",
  "en-plain-explainer",
  "en-socratic-tutor",
  "en-exam-coach",
  "en-english-conversation",
  "en-translator",
  "en-editor",
  "en-email-writer",
  "en-meeting-notes",
  "en-decision-guide",
  "en-devils-advocate",
  "en-interview-trainer",
  "en-cv-writer",
  "en-career-adviser",
  "en-data-analyst",
  "en-spreadsheet-helper",
  "en-sql-guide",
  "en-code-reviewer",
  "en-svg-artist",
  "en-story-workshop",
  "en-bedtime-stories",
  "en-text-adventure",
  "en-quiz-master",
  "en-home-cook",
  "en-travel-planner",
  "en-household-organiser",
  "en-parent-talk",
  "en-listening-companion",
  "en-hard-conversations",
  "en-document-explainer",
  "en-small-business",
  "en-startup-ideas",
  "en-columnist",
  "en-mentor",
  "en-social-posts",
];

/**
 * Returns the name of the built-in mask for a number in a link or a NextChat export; undefined for other text. The
 * lists may only grow, because links are permanent.
 */
export function slugOfMaskNumber(text: string): string | undefined {
  if (!/^\d{6}$/.test(text)) return undefined;
  return [...ofNextChat, ...later][Number(text) - firstNumber];
}
