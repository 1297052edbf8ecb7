import { useErrorMessage } from "@/components/use-error-message";
import type { AppError } from "@/lib/errors";
import styles from "./settings-screen.module.css";

/** An error in the user's language, above the message of the server if there is one. */
export function FailureText({ error }: { readonly error: AppError }) {
  const words = useErrorMessage();
  const { message } = error.details;
  return (
    <>
      {words(error)}
      {typeof message === "string" && message !== "" && <span className={styles.raw}>{message}</span>}
    </>
  );
}
