"use client";
import { Fragment, type ReactNode, useEffect, useRef, useState } from "react";
import { useFormatter, useTranslations } from "use-intl";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { ListRow, ListRows } from "@/components/ui/list-row";
import { Notice } from "@/components/ui/notice";
import { Spinner } from "@/components/ui/spinner";
import { Switch } from "@/components/ui/switch";
import { TextField } from "@/components/ui/text-field";
import { type AppError, toAppError } from "@/lib/errors";
import { isSyncConfigured, syncLocation } from "@/lib/settings/sync-settings";
import { useChats } from "@/store/chats/chats";
import { useAccess } from "@/store/settings/access";
import { linkWarnings, otherProxy, placeNames } from "@/store/sync/invitation-contents";
import {
  type JoinChoices,
  joinSync,
  type LinkProblem,
  type LinkUse,
  type OpenedLink,
  openLink,
  spendLink,
  usualChoices,
} from "@/store/sync/invitations";
import { useSync } from "@/store/sync/sync";
import { SealStep } from "./seal-step";
import { type LinkPermission, useLinksAllowed } from "./use-links-allowed";
import { useSyncProblem } from "./use-sync-problem";
import { useSyncProviderName } from "./use-sync-provider-name";

interface JoinDialogProps {
  /** The link of another device; undefined to ask for it. */
  readonly link?: string | undefined;
  readonly onClose: () => void;
}

/** Sets up the sync of this device with a link of another one, after a confirmation that lists what will come. */
export function JoinDialog({ link, onClose }: JoinDialogProps) {
  const [given, setGiven] = useState(link);
  const [opened, setOpened] = useState<OpenedLink>();
  const allowed = useLinksAllowed();
  if (allowed !== "on") return <NotAllowed reason={allowed} onClose={onClose} />;
  if (given === undefined) return <PasteStep onGiven={setGiven} onClose={onClose} />;
  if (!opened) return <ReadStep link={given} onOpened={setOpened} onClose={onClose} />;
  return <ConfirmStep opened={opened} onClose={onClose} />;
}

interface StepProps {
  readonly onClose: () => void;
}

interface OutcomeProps extends StepProps {
  readonly title: string;
  /** The label of the button that closes it. */
  readonly buttonLabel?: string | undefined;
  readonly onRetry?: (() => void) | undefined;
  readonly children: ReactNode;
}

/** A dialog that can only be closed or, with `onRetry`, tried again. */
function Outcome({ title, buttonLabel, onRetry, onClose, children }: OutcomeProps) {
  const t = useTranslations("addDevice");
  const app = useTranslations("app");
  const buttons = (
    <>
      <Button variant={onRetry ? "quiet" : "solid"} onClick={onClose}>
        {buttonLabel ?? app("close")}
      </Button>
      {onRetry && (
        <Button variant="solid" onClick={onRetry}>
          {t("again")}
        </Button>
      )}
    </>
  );
  return (
    <Dialog open title={title} closeLabel={app("close")} onClose={onClose} footerEnd={buttons}>
      {children}
    </Dialog>
  );
}

/** The reason that the operator's site opens no link. */
function NotAllowed({ reason, onClose }: StepProps & { readonly reason: Exclude<LinkPermission, "on"> }) {
  const t = useTranslations("addDevice");
  const link = useTranslations("link");
  const retry = () => void useAccess.getState().fetchFlags();
  return (
    <Outcome title={t("useLink")} onRetry={reason === "unreachable" ? retry : undefined} onClose={onClose}>
      {reason === "unknown" ? (
        <Spinner />
      ) : (
        <Notice kind="error" isAlert heading={reason === "off" ? link("off") : t("unreachable")} />
      )}
    </Outcome>
  );
}

/** Asks for the link. */
function PasteStep({ onGiven, onClose }: StepProps & { readonly onGiven: (link: string) => void }) {
  const t = useTranslations("addDevice");
  const sealing = useTranslations("sealing");
  const sharing = useTranslations("sharing");
  const [text, setText] = useState("");
  return (
    <SealStep
      title={t("useLink")}
      confirmLabel={sealing("next")}
      isBusy={false}
      onConfirm={() => text.trim() !== "" && onGiven(text)}
      onClose={onClose}
    >
      <p>{t("paste")}</p>
      <TextField label={sharing("link")} value={text} onChange={setText} autoComplete="off" ltr />
    </SealStep>
  );
}

