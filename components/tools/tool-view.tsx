"use client";
import { AppWindow, Globe, GlobeLock, Maximize2, Minimize2, RotateCw, X } from "lucide-react";
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { useTranslations } from "use-intl";
import { CodeButton } from "@/components/markdown/code-button";
import previewStyles from "@/components/markdown/preview.module.css";
import { useFullScreen } from "@/components/markdown/use-full-screen";
import { Button } from "@/components/ui/button";
import { classNames } from "@/components/ui/class-names";
import { Icon } from "@/components/ui/icon";
import { Spinner } from "@/components/ui/spinner";
import { restartClickGuards, useClickGuard } from "@/components/ui/use-click-guard";
import type { MessageTool } from "@/lib/chat/message";
import type { ToolView as View } from "@/lib/chat/tool";
import { viewRule } from "@/lib/chat/tool-rules";
import { McpFailure } from "@/lib/tools/mcp/failure";
import { allOrigins, allowedOrigins } from "@/lib/tools/mcp/view-hosts";
import { RejectedViewRequest, type ViewSession } from "@/lib/tools/mcp/view-session";
import { useToolRules } from "@/store/tools/tool-rules";
import { identifyServer, type LoadedView, loadView, type ViewServer } from "@/store/tools/tool-views";
import { ToolCallRow } from "./tool-call-row";
import styles from "./tool-calls.module.css";
import type { ShownToolState } from "./tool-state";
import { ViewFrame } from "./view-frame";

interface ToolViewProps {
  readonly sessionId: string;
  readonly tool: MessageTool;
  readonly view: View;
  /** Identifies the call in its chat. */
  readonly call: string;
  readonly state: ShownToolState;
  /** Whether the call was displayed before it ended; false if the chat was opened later. */
  readonly isNew: boolean;
}

/**
 * The interactive page of a tool call. It starts when the user asks for it, or during the call if the user has allowed
 * that for its server; never when a chat is opened (docs/decisions/0094).
 */
export function ToolView(props: ToolViewProps) {
  const { tool, view, state, isNew } = props;
  const t = useTranslations("toolViews");
  const guard = useClickGuard(false);
  const server = useServer(view.server);
  const rule = useToolRules(({ views }) => server && viewRule(views, server));
  const { opens = false, origins = [] } = rule ?? {};
  const [isOpen, setOpen] = useState(false);
  const hasPage = state === "running" || state === "done" || (state === "failed" && view.result !== undefined);
  const mayStart = useRef(isNew);
  useEffect(() => {
    if (!server || !hasPage || !mayStart.current) return;
    // Only the rule at the time of the call starts its page.
    mayStart.current = false;
    if (opens) setOpen(true);
  }, [server, hasPage, opens]);
  // The message's own name is a fallback for a server that the app does not have.
  const name = server?.name ?? tool.source ?? "";
  if (isOpen) return <OpenView {...props} name={name} onClose={() => setOpen(false)} />;
  if (!hasPage) return null;

  return (
    <section className={classNames(styles.ask, styles.view)} aria-label={t("title", { name })}>
      <p className={styles.question}>{t("title", { name })}</p>
      <p className={styles.host}>{origins.length > 0 ? t("hintNetwork", { count: origins.length }) : t("hint")}</p>
      <div className={styles.answers} {...guard}>
        <Button size="small" icon={AppWindow} onClick={() => setOpen(true)}>
          {t("show")}
        </Button>
        {server && !opens && (
          <Button
            variant="quiet"
            size="small"
            onClick={() => {
              useToolRules.getState().allowView(server, { opens: true });
              setOpen(true);
            }}
          >
            {t("always", { name: server.name })}
          </Button>
        )}
      </div>
    </section>
  );
}

/** Returns the identity of a server by its id; undefined until it is read, and for a server that the app does not have. */
function useServer(id: string): ViewServer | undefined {
  const [server, setServer] = useState<ViewServer>();
  useEffect(() => {
    let isCurrent = true;
    setServer(undefined);
    void identifyServer(id).then((found) => {
      if (isCurrent) setServer(found);
    });
    return () => {
      isCurrent = false;
    };
  }, [id]);
  return server;
}

interface OpenViewProps extends Omit<ToolViewProps, "isNew"> {
  /** Name of the server until the page is loaded. */
  readonly name: string;
  readonly onClose: () => void;
}

