import { LiveLog } from "@/components/ui/live-log";
import { type HeardFrom, useHeardReply } from "./use-heard-reply";

/** Announces a reply to screen readers, by sentence. */
export function HeardReply({ from, isGrowing }: { readonly from: HeardFrom | undefined; readonly isGrowing: boolean }) {
  return <LiveLog parts={useHeardReply(from, isGrowing)} />;
}
