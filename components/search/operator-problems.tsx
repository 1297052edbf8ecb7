"use client";
import { useEffect, useMemo, useState } from "react";
import { useTranslations } from "use-intl";
import { isolated } from "@/components/ui/isolated";
import { foldText } from "@/lib/chat/fold-text";
import type { Project } from "@/lib/chat/project";
import { invalidOperatorsIn, operatorsIn, type PlacedOperator } from "@/lib/search/operators";
import { useChats } from "@/store/chats/chats";
import { useProjects } from "@/store/settings/projects";
import { useInvalidText } from "./operator-texts";
import styles from "./search-screen.module.css";

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
    ...unknown.map(({ name, value }) => t(`unknown_${name}`, { value: isolated(value) })),
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
