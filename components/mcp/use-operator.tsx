"use client";
import { type ReactNode, useEffect, useState } from "react";
import { McpFailure } from "@/lib/tools/mcp/failure";
import type { OperatorAction } from "@/lib/tools/mcp/operator-wire";
import { useAccess } from "@/store/settings/access";
import { useMcpOperator } from "@/store/tools/mcp-operator";
import { SecretDialog } from "./secret-dialog";

/** How often the screen asks how the operator's servers are, in milliseconds. */
const pollMs = 1000;

/** Keeps what is known of the operator's servers fresh while the page is in sight; returns whether there are any to ask. */
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
  /** Changes the operator's servers, once the secret is known. */
  readonly change: (action: OperatorAction) => void;
  /** Reads something that only a holder of the secret may know, and does something with it. */
  readonly read: (ask: () => Promise<void>) => void;
  /** What is under way. */
  readonly busy: OperatorAction | undefined;
  /** What the server said of the last request that failed. */
  readonly problem: string | undefined;
  /** Asks for the secret. */
  readonly dialog: ReactNode;
}

/** Something that wants the secret. */
interface Deed {
  readonly run: () => Promise<void>;
  /** The change that it is. */
  readonly action?: OperatorAction;
}

/** Carries out changes of the operator's servers; the administrator's secret is asked for where it is not known. */
export function useOperatorChanges(): OperatorChanges {
  const [waiting, setWaiting] = useState<Deed>();
  const [isRefused, setRefused] = useState(false);
  const [busy, setBusy] = useState<OperatorAction>();
  const [problem, setProblem] = useState<string>();

  async function carryOut(deed: Deed) {
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
