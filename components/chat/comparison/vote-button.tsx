"use client";
import { Check, Trophy } from "lucide-react";
import { useTranslations } from "use-intl";
import { Button } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";
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
export function VoteButton(props: VoteButtonProps) {
  const t = useTranslations("several");
  const { isBest, toggle } = useVote(props);
  if (isTemporary(props.sessionId)) return null;
  return (
    <Button
      size="small"
      variant={isBest ? "soft" : "quiet"}
      icon={isBest ? Check : Trophy}
      aria-pressed={isBest}
      onClick={toggle}
    >
      {t("best")}
    </Button>
  );
}

/** The same as an icon, beside the versions of a reply whose comparison is closed. */
export function VoteIcon(props: VoteButtonProps) {
  const t = useTranslations("several");
  const { isBest, toggle } = useVote(props);
  if (isTemporary(props.sessionId)) return null;
  return (
    <IconButton icon={isBest ? Check : Trophy} iconSize="small" label={t("best")} pressed={isBest} onClick={toggle} />
  );
}

function useVote({ sessionId, message }: VoteButtonProps) {
  const { id, comparison = "", model = "", providerName = "" } = message;
  const isBest = useVotes(({ votes }) => isVoteFor(votes[comparison], { model, providerName }));
  return { isBest, toggle: () => toggleVote(useTurns.getState().context, sessionId, id) };
}
