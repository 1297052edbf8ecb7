"use client";
import { useTranslations } from "use-intl";
import type { AppError } from "@/lib/errors";

/** Returns a function that says an error in the user's language: what happened and the way on. */
export function useErrorWords(): (error: AppError) => string {
  const t = useTranslations("errors");
  return ({ code, details }) =>
    t(code, {
      count: Number(details.count ?? 0),
      seconds: Number(details.seconds ?? 0),
      model: String(details.model ?? ""),
      message: String(details.message ?? ""),
    });
}
