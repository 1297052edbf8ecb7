import { notSupported } from "@/lib/errors";
import { searchTarget } from "@/store/tools/search-target";

/** Timeout of a check, in milliseconds. */
const checkMs = 20_000;

/** Sends one short search with the search engine that is set up. Throws AppError with the reason if it fails. */
export async function checkSearch(): Promise<void> {
  const target = searchTarget();
  if (!target) throw notSupported();
  const { searchWeb } = await import("@/store/tools/search-web");
  await searchWeb(target, { query: "weather", count: 1 }, AbortSignal.timeout(checkMs));
}
