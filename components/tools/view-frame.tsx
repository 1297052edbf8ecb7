"use client";
import { type RefObject, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import { useTranslations } from "use-intl";
import previewStyles from "@/components/markdown/preview.module.css";
import { readPreviewReport } from "@/components/markdown/preview-report";
import { useThemeColours } from "@/components/markdown/use-theme-colours";
import { restartClickGuards } from "@/components/ui/use-click-guard";
import type { MessageTool } from "@/lib/chat/message";
import { parseJson, recordOf } from "@/lib/json";
import { brand } from "@/lib/platform/brand";
import { browserEnvironment } from "@/lib/platform/browser-environment";
import { basePath } from "@/lib/platform/build-info";
import type { ViewOrigins } from "@/lib/tools/mcp/view-hosts";
import { createViewSession, type ViewOutcome, type ViewSession } from "@/lib/tools/mcp/view-session";
import {
  addViewText,
  createViewCalls,
  createViewContext,
  type LoadedView,
  openViewLink,
  type ViewServer,
} from "@/store/tools/tool-views";
import { hasSeal } from "@/store/tools/view-seals";
import styles from "./tool-calls.module.css";
import type { ShownToolState } from "./tool-state";
import { themeContext, viewContext, viewTheme } from "./view-context";

interface ViewFrameProps {
  readonly sessionId: string;
  readonly tool: MessageTool;
  /** Identifies the call in its chat. */
  readonly call: string;
  readonly state: ShownToolState;
  readonly loaded: LoadedView;
  /** The origins that the page may use. */
  readonly origins: ViewOrigins;
  readonly title: string;
  /** The element that is shown in full screen. */
  readonly figure: RefObject<HTMLElement | null>;
  readonly isFull: boolean;
  /** False while the user is asked below the frame: a lower frame would move the buttons. */
  readonly mayShrink: boolean;
  /** Set to the connection to the page while it is shown. */
  readonly connection: RefObject<ViewSession | null>;
  readonly onCalls: (calls: readonly MessageTool[]) => void;
  /** Called when the page has put a text into the message box, or attached one for the model. */
  readonly onText: (kind: "text" | "context") => void;
  readonly onFlood: () => void;
}

/**
 * An interactive page of a server in a frame with an opaque origin, and its connection to the app. Mount another one for
 * other origins, or to restart the page.
 */
export function ViewFrame(props: ViewFrameProps) {
  const { tool, state, loaded, origins, title, isFull, mayShrink, connection } = props;
  const t = useTranslations("toolViews");
  const frame = useRef<HTMLIFrameElement>(null);
  const hasReported = useRef(false);
  const [height, setHeight] = useFrameHeight({ mayShrink, isFull });
  const wasClosed = useRef(false);
  const [restarts, setRestarts] = useState(0);
  const latest = useRef(props);
  latest.current = props;
  const colours = useThemeColours();
  // The tool changes with each render of a growing reply; the result that is parsed here does not.
  const { result, isError } = tool;
  const stored = tool.view?.result;
  const isReceived = useReceived(tool, loaded.server, state);
  const outcome = useMemo(
    () => (isReceived ? outcomeOf({ result, isError, stored }, state) : notReceived),
    [isReceived, result, isError, stored, state],
  );

  useEffect(() => {
    const { sessionId, call, figure, onCalls, onText, onFlood } = latest.current;
    const { server } = latest.current.loaded;
    const setContext = createViewContext({ sessionId, call, server });
    let isClosed = false;
    // Another frame has sent the calls so far.
    onCalls([]);
    const session = createViewSession({
      env: browserEnvironment,
      send: (rpc) => frame.current?.contentWindow?.postMessage({ rpc }, "*"),
      host: { name: brand.name, version: "1" },
      origins: latest.current.origins,
      context: () => viewContext(frame.current, displayModeOf(figure.current)),
      input: isReceived ? recordOf(parseJson(latest.current.tool.argumentsText)) : undefined,
      ...createViewCalls({ sessionId, server, onChange: (calls) => isClosed || onCalls(calls) }),
      openLink: (url) => openViewLink(url, server),
      addText(text) {
        addViewText(sessionId, text);
        onText("text");
      },
      setModelContext(text) {
        setContext(text);
        if (text !== "") onText("context");
      },
      displayMode: () => displayModeOf(figure.current),
      async setDisplayMode(mode) {
        await setFullScreen(figure.current, mode);
        return displayModeOf(figure.current);
      },
      onHeight(reported) {
        hasReported.current = true;
        const report = readPreviewReport({ height: reported });
        if (report) setHeight(report.height);
      },
      onFlood,
    });
    connection.current = session;
    // A page initializes once, so a new session needs a new frame.
    if (wasClosed.current) setRestarts((count) => count + 1);

    function onMessage({ source, data }: MessageEvent) {
      if (!frame.current || source !== frame.current.contentWindow) return;
      session.receive(recordOf(data).rpc);
      // Pages that do not report their size are measured in the frame.
      const report = hasReported.current ? null : readPreviewReport(data);
      if (report) setHeight(report.height);
    }
    window.addEventListener("message", onMessage);
    return () => {
      window.removeEventListener("message", onMessage);
      isClosed = true;
      connection.current = null;
      wasClosed.current = true;
      void session.close();
    };
  }, [connection, setHeight, isReceived]);

  useEffect(() => {
    if (outcome) connection.current?.finish(outcome);
  }, [outcome, connection]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the colors change with the theme
  useEffect(() => connection.current?.changeContext(themeContext()), [colours, connection]);
  useEffect(
    () => connection.current?.changeContext({ displayMode: isFull ? "fullscreen" : "inline" }),
    [isFull, connection],
  );

  const page = (
    <iframe
      key={restarts}
      ref={frame}
      className={previewStyles.view}
      title={title}
      src={`${basePath}/preview.html`}
      sandbox="allow-scripts allow-forms"
      referrerPolicy="no-referrer"
      style={height === null ? undefined : { blockSize: `${height}px`, aspectRatio: "auto" }}
      onLoad={() =>
        // A frame with an opaque origin can only be addressed with the target `*`.
        frame.current?.contentWindow?.postMessage(
          {
            html: loaded.page.html,
            mayRun: true,
            hasNetwork: false,
            view: { connect: origins.connect, resource: origins.resource, theme: viewTheme() },
          },
          "*",
        )
      }
    />
  );
  if (isReceived) return page;
  return (
    <>
      {page}
      <p className={styles.viewNote}>{t("notReceived")}</p>
    </>
  );
}

/**
 * Whether the page may receive its call: the frame was mounted while the call ran, or this device has received the result
 * from the server. Otherwise somebody else may have written both (docs/security.md#t912).
 */
function useReceived(tool: MessageTool, server: ViewServer, state: ShownToolState): boolean {
  const [wasRunning] = useState(state === "writing" || state === "waiting" || state === "running");
  const { name, ownName = name, argumentsText, view, result: text = "", isError = false } = tool;
  // The tool changes with each render of a growing reply.
  return useMemo(
    () => wasRunning || (view !== undefined && hasSeal({ server, ownName, argumentsText, view, text, isError })),
    [wasRunning, server, ownName, argumentsText, view, text, isError],
  );
}

/**
 * Returns the height of the frame in pixels, null before the first report, and the function that sets it. Each change moves
 * what is below the frame, so clicks on consent buttons are ignored for a moment (docs/security.md#t913).
 */
function useFrameHeight({ mayShrink, isFull }: Pick<ViewFrameProps, "mayShrink" | "isFull">) {
  const [reported, setReported] = useState<number | null>(null);
  const shown = useRef<number | null>(null);
  const height = mayShrink || reported === null ? reported : Math.max(reported, shown.current ?? 0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: full screen moves the buttons, too
  useLayoutEffect(() => {
    shown.current = height;
    restartClickGuards();
  }, [height, isFull]);
  useLayoutEffect(() => restartClickGuards, []);
  return [height, setReported] as const;
}

/** The end of a call that the page must not receive. */
const notReceived: ViewOutcome = { type: "cancelled", reason: "This device did not receive the result." };

interface CallResult extends Pick<MessageTool, "result" | "isError"> {
  /** The complete result that is stored for the page. */
  readonly stored: string | undefined;
}

/** Returns the end of a call for its page; null while it runs. */
function outcomeOf({ stored, result = "", isError = false }: CallResult, state: ShownToolState): ViewOutcome | null {
  if (state === "stopped") return { type: "cancelled", reason: "The call was stopped." };
  if (state !== "done" && state !== "failed") return null;
  const complete = stored === undefined ? {} : recordOf(parseJson(stored));
  const asText = { content: [{ type: "text", text: result }], ...(isError && { isError }) };
  return { type: "result", result: Array.isArray(complete.content) ? complete : { ...complete, ...asText } };
}

function displayModeOf(figure: HTMLElement | null): "inline" | "fullscreen" {
  return figure !== null && document.fullscreenElement === figure ? "fullscreen" : "inline";
}

async function setFullScreen(figure: HTMLElement | null, mode: string): Promise<void> {
  try {
    if (mode === "fullscreen") await figure?.requestFullscreen();
    else if (mode === "inline" && displayModeOf(figure) === "fullscreen") await document.exitFullscreen();
  } catch (error) {
    // A browser refuses it without a click; the page then stays in place.
    console.warn("Could not change the display mode.", error);
  }
}