interface ReadProps extends StepProps {
  readonly link: string;
  readonly onOpened: (opened: OpenedLink) => void;
}

/** Reads the invitation of the link, and shows why it cannot be used. */
function ReadStep({ link, onOpened, onClose }: ReadProps) {
  const t = useTranslations("addDevice");
  const [problem, setProblem] = useState<LinkProblem | AppError>();
  const [tries, setTries] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a retry has the same link
  useEffect(() => {
    const reading = new AbortController();
    const { signal } = reading;
    setProblem(undefined);
    openLink(link, signal).then(
      (read) => !signal.aborted && (typeof read === "string" ? setProblem(read) : onOpened(read)),
      (thrown: unknown) => !signal.aborted && setProblem(toAppError(thrown)),
    );
    return () => reading.abort();
  }, [link, tries, onOpened]);

  const canRetry = problem !== undefined && typeof problem !== "string";
  return (
    <Outcome title={t("joinTitle")} onRetry={canRetry ? () => setTries(tries + 1) : undefined} onClose={onClose}>
      {problem === undefined ? <Spinner /> : <Problem problem={problem} />}
    </Outcome>
  );
}

/** The reason that a link cannot be used, with what to do. */
function Problem({ problem }: { readonly problem: LinkProblem | AppError }) {
  const t = useTranslations("addDevice");
  const words = useSyncProblem();
  return (
    <Notice kind="error" isAlert heading={typeof problem === "string" ? t(`problem_${problem}`) : words(problem)} />
  );
}

/** Lists what will come, and joins the sync after a confirmation. */
function ConfirmStep({ opened, onClose }: StepProps & { readonly opened: OpenedLink }) {
  const t = useTranslations("addDevice");
  const sync = useTranslations("sync");
  const [choices, setChoices] = useState(() => usualChoices(opened));
  const join = useJoin(opened, choices, onClose);
  const [isReplacing] = useState(() => isSyncedElsewhere(opened));

  if (join.isDone) {
    return (
      <Outcome title={t("joinedTitle")} buttonLabel={sync("done")} onClose={onClose}>
        <p role="status">{t("joined")}</p>
      </Outcome>
    );
  }
  // Another device has used the link since it was read.
  if (join.problem === "gone") {
    return (
      <Outcome title={t("joinTitle")} onClose={onClose}>
        <Problem problem={join.problem} />
      </Outcome>
    );
  }
  return (
    <SealStep
      title={t("joinTitle")}
      confirmLabel={join.problem ? t("again") : t(isReplacing ? "replace" : "join")}
      isBusy={join.isBusy}
      onConfirm={join.start}
      onClose={onClose}
      isPausedByClose={join.isSyncing}
    >
      <Notice kind="warn" heading={t(choices.withKeys ? "trustKeys" : "trust")} />
      <ListRows>
        <Contents opened={opened} />
        <Choices choices={choices} isDisabled={join.isBusy} onChange={setChoices} />
      </ListRows>
      <Warnings opened={opened} />
      {isReplacing && <Notice kind="warn" heading={t("replaces")} />}
      {join.problem && <Problem problem={join.problem} />}
      <Progress />
    </SealStep>
  );
}

/** Whether this device syncs with another location now. */
function isSyncedElsewhere({ settings }: OpenedLink): boolean {
  const { settings: current } = useSync.getState();
  return isSyncConfigured(current) && syncLocation(current) !== syncLocation(settings);
}

/** The current step of the sync. */
function Progress() {
  const sync = useTranslations("sync");
  const phase = useSync((state) => state.phase);
  return <p role="status">{phase && sync(phase)}</p>;
}

/** The location, and what this device will share with it. */
function Contents({ opened }: { readonly opened: OpenedLink }) {
  const t = useTranslations("addDevice");
  const sync = useTranslations("sync");
  const format = useFormatter();
  const provider = useSyncProviderName()(opened.settings.provider);
  const count = useChats(({ sessions }) => sessions.filter(({ messageCount }) => messageCount > 0).length);
  const proxy = otherProxy(opened);
  const here = count === 0 ? format.number(0) : t("chatsHereHint", { count: format.number(count) });
  return (
    <>
      <ListRow title={t("location")} subtitle={<Names provider={provider} names={placeNames(opened)} />} />
      {proxy !== undefined && <ListRow title={sync("proxyUrl")} subtitle={<bdi>{proxy}</bdi>} />}
      <ListRow title={t("content")} subtitle={t("contentHint")} />
      <ListRow title={t("chatsThere")} subtitle={format.number(opened.invitation.chats)} />
      <ListRow title={t("chatsHere")} subtitle={here} />
    </>
  );
}

