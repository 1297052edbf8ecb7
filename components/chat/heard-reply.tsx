import { LiveLog } from "@/components/ui/live-log";
import { useHeardReply } from "./use-heard-reply";

/** Tells screen readers what a reply says, by sentence. */
export function HeardReply({ replyId }: { readonly replyId: string | undefined }) {
  return <LiveLog parts={useHeardReply(replyId)} />;
}
