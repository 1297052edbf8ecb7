"use client";
import { useTranslations } from "use-intl";
import { useErrorMessage } from "@/components/use-error-message";
import type { AppError } from "@/lib/errors";

/** Returns a function that formats why the server did not accept an access code. */
export function useCodeProblem(): (problem: AppError) => string {
  const t = useTranslations("auth");
  const words = useErrorMessage();
  return (problem) => {
    if (problem.code === "wrong-code" || problem.code === "rate-limit") return t(problem.code);
    return problem.code === "network" ? t("unreachable") : words(problem);
  };
}
