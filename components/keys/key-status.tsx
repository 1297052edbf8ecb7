"use client";
import { useLayoutEffect, useRef } from "react";
import { useTranslations } from "use-intl";
import { Button } from "@/components/ui/button";
import { useErrorMessage } from "@/components/use-error-message";
import type { AppError } from "@/lib/errors";
import { apiOfChoice, canUseUnchecked, keyProviders, listsModels } from "@/store/settings/add-key";
import styles from "./add-key-dialog.module.css";
import type { KeyProblem } from "./key-problem";
import type { CheckState } from "./use-key-check";

/** The address of a server, as an example. */
export const exampleAddress = "https://example.com/v1";

interface KeyStatusProps {
  readonly problem: KeyProblem | undefined;
  readonly state: CheckState;
  readonly choice: string;
  /** The host that is asked. */
  readonly host: string;
  /** Whether this site's server forwards the check. */
  readonly isRelayed: boolean;
  /** Whether a key was entered; a server may need none. */
  readonly hasKey: boolean;
  /** Whether the user goes on without a check. */
  readonly isUnchecked: boolean;
  /** Whether several providers could have issued the key, so that nothing is asked yet. */
  readonly isUnsure: boolean;
  readonly onSwitch: (choice: string) => void;
  readonly onAgain: () => void;
  /** Ends a slow check. */
  readonly onStop: () => void;
  readonly onUseUnchecked: () => void;
}

/** The result of the check in words, announced to screen readers, and the button that helps. */
export function KeyStatus(props: KeyStatusProps) {
  const { problem, state, choice, isUnchecked, onSwitch, onUseUnchecked } = props;
  const t = useTranslations("addKey");
  const isBad = (state.state === "failed" && !isUnchecked) || (problem !== undefined && problem.kind !== "incomplete");
  const isServer = apiOfChoice(choice) !== undefined;
  const isWarning = isUnchecked || (state.state === "connected" && state.check.kind === "not-found" && isServer);
  const isGood = state.state === "connected" && !isWarning;
  const node = useRef<HTMLDivElement>(null);
  const retry = useRetry(props);
  const isSlow = state.state === "checking" && state.isSlow;
  const result = problem && problem.kind !== "incomplete" ? problem.kind : isSlow ? "slow" : state.state;

  useLayoutEffect(() => {
    // In a small window the result is below the visible part. While the user still types, nothing scrolls.
    if (result !== "idle" && result !== "checking") node.current?.scrollIntoView({ block: "nearest" });
  }, [result]);

  return (
    <div ref={node} className={styles.status}>
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
      {retry && (
        <Button size="small" onClick={retry.run}>
          {retry.label}
        </Button>
      )}
      {state.state === "failed" && !isUnchecked && canUseUnchecked(state.error) && (
        <Button size="small" onClick={onUseUnchecked}>
          {t("useUnchecked")}
        </Button>
      )}
    </div>
  );
}

/** Returns the button that stops a slow check, or repeats a failed one. As one button, it keeps the focus. */
function useRetry({ state, onAgain, onStop }: KeyStatusProps) {
  const t = useTranslations("addKey");
  const usage = useTranslations("usage");
  if (state.state === "failed") return { label: usage("check"), run: onAgain };
  return state.state === "checking" && state.isSlow ? { label: t("stopWaiting"), run: onStop } : undefined;
}

function ProblemText({ problem }: { readonly problem: KeyProblem }) {
  const t = useTranslations("addKey");
  switch (problem.kind) {
    case "incomplete":
      return null;
    case "not-a-key":
      return t("notAKey");
    case "not-an-address":
      return t("notAnAddress", { example: exampleAddress });
    case "mixed-content":
      return t("mixedContent");
    case "other-provider":
      return t("otherProvider", { provider: problem.name });
  }
}

type CheckTextProps = Omit<KeyStatusProps, "problem" | "onSwitch" | "onAgain" | "onStop" | "onUseUnchecked">;

function CheckText({ state, choice, host, isRelayed, isUnsure, hasKey, isUnchecked }: CheckTextProps) {
  const t = useTranslations("addKey");
  const providers = useTranslations("providers");
  switch (state.state) {
    case "idle":
      return isUnsure ? t("unsure", { start: t("start"), provider: nameOf(choice) ?? host }) : null;
    case "checking":
      return state.isSlow ? t("slow", { name: nameOf(choice) ?? host }) : providers("checking");
    case "connected":
      if (state.check.kind === "listed") return providers("works", { count: state.check.models.length });
      if (state.check.kind === "not-found" && apiOfChoice(choice)) return t("listNotFound");
      return t(apiOfChoice(choice) && listsModels(choice) ? "unlisted" : "unchecked");
    case "failed":
      if (isUnchecked) return t("usedUnchecked", { name: nameOf(choice) ?? host });
      return (
        <FailureText
          error={state.error}
          name={nameOf(choice) ?? host}
          isRelayed={isRelayed}
          isServer={apiOfChoice(choice) !== undefined}
          hasKey={hasKey}
        />
      );
  }
}

function nameOf(choice: string): string | undefined {
  return keyProviders.find(({ id }) => id === choice)?.name;
}

interface FailureTextProps extends Pick<KeyStatusProps, "isRelayed" | "hasKey"> {
  readonly error: AppError;
  /** The provider's name, or the host of a server. */
  readonly name: string;
  readonly isServer: boolean;
}

function FailureText({ error, name, isRelayed, isServer, hasKey }: FailureTextProps) {
  const t = useTranslations("addKey");
  const words = useErrorMessage();
  const { message, format } = error.details;
  if (error.code === "protocol" && isServer) return t(format === "page" ? "sentPage" : "sentNoList", { name });
  if (error.code === "network") return t(isRelayed ? "unreachableRelayed" : "unreachable", { name });
  if (error.code === "timeout") return t("noResponse", { name });
  return (
    <>
      {error.code === "auth" ? t(wrongKeyMessage(isServer, hasKey), { name }) : words(error)}
      {typeof message === "string" && message !== "" && (
        <span dir="auto" className={styles.raw}>
          {message}
        </span>
      )}
    </>
  );
}

function wrongKeyMessage(isServer: boolean, hasKey: boolean) {
  if (!isServer) return "wrongKey";
  return hasKey ? "wrongServerKey" : "serverNeedsKey";
}
