"use client";
import { useTranslations } from "use-intl";
import { useErrorMessage } from "@/components/use-error-message";
import type { AppError } from "@/lib/errors";
import { type SyncProblem, syncProblems } from "@/lib/sync/remote";
import { useSync } from "@/store/sync/sync";

/** Problems of a file that is not complete, or not as it was written. */
function isUnfinished(problem: unknown): boolean {
  return problem === "altered" || problem === "incomplete" || problem === "no-backup";
}

/** Returns a function that formats the error of a sync, with what to do. */
export function useSyncProblem(): (error: AppError) => string {
  const t = useTranslations("sync");
  const words = useErrorMessage();
  const isFolder = useSync(({ settings }) => settings.provider === "folder");
  return (error) => {
    const { problem, status = 0, region = "" } = error.details;
    // Another program may still be bringing the files of a folder.
    if (isFolder && isUnfinished(problem)) return `${words(error)}: ${t("folderIncomplete")}`;
    const known = syncProblems.find((each): each is SyncProblem => each === problem);
    return known
      ? `${words(error)}: ${t(`problem_${known}`, { status: String(status), region: String(region) })}`
      : words(error);
  };
}
