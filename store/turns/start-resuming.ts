import { textKeys } from "@/lib/storage/local-keys";
import { offerResume } from "@/store/chats/end-reply";
import { tabContext } from "@/store/records/records";

const load = () => import("@/store/turns/resume-reply");

/** Resumes the replies of closed tabs. The code is loaded only if there are any. */
export function startResuming(): void {
  offerResume(async (...given) => (await load()).resumeReply(...given));
  const { otherTabs, database } = tabContext.records;
  if (!otherTabs || !database) return;
  database
    .readTexts([textKeys.resumable])
    .then(async (texts) => {
      if (texts[textKeys.resumable] !== undefined) await (await load()).resumeReplies();
    })
    .catch((thrown: unknown) => console.warn("Could not resume replies.", thrown));
}
