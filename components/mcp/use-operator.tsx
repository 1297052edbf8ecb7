"use client";
import { type ReactNode, useEffect, useState } from "react";
import { McpFailure } from "@/lib/tools/mcp/failure";
import type { OperatorAction } from "@/lib/tools/mcp/operator-wire";
import { useAccess } from "@/store/settings/access";
import { useMcpOperator } from "@/store/tools/mcp-operator";
import { SecretDialog } from "./secret-dialog";

/** Polling interval of the operator's servers, in milliseconds. */
const pollMs = 1000;

/** Polls the operator's servers while the tab is visible. Returns whether there are any. */
export function useOperatorPolling(): boolean {
  const isEnabled = useAccess(({ flags }) => flags?.enableMcp === true);
  useEffect(() => {
    if (!isEnabled) return;
    let isOver = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    async function poll() {
      if (!document.hidden) await useMcpOperator.getState().refresh();
      if (!isOver) timer = setTimeout(poll, pollMs);
    }
    void poll();
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [isEnabled]);
  return isEnabled;
}

export interface OperatorChanges {
  /** Changes the operator's servers, after asking for the secret if needed. */
  readonly change: (action: OperatorAction) => void;
  /** Runs a request that needs the secret. */
  readonly read: (ask: () => Promise<void>) => void;
  /** The change in progress. */
  readonly busy: OperatorAction | undefined;
  /** The server's message about the last failed request. */
  readonly problem: string | undefined;
  /** The dialog that asks for the secret. */
  readonly dialog: ReactNode;
}

/** A request that needs the secret. */
interface SecretRequest {
  readonly run: () => Promise<void>;
  /** The change, if it is one. */
  readonly action?: OperatorAction;
}

/**
 * Returns the functions that change the operator's servers. They ask for the administrator's secret if it is not known.
 */
export function useOperatorChanges(): OperatorChanges {
  const [waiting, setWaiting] = useState<SecretRequest>();
  const [isRefused, setRefused] = useState(false);
  const [busy, setBusy] = useState<OperatorAction>();
  const [problem, setProblem] = useState<string>();

  async function carryOut(deed: SecretRequest) {
    if (useMcpOperator.getState().secret === "") return setWaiting(deed);
    setWaiting(undefined);
    setProblem(undefined);
    setBusy(deed.action);
    try {
      await deed.run();
      setRefused(false);
    } catch (thrown) {
      if (!(thrown instanceof McpFailure)) throw thrown;
      setProblem(thrown.message);
      setRefused(thrown.kind === "refused");
      if (thrown.kind === "refused") setWaiting(deed);
    } finally {
      setBusy(undefined);
    }
  }

  const dialog = (
    <SecretDialog
      open={waiting !== undefined}
      isRefused={isRefused}
      onClose={() => setWaiting(undefined)}
      onEntered={() => waiting && void carryOut(waiting)}
    />
  );
  return {
    change: (action) => void carryOut({ run: () => useMcpOperator.getState().change(action), action }),
    read: (run) => void carryOut({ run }),
    busy,
    problem,
    dialog,
  };
}
