import type { ReplyError } from "@/lib/chat/message";
import { AppError } from "@/lib/errors";
import { report } from "@/store/base/ui";

/** Reports the error of a reply that is not in its chat. */
export function reportReplyError({ kind, message, seconds = 0 }: ReplyError): void {
  report(new AppError(kind, { message, seconds }));
}
