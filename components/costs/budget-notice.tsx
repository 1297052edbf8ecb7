"use client";
import { useEffect } from "react";
import { useFormatter, useTranslations } from "use-intl";
import { Button } from "@/components/ui/button";
import { LinkButton } from "@/components/ui/link-button";
import { Notice } from "@/components/ui/notice";
import { isCompared } from "@/lib/chat/comparison";
import { emptyDraft, isBlankDraft } from "@/lib/chat/draft";
import type { Project } from "@/lib/chat/project";
import { toAppError } from "@/lib/errors";
import { budgetLevel } from "@/lib/prices/budget";
import { report, useUi } from "@/store/base/ui";
import { useChats } from "@/store/chats/chats";
import { sessionOf } from "@/store/chats/chats-state";
import { useDrafts } from "@/store/chats/drafts";
import { useCostSettings } from "@/store/costs/cost-settings";
import { type RefusedCall, useSpending } from "@/store/costs/spending";
import { useProjects } from "@/store/settings/projects";
import { useTurns } from "@/store/turns/turns";
import styles from "./budget-notice.module.css";
import { useMoneyText } from "./use-money-text";

/** The notice above the message box from 80 % of a budget on, of all chats or of a project, and what to do at 100 %. */
export function BudgetNotice({ sessionId }: { readonly sessionId: string }) {
  const hasBudget = useCostSettings(({ budget }) => budget !== undefined);
  const project = useProjectOf(sessionId);
  return (hasBudget || project?.budget !== undefined) && <SpentBudget sessionId={sessionId} project={project} />;
}

/** The texts for refused calls. */
const refusedTexts = { message: "notSent", reply: "notAsked" } as const;

/** Returns the chat's last call if a budget refused it; a message only while the message box has it or other text. */
function useRefused(sessionId: string): RefusedCall | undefined {
  const refused = useSpending((spending) => spending.refused[sessionId]);
  const isBlank = useDrafts(({ drafts }) => isBlankDraft(drafts[sessionId] ?? emptyDraft));
  return refused?.kind === "message" && isBlank ? undefined : refused;
}

function useProjectOf(sessionId: string): Project | undefined {
  const projectId = useChats((chats) => sessionOf(chats, sessionId)?.projectId);
  return useProjects(({ byId }) => byId.get(projectId ?? ""));
}

interface SpentBudgetProps {
  readonly sessionId: string;
  readonly project: Project | undefined;
}

function SpentBudget({ sessionId, project }: SpentBudgetProps) {
  const t = useTranslations();
  const format = useFormatter();
  const moneyText = useMoneyText();
  const shown = useShownBudget(project);
  const isAllowed = useSpending(({ allowed }) => allowed[sessionId] === true);
  const refused = useRefused(sessionId);
  useEffect(() => {
    const { follow, read } = useSpending.getState();
    const stop = follow();
    document.addEventListener("visibilitychange", read);
    return () => {
      stop();
      document.removeEventListener("visibilitychange", read);
    };
  }, []);
  if (!shown) return null;
  const { budget, micros, isOver } = shown;
  // Rounded down, so that 99.6 % is not shown as spent.
  const share = budget.micros === 0 ? 1 : Math.floor((micros / budget.micros) * 100) / 100;
  const percent = format.number(share, { style: "percent" });
  const values = {
    ...{ spent: moneyText({ ...budget, micros }), budget: moneyText(budget), percent },
    project: shown.project?.name || t("projects.untitled"),
  };
  const level = isOver ? "over" : "near";
  const state = isAllowed ? "onceAllowed" : refused && refusedTexts[refused.kind];
  // Replies under way count in advance, so a call can be refused before the budget is used up.
  const isStopping = isOver || refused !== undefined;
  return (
    <div className={styles.notice}>
      <Notice
        kind={isOver ? "error" : "warn"}
        level={2}
        heading={t(shown.project ? `costs.${level}Project` : `costs.${level}`, values)}
        text={(isStopping || isAllowed) && state ? <span role="status">{t(`costs.${state}`)}</span> : undefined}
        actions={
          <>
            <ChangeBudget projectId={shown.project?.id} />
            {/* The last one: no other button takes its place under a second click. */}
            {isStopping && !isAllowed && (
              // A reply may have ended between the two clicks of a double click, which allows one call only.
              <Button size="small" onClick={({ detail }) => detail < 2 && sendOnce(sessionId, refused)}>
                {t("costs.sendOnce")}
              </Button>
            )}
          </>
        }
      />
    </div>
  );
}

/** The way to a budget: the settings, or the editor of a project. */
function ChangeBudget({ projectId }: { readonly projectId: string | undefined }) {
  const t = useTranslations("costs");
  if (projectId === undefined) {
    return (
      <LinkButton size="small" variant="quiet" href="/settings#budget">
        {t("changeBudget")}
      </LinkButton>
    );
  }
  return (
    <Button size="small" variant="quiet" onClick={() => useUi.getState().openDialog({ kind: "project", projectId })}>
      {t("changeBudget")}
    </Button>
  );
}

/** Returns the budget to show: one that is spent before one of which 80 % is spent, that of all chats first. */
function useShownBudget(project: Project | undefined) {
  const budget = useCostSettings((costs) => costs.budget);
  const { spent, spentByProject } = useSpending();
  if (!spent) return undefined;
  const ofProject = { budget: project?.budget, spent: spentByProject.get(project?.id ?? "") ?? {}, project };
  const budgets = [{ budget, spent, project: undefined }, ofProject].flatMap((each) => {
    const level = each.budget && budgetLevel(each.budget, each.spent);
    if (!each.budget || level === "under") return [];
    return [{ ...each, budget: each.budget, micros: each.spent[each.budget.currency] ?? 0, isOver: level === "over" }];
  });
  return budgets.find(({ isOver }) => isOver) ?? budgets[0];
}

/**
 * Lets the chat send once. A message or a reply that the budget has refused is sent or asked for again; else the next
 * message is sent.
 */
function sendOnce(sessionId: string, refused: RefusedCall | undefined): void {
  useSpending.getState().allowOnce(sessionId);
  if (refused?.kind === "reply") refused.again();
  else if (refused) useDrafts.getState().requestSend(sessionId);
  else retryFailed(sessionId);
}

/** Asks again for the chat's last reply if a budget refused it. */
function retryFailed(sessionId: string): void {
  const { threads, messages } = useChats.getState();
  const last = messages[threads[sessionId]?.ids.at(-1) ?? ""];
  if (last && isCompared(last)) {
    void import("@/store/turns/comparisons").then(
      ({ retryRefused }) => retryRefused(useTurns.getState().context, sessionId),
      (thrown: unknown) => report(toAppError(thrown)),
    );
  } else if (last?.error?.kind === "budget") void useTurns.getState().retry(sessionId, last.id);
}
