"use client";
import { Check, Trophy } from "lucide-react";
import { useTranslations } from "use-intl";
import { Button } from "@/components/ui/button";
import type { Message } from "@/lib/chat/message";
import { isVoteFor } from "@/lib/chat/votes";
import { isTemporary } from "@/store/chats/is-temporary";
import { useVotes } from "@/store/costs/votes";
import { toggleVote } from "@/store/turns/comparison-votes";
import { useTurns } from "@/store/turns/turns";

interface VoteButtonProps {
  readonly sessionId: string;
  readonly message: Message;
}

/** Marks a reply as the best of its comparison, or removes the mark. Temporary chats store no votes. */
export function VoteButton({ sessionId, message }: VoteButtonProps) {
  const t = useTranslations("several");
  const { id, comparison = "", model = "", providerName = "" } = message;
  const isBest = useVotes(({ votes }) => isVoteFor(votes[comparison], { model, providerName }));
  if (isTemporary(sessionId)) return null;
  return (
    <Button
      size="small"
      variant={isBest ? "soft" : "quiet"}
      icon={isBest ? Check : Trophy}
      aria-pressed={isBest}
      onClick={() => toggleVote(useTurns.getState().context, sessionId, id)}
    >
      {t("best")}
    </Button>
  );
}
