"use client";
import { useTranslations } from "use-intl";
import type { AppError } from "@/lib/errors";

/** Returns a function that formats an error in the user's language: the problem and what to do. */
export function useErrorMessage(): (error: AppError) => string {
  const t = useTranslations("errors");
  return ({ code, details }) =>
    t(code, {
      count: Number(details.count ?? 0),
      seconds: Number(details.seconds ?? 0),
      model: String(details.model ?? ""),
      message: String(details.message ?? ""),
    });
}
