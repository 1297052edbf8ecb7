import { useTranslations } from "use-intl";
import { useErrorWords } from "@/components/use-error-words";
import type { ImageTask } from "@/lib/chat/image-task";
import { AppError } from "@/lib/errors";

/** Returns a function that formats the error of an image task. */
export function useTaskErrorWords(): (task: Pick<ImageTask, "error" | "model_name">) => string {
  const t = useTranslations("imageTasks");
  const errorWords = useErrorWords();
  return ({ error, model_name }) => {
    if (!error || error.code === "interrupted") return t("interrupted");
    const { code, message, seconds = 0 } = error;
    return errorWords(new AppError(code, { message, seconds, model: model_name }));
  };
}