/** A page that is shown: it is loaded from its server, and connected to the app. */
function OpenView({ sessionId, tool, view, call, state, name, onClose }: OpenViewProps) {
  const t = useTranslations("toolViews");
  const markdown = useTranslations("markdown");
  const figure = useRef<HTMLElement>(null);
  const connection = useRef<ViewSession>(null);
  const { isFull, toggle } = useFullScreen(figure);
  const [loads, setLoads] = useState(0);
  const [loaded, setLoaded] = useState<LoadedView>();
  const [problem, setProblem] = useState<string>();
  const [isFlooded, setFlooded] = useState(false);
  const [calls, setCalls] = useState<readonly MessageTool[]>([]);
  const [text, setText] = useState<"text" | "context">();
  const { server: serverId, uri } = view;
  const title = t("title", { name: loaded?.server.name ?? name });
  const rule = useToolRules(({ views }) => loaded && viewRule(views, loaded.server));

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt loads the page again
  useEffect(() => {
    let isCurrent = true;
    setLoaded(undefined);
    setProblem(undefined);
    setFlooded(false);
    setCalls([]);
    loadView({ sessionId, server: serverId, uri }).then(
      (found) => {
        if (isCurrent) setLoaded(found);
      },
      (thrown: unknown) => {
        const isRejected = thrown instanceof RejectedViewRequest;
        if (!isRejected && !(thrown instanceof McpFailure))
          console.error("Could not load an interactive page.", thrown);
        if (!isCurrent) return;
        setProblem(isRejected ? t("notChosen") : thrown instanceof Error ? thrown.message : String(thrown));
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [sessionId, serverId, uri, loads]);

  const isWaiting = calls.some((call) => call.state === "waiting");
  useEffect(() => {
    // The question is below the page, so full screen would hide it.
    if (isWaiting && isFull) void document.exitFullscreen();
  }, [isWaiting, isFull]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the status of the page moves the buttons below it
  useLayoutEffect(restartClickGuards, [text, problem, isFlooded]);

  async function hide() {
    await connection.current?.close();
    onClose();
  }

  const requested = loaded?.page.origins;
  const origins = requested && allowedOrigins(requested, rule?.origins ?? []);
  const allowed = origins ? allOrigins(origins) : [];
  const missing = requested ? allOrigins(requested).filter((origin) => !allowed.includes(origin)) : [];
  return (
    <div className={styles.view}>
      <figure
        ref={figure}
        className={classNames(previewStyles.figure, loaded?.page.hasBorder === false && styles.plainView)}
      >
        <figcaption className={classNames(previewStyles.head, styles.viewHead)}>
          <span className={classNames(previewStyles.title, styles.viewTitle)} dir="auto">
            {title}
          </span>
          <span className={styles.network} title={allowed.join(" ")}>
            <Icon glyph={allowed.length > 0 ? Globe : GlobeLock} size="chevron" />
            {allowed.length > 0 ? t("hosts", { count: allowed.length }) : markdown("networkBlocked")}
          </span>
          <CodeButton label={markdown("reloadPage")} icon={RotateCw} onClick={() => setLoads(loads + 1)} />
          <CodeButton
            label={markdown(isFull ? "leaveFullScreen" : "fullScreen")}
            icon={isFull ? Minimize2 : Maximize2}
            onClick={toggle}
          />
          <CodeButton label={t("hide")} icon={X} onClick={() => void hide()} />
        </figcaption>
        {!loaded && problem === undefined && (
          <p className={styles.viewNote}>
            <Spinner size="small" /> {t("loading")}
          </p>
        )}
        {problem !== undefined && (
          <div className={styles.viewNote} role="alert">
            <p className={styles.problem}>{t("failed")}</p>
            {problem !== "" && <p className={styles.host}>{problem}</p>}
          </div>
        )}
        {isFlooded && (
          <p className={styles.viewNote} role="alert">
            {t("flooded")}
          </p>
        )}
        {loaded && origins && !isFlooded && (
          <ViewFrame
            // A new frame for another attempt or policy.
            key={`${loads} ${allowed.join(" ")}`}
            {...{ sessionId, tool, call, state, loaded, origins, title, figure, isFull, connection }}
            mayShrink={!isWaiting && missing.length === 0}
            onCalls={setCalls}
            onText={setText}
            onFlood={() => setFlooded(true)}
          />
        )}
      </figure>
      {loaded && missing.length > 0 && (
        <OriginRequest server={loaded.server} allowed={rule?.origins ?? []} missing={missing} />
      )}
      {requested && requested.rejected.length > 0 && (
        <div className={styles.ask}>
          <p className={styles.host}>{t("rejected")}</p>
          <OriginList origins={requested.rejected} />
        </div>
      )}
      <p role="status" className={styles.viewStatus}>
        {text && t(text === "text" ? "textAdded" : "contextAdded")}
      </p>
      {calls.length > 0 && (
        <ul className={styles.list} aria-label={t("calls")}>
          {calls.map((call) => (
            <li key={call.id}>
              <ToolCallRow tool={call} isLive isOfPage />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

interface OriginRequestProps {
  readonly server: ViewServer;
  /** The origins that the server's pages may use already. */
  readonly allowed: readonly string[];
  readonly missing: readonly string[];
}

/** Asks whether the pages of a server may connect to hosts. */
function OriginRequest({ server, allowed, missing }: OriginRequestProps) {
  const t = useTranslations("toolViews");
  const guard = useClickGuard(true);
  return (
    <section className={styles.ask} aria-label={t("wants")}>
      <p className={styles.question}>{t("wants")}</p>
      <OriginList origins={missing} />
      <p className={styles.host}>{t("wantsHint")}</p>
      <div className={styles.answers} {...guard}>
        <Button
          size="small"
          onClick={() => useToolRules.getState().allowView(server, { origins: [...allowed, ...missing] })}
        >
          {t("allow", { name: server.name })}
        </Button>
      </div>
    </section>
  );
}

function OriginList({ origins }: { readonly origins: readonly string[] }) {
  return (
    <ul className={styles.origins}>
      {origins.map((origin) => (
        <li key={origin}>
          <code dir="ltr">{origin}</code>
        </li>
      ))}
    </ul>
  );
}
