const gatewayHost = "gateway.ai.cloudflare.com";

/**
 * Returns the URL at which Cloudflare's AI Gateway serves a provider's URL; other URLs are returned unchanged.
 *
 * The gateway's OpenAI paths have no version and its Azure paths no `deployments`.
 * https://developers.cloudflare.com/ai-gateway/usage/providers/
 */
export function gatewayAddress(address: string): string {
  const parts = address.split("/");
  // https: / (empty) / host / v1 / account / gateway / kind / …
  const [scheme, , host, , , , kind] = parts;
  if (scheme !== "https:" || host !== gatewayHost) return address;
  if (kind === "openai" && parts[7] === "v1") return parts.toSpliced(7, 1).join("/");
  if (kind === "azure-openai" && parts[8] === "deployments") return parts.toSpliced(8, 1).join("/");
  return address;
}