/** The names of a location, each isolated, so that the letters of one cannot move into another. */
function Names({ provider, names }: { readonly provider: string; readonly names: readonly string[] }) {
  return (
    <>
      <bdi>{provider}</bdi>:{" "}
      {names.map((name, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the names have a fixed order
        <Fragment key={index}>
          {index > 0 && ", "}
          <bdi>{name}</bdi>
        </Fragment>
      ))}
    </>
  );
}

interface ChoicesProps {
  readonly choices: JoinChoices;
  readonly isDisabled: boolean;
  readonly onChange: (choices: JoinChoices) => void;
}

/** Switches for what the user can decline. */
function Choices({ choices, isDisabled, onChange }: ChoicesProps) {
  const t = useTranslations("addDevice");
  const sync = useTranslations("sync");
  return (
    <>
      <ListRow title={sync("withKeys")} subtitle={t("keysHint")} isLabel>
        <Switch
          checked={choices.withKeys}
          disabled={isDisabled}
          onChange={(withKeys) => onChange({ ...choices, withKeys })}
        />
      </ListRow>
      <ListRow title={sync("automatic")} subtitle={sync("automaticHint")} isLabel>
        <Switch
          checked={choices.isAutomatic}
          disabled={isDisabled}
          onChange={(isAutomatic) => onChange({ ...choices, isAutomatic })}
        />
      </ListRow>
    </>
  );
}

/** Warnings about the hosts that the link leads to. */
function Warnings({ opened }: { readonly opened: OpenedLink }) {
  const t = useTranslations("addDevice");
  const link = useTranslations("link");
  return linkWarnings(opened).map(({ warning, host }) => (
    <Notice
      key={`${warning} ${host}`}
      kind="warn"
      // Chats are encrypted on the way, too. The credentials are not.
      heading={warning === "unencrypted" ? t("unencrypted", { host }) : link(warning, { host })}
    />
  ));
}

/**
 * Returns the steps of joining: the invitation is deleted first, then the sync runs until it succeeds. If the dialog
 * closes before the sync runs, nothing changes on this device. Later, closing pauses the sync.
 */
function useJoin(opened: OpenedLink, choices: JoinChoices, onClose: () => void) {
  const [problem, setProblem] = useState<LinkProblem | AppError>();
  const [isSpent, setSpent] = useState(false);
  const use = useRef<LinkUse>({ isSent: false });
  const [step, setStep] = useState<"asking" | "spending" | "syncing" | "done">("asking");
  const isRunning = useSync(({ phase }) => phase !== undefined);
  const closing = useRef(new AbortController());

  useEffect(() => {
    const controller = new AbortController();
    closing.current = controller;
    return () => controller.abort();
  }, []);

  /** Returns whether the link can be used now. */
  async function spend(signal: AbortSignal): Promise<boolean> {
    if (isSpent) return true;
    setStep("spending");
    const reason = await spendLink(opened, use.current, signal);
    setProblem(reason);
    setSpent(reason === undefined);
    return reason === undefined;
  }

  async function run() {
    const { signal } = closing.current;
    setProblem(undefined);
    try {
      if (!(await spend(signal)) || signal.aborted) return setStep("asking");
      setStep("syncing");
      const reached = await joinSync(opened, choices, signal);
      if (signal.aborted) return;
      setStep(reached === "done" ? "done" : "asking");
      // The settings show the question.
      if (reached === "waiting") onClose();
      else if (reached !== "done") setProblem(reached);
    } catch (thrown) {
      setStep("asking");
      setProblem(toAppError(thrown));
    }
  }

  const isSyncing = step === "syncing";
  return {
    problem,
    isDone: step === "done",
    isSyncing,
    isBusy: step === "spending" || isSyncing || isRunning,
    start: () => void run(),
  };
}
