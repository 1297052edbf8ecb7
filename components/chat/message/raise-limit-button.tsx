import { FastForward } from "lucide-react";
import { useEffect, useState } from "react";
import { useTranslations } from "use-intl";
import { changeModelSettings } from "@/components/chat/settings/change-model-settings";
import { useUsedSettings } from "@/components/chat/settings/use-used-settings";
import { Button } from "@/components/ui/button";
import { type Message, textOf } from "@/lib/chat/message";
import { findHigherLimit } from "@/store/turns/raise-limit";
import { useTurns } from "@/store/turns/turns";

interface RaiseLimitButtonProps {
  readonly sessionId: string;
  /** The reply that reached its token limit. */
  readonly message: Message;
}

/**
 * A button that raises the chat's token limit, and continues a reply that reached it; a reply without text is asked for
 * again. Nothing if the limit cannot be raised.
 */
export function RaiseLimitButton({ sessionId, message }: RaiseLimitButtonProps) {
  const t = useTranslations("errors");
  const limit = useHigherLimit(sessionId, message);
  const isBusy = useTurns((turns) => sessionId in turns.inFlight);
  if (limit === undefined) return null;
  const isContinued = textOf(message) !== "";

  function raise(max_tokens: number) {
    changeModelSettings(sessionId, { max_tokens });
    const { continueReply, retry } = useTurns.getState();
    void (isContinued ? continueReply : retry)(sessionId, message.id);
  }

  return (
    <Button
      size="small"
      icon={FastForward}
      flip
      {...(isBusy && { disabledReason: t("stillAnswering") })}
      onClick={() => raise(limit)}
    >
      {t(isContinued ? "continueHigher" : "retryHigher", { limit })}
    </Button>
  );
}

/** Returns the limit to offer; undefined while it is unknown. */
function useHigherLimit(sessionId: string, { usage }: Message): number | undefined {
  const settings = useUsedSettings(sessionId);
  const [limit, setLimit] = useState<number>();
  useEffect(() => {
    let isGone = false;
    if (!settings) return;
    findHigherLimit(settings, usage ? { usage } : {}).then(
      (found) => !isGone && setLimit(found),
      (error: unknown) => console.warn("Could not find a higher token limit.", error),
    );
    return () => {
      isGone = true;
    };
  }, [settings, usage]);
  return limit;
}
