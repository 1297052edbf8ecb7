"use client";
import { Check, Terminal } from "lucide-react";
import { useEffect, useState } from "react";
import { useTranslations } from "use-intl";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { ListRow, ListRows } from "@/components/ui/list-row";
import { Spinner } from "@/components/ui/spinner";
import { Switch } from "@/components/ui/switch";
import { useCopy } from "@/components/use-copy";
import { useErrorMessage } from "@/components/use-error-message";
import { contentOfDraft, emptyDraft } from "@/lib/chat/draft";
import type { OmittablePart } from "@/lib/chat/request";
import { type AppError, toAppError } from "@/lib/errors";
import { useDrafts } from "@/store/chats/drafts";
import { type InspectedPart, type InspectedRequest, inspectRequest } from "@/store/turns/inspect-request";
import { useOmittedParts } from "@/store/turns/omitted-parts";
import { useTurns } from "@/store/turns/turns";
import styles from "./inspector-dialog.module.css";
import { RawCall } from "./raw-call";
import { usePartLabel } from "./sent-parts";

interface InspectorDialogProps {
  readonly sessionId: string;
  readonly onClose: () => void;
}

/** The parts of the next request with their tokens, switches that leave them out once, and the request itself. */
export function InspectorDialog({ sessionId, onClose }: InspectorDialogProps) {
  const t = useTranslations();
  const { request, error } = useInspectedRequest(sessionId);
  const { isCopied, copy } = useCopy();
  const errorMessage = useErrorMessage();
  return (
    <Dialog
      open
      onClose={onClose}
      title={t("inspector.title")}
      subtitle={t("inspector.hint")}
      closeLabel={t("app.close")}
      footerStart={
        request && (
          <Button variant="quiet" icon={isCopied ? Check : Terminal} onClick={() => void copy(request.curl)}>
            {t("inspector.copyCurl")}
          </Button>
        )
      }
      footerEnd={
        <Button variant="solid" onClick={onClose}>
          {t("toolChoice.done")}
        </Button>
      }
    >
      {error && <p role="alert">{errorMessage(error)}</p>}
      {!request && !error && <Spinner label={t("app.loading", { name: t("inspector.title") })} />}
      {request && (
        <>
          <ListRows>
            {request.parts.map((part) => (
              <PartRow key={part.kind} sessionId={sessionId} part={part} />
            ))}
          </ListRows>
          <p className={styles.total} role="status">
            <span>{t("inspector.total")}</span>
            <span>{t("composer.tokens", { count: request.tokens })}</span>
          </p>
          <h3 className={styles.heading}>{t("inspector.request")}</h3>
          <RawCall call={request.call} isSigned={request.isSigned} />
        </>
      )}
    </Dialog>
  );
}

function PartRow({ sessionId, part }: { readonly sessionId: string; readonly part: InspectedPart }) {
  const t = useTranslations();
  const { kind, isOmitted } = part;
  // A reply in progress and waiting messages come first: their requests would take the choice.
  const isFirst = useTurns(({ inFlight, queued }) => !(sessionId in inFlight) && !(sessionId in queued));
  const label = usePartLabel()(part);
  if (isOmitted === undefined) return <ListRow title={t(`inspector.part_${kind}`)} subtitle={label} />;
  return (
    <ListRow title={t(`inspector.part_${kind}`)} subtitle={label} isLabel>
      <Switch
        checked={!isOmitted}
        disabled={!isFirst}
        onChange={(isSent) => useOmittedParts.getState().set(sessionId, kind as OmittablePart, !isSent)}
      />
    </ListRow>
  );
}

/** Returns the next request of a chat, built again when a part is switched. */
function useInspectedRequest(sessionId: string) {
  const omitted = useOmittedParts(({ byChat }) => byChat[sessionId]);
  const [state, setState] = useState<{ readonly request?: InspectedRequest; readonly error?: AppError }>({});

  // biome-ignore lint/correctness/useExhaustiveDependencies: the request depends on the omitted parts
  useEffect(() => {
    let isGone = false;
    inspectRequest(sessionId, contentOfDraft(useDrafts.getState().drafts[sessionId] ?? emptyDraft)).then(
      (request) => !isGone && request && setState({ request }),
      (thrown: unknown) => !isGone && setState({ error: toAppError(thrown) }),
    );
    return () => {
      isGone = true;
    };
  }, [sessionId, omitted]);

  return state;
}
