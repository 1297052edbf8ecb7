"use client";
import { useEffect, useMemo, useState } from "react";
import { useFormatter, useTranslations } from "use-intl";
import { foldText } from "@/lib/chat/fold-text";
import type { Project } from "@/lib/chat/project";
import { invalidOperatorsIn, type OperatorName, operatorsIn, type PlacedOperator } from "@/lib/search/operators";
import { useChats } from "@/store/chats/chats";
import { useProjects } from "@/store/settings/projects";
import styles from "./search-screen.module.css";

/** The forms of a date after `before:` and `after:`. */
const dateExamples = ["2026-03-31", "2026-03", "2026"];

interface OperatorProblemsProps {
  /** The search text. */
  readonly words: string;
  /** The models that have written messages; undefined until all are known. */
  readonly models: readonly string[] | undefined;
}

/** The reasons why operators of the search text find nothing: names that do not exist, and invalid values. */
export function OperatorProblems({ words, models }: OperatorProblemsProps) {
  const unknown = useUnknownNames(words, models);
  const t = useTranslations("search");
  const invalidText = useInvalidText();
  const texts = [
    ...invalidOperatorsIn(words).map(invalidText),
    // A name has a direction of its own, whatever the language.
    ...unknown.map(({ name, value }) => t(`unknown_${name}`, { value: `\u2068${value}\u2069` })),
  ];
  return (
    <div role="status">
      {[...new Set(texts)].map((text) => (
        <p key={text} className={styles.problem}>
          {text}
        </p>
      ))}
    </div>
  );
}

/** Returns the function that explains an operator without a valid value. */
function useInvalidText(): (name: OperatorName) => string {
  const t = useTranslations("search");
  const format = useFormatter();
  // Operators are read from left to right in all languages.
  const isolated = (text: string) => `\u2066${text}\u2069`;
  return (name) => {
    const operator = isolated(`${name}:`);
    if (name === "has") return t("invalidHas", { example: isolated("has:code") });
    if (name !== "before" && name !== "after") return t("missingName", { operator });
    return t("invalidDate", { operator, examples: format.list(dateExamples.map(isolated), { type: "disjunction" }) });
  };
}

/** An operator whose value is a part of a name. */
type NamedOperator = PlacedOperator & { readonly name: "tag" | "project" | "model" };

/** Returns the operators of a search text with a name that no tag, project or model contains. */
function useUnknownNames(words: string, models: readonly string[] | undefined): readonly NamedOperator[] {
  const sessions = useChats((chats) => (chats.areAllRead ? chats.sessions : undefined));
  const projects = useReadProjects(operatorsIn(words).some(({ name }) => name === "project"));
  return useMemo(() => {
    const known = {
      tag: () => sessions?.flatMap(({ tags = [] }) => tags),
      project: () => projects && [...projects.values()].map(({ name }) => name),
      model: () => models,
    };
    return operatorsIn(words).filter((operator): operator is NamedOperator => {
      if (operator.name !== "tag" && operator.name !== "project" && operator.name !== "model") return false;
      const part = foldText(operator.value);
      return known[operator.name]()?.some((name) => foldText(name).includes(part)) === false;
    });
  }, [words, sessions, projects, models]);
}

/** Returns the projects once they are read; undefined until then, and until they are needed. */
function useReadProjects(isNeeded: boolean): ReadonlyMap<string, Project> | undefined {
  const byId = useProjects((projects) => projects.byId);
  const [areRead, setRead] = useState(false);
  useEffect(() => {
    if (!isNeeded) return;
    import("@/store/library/projects")
      .then(({ useProjectList }) => useProjectList.whenRead())
      .then(
        () => setRead(true),
        (thrown: unknown) => console.warn("Could not read the projects.", thrown),
      );
  }, [isNeeded]);
  return areRead ? byId : undefined;
}
