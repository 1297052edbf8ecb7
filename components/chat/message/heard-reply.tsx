import { LiveLog } from "@/components/ui/live-log";
import { type HeardFrom, useHeardReply } from "./use-heard-reply";

/** Tells screen readers what a reply says, by sentence. */
export function HeardReply({ from, isGrowing }: { readonly from: HeardFrom | undefined; readonly isGrowing: boolean }) {
  return <LiveLog parts={useHeardReply(from, isGrowing)} />;
}
