import { useTranslations } from "use-intl";
import { useErrorMessage } from "@/components/use-error-message";
import type { ImageTask } from "@/lib/chat/image-task";
import { AppError } from "@/lib/errors";

/** Returns a function that formats the error of an image task. */
export function useTaskErrorMessage(): (task: Pick<ImageTask, "error" | "model_name">) => string {
  const t = useTranslations("imageTasks");
  const errorMessage = useErrorMessage();
  return ({ error, model_name }) => {
    if (!error || error.code === "interrupted") return t("interrupted");
    const { code, message, seconds = 0 } = error;
    return errorMessage(new AppError(code, { message, seconds, model: model_name }));
  };
}
