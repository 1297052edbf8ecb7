import type { Environment } from "@/lib/environment";
import { AppError, accessCodeError } from "@/lib/errors";
import { parseJson, recordOf } from "@/lib/json";
import { browserEnvironment } from "@/lib/platform/browser-environment";
import type { Reach } from "@/lib/settings/credentials";

/** Timeout of the check, in milliseconds. */
const checkMs = 20_000;

/**
 * Checks an access code with the server, at no cost and without calling a provider.
 *
 * Throws AppError: `wrong-code` or `code-expired`, `rate-limit` after too many wrong ones, or the reason the server could
 * not be reached.
 */
export async function checkCode(
  code: string,
  { relay }: Reach,
  env: Pick<Environment, "fetch"> = browserEnvironment,
): Promise<void> {
  if (relay === undefined) return;
  const given = code.trim();
  // Other characters cannot be sent in a header, so no server can have such a code.
  if (given === "" || /[^\x20-\x7e\xa0-\xff]/.test(given)) throw new AppError("wrong-code");
  const response = await ask(`${relay}/access`, given, env);
  const { status } = response;
  if (status === 204) return;
  const problem = accessCodeError(recordOf(recordOf(parseJson(await textOf(response))).error).code);
  if (problem) throw new AppError(problem);
  if (status === 401 || status === 400) throw new AppError("wrong-code");
  if (status === 429) throw new AppError("rate-limit");
  throw new AppError("server");
}

async function ask(url: string, code: string, env: Pick<Environment, "fetch">): Promise<Response> {
  try {
    const signal = AbortSignal.timeout(checkMs);
    return await env.fetch(url, { method: "POST", headers: { authorization: `Bearer nk-${code}` }, signal });
  } catch (thrown) {
    throw new AppError("network", {}, { cause: thrown });
  }
}

/** Returns the text of a response; empty if the connection breaks, so that the status decides. */
async function textOf(response: Response): Promise<string> {
  return response.text().catch(() => "");
}
