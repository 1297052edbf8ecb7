import { AppError, type ErrorCode } from "@/lib/errors";
import { decodePage, type PageAnswer, relayMessage } from "@/lib/tools/app/page-answer";
import type { SearchResult } from "@/lib/web-search/search-results";

/**
 * Returns the results in an answer to a search. Throws AppError if it is an error, too large or not one of a search.
 *
 * @param read returns the results in a text; undefined if it is not a response to a search
 */
export function resultsOfAnswer(
  answer: PageAnswer,
  read: (text: string) => readonly SearchResult[] | undefined,
): readonly SearchResult[] {
  const { status, isCut } = answer;
  if (status < 200 || status > 299) {
    const words = relayMessage(answer);
    throw new AppError(codeOf(status), {
      message: words === undefined ? `HTTP ${status}` : `HTTP ${status}: ${words}`,
    });
  }
  if (isCut) throw new AppError("too-large");
  const results = read(decodePage(answer, false));
  if (results === undefined) throw new AppError("protocol", { message: "The response is not one of a search." });
  return results;
}

function codeOf(status: number): ErrorCode {
  if (status === 401) return "auth";
  if (status === 403) return "not-allowed";
  return status === 429 ? "rate-limit" : "server";
}
