const gatewayHost = "gateway.ai.cloudflare.com";

/**
 * Returns the address under which Cloudflare's AI gateway serves what a provider serves elsewhere; any other address
 * stays as it is.
 *
 * The gateway has no version in its paths of OpenAI and no `deployments` in those of Azure.
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
