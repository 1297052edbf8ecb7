"use client";
import { useTranslations } from "use-intl";
import { Button } from "@/components/ui/button";
import { useErrorMessage } from "@/components/use-error-message";
import type { AppError } from "@/lib/errors";
import { apiOfChoice, keyProviders, listsModels } from "@/store/settings/add-key";
import styles from "./add-key-dialog.module.css";
import type { KeyProblem } from "./key-problem";
import type { CheckState } from "./use-key-check";

interface KeyStatusProps {
  readonly problem: KeyProblem | undefined;
  readonly state: CheckState;
  readonly choice: string;
  /** The host that is asked. */
  readonly host: string;
  /** Whether this site's server forwards the check. */
  readonly isRelayed: boolean;
  /** Whether several providers could have issued the key, so that nothing is asked yet. */
  readonly isUnsure: boolean;
  readonly onSwitch: (choice: string) => void;
  readonly onAgain: () => void;
}

/** The result of the check in words, announced to screen readers, and the button that helps. */
export function KeyStatus(props: KeyStatusProps) {
  const { problem, state, choice, onSwitch, onAgain } = props;
  const t = useTranslations("addKey");
  const usage = useTranslations("usage");
  const isBad = state.state === "failed" || (problem !== undefined && problem.kind !== "incomplete");
  const isServer = apiOfChoice(choice) !== undefined;
  const isWarning = state.state === "connected" && state.check.kind === "not-found" && isServer;
  const isGood = state.state === "connected" && !isWarning;
  return (
    <div className={styles.status}>
      <p
        role="status"
        data-failed={isBad || undefined}
        data-good={isGood || undefined}
        data-warning={isWarning || undefined}
      >
        {problem ? <ProblemText problem={problem} /> : <CheckText {...props} />}
      </p>
      {problem?.kind === "other-provider" && (
        <Button size="small" onClick={() => onSwitch(problem.choice)}>
          {t("switchTo", { provider: problem.name })}
        </Button>
      )}
      {state.state === "failed" && (
        <Button size="small" onClick={onAgain}>
          {usage("check")}
        </Button>
      )}
    </div>
  );
}

function ProblemText({ problem }: { readonly problem: KeyProblem }) {
  const t = useTranslations("addKey");
  const providers = useTranslations("providers");
  switch (problem.kind) {
    case "incomplete":
      return null;
    case "not-a-key":
      return t("notAKey");
    case "not-an-address":
      return providers("addressInvalid");
    case "mixed-content":
      return t("mixedContent");
    case "other-provider":
      return t("otherProvider", { provider: problem.name });
  }
}

type CheckTextProps = Pick<KeyStatusProps, "state" | "choice" | "host" | "isRelayed" | "isUnsure">;

function CheckText({ state, choice, host, isRelayed, isUnsure }: CheckTextProps) {
  const t = useTranslations("addKey");
  const providers = useTranslations("providers");
  switch (state.state) {
    case "idle":
      return isUnsure ? t("unsure", { start: t("start"), provider: nameOf(choice) ?? host }) : null;
    case "checking":
      return providers("checking");
    case "connected":
      if (state.check.kind === "listed") return providers("works", { count: state.check.models.length });
      if (state.check.kind === "not-found" && apiOfChoice(choice)) return t("listNotFound");
      return t(apiOfChoice(choice) && listsModels(choice) ? "unlisted" : "unchecked");
    case "failed":
      return <FailureText error={state.error} name={nameOf(choice) ?? host} isRelayed={isRelayed} />;
  }
}

function nameOf(choice: string): string | undefined {
  return keyProviders.find(({ id }) => id === choice)?.name;
}

interface FailureTextProps {
  readonly error: AppError;
  readonly name: string;
  readonly isRelayed: boolean;
}

function FailureText({ error, name, isRelayed }: FailureTextProps) {
  const t = useTranslations("addKey");
  const words = useErrorMessage();
  const { message } = error.details;
  if (error.code === "network") return t(isRelayed ? "unreachableRelayed" : "unreachable", { name });
  return (
    <>
      {error.code === "auth" ? t("wrongKey", { name }) : words(error)}
      {typeof message === "string" && message !== "" && (
        <span dir="auto" className={styles.raw}>
          {message}
        </span>
      )}
    </>
  );
}
