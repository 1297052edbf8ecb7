import { gatewayAddress } from "@/lib/providers/codecs/cloudflare-gateway";
import { joinAddress } from "@/lib/providers/codecs/join-address";

const gateway = "https://gateway.ai.cloudflare.com/v1/A/G";

test.each([
  [`${gateway}/openai`, "v1/chat/completions", `${gateway}/openai/chat/completions`],
  [`${gateway}/openai/`, "v1/models", `${gateway}/openai/models`],
  [`${gateway}/openai/v1`, "v1/chat/completions", `${gateway}/openai/chat/completions`],
  [`${gateway}/azure-openai/R`, "deployments/D/chat/completions", `${gateway}/azure-openai/R/D/chat/completions`],
  [`${gateway}/azure-openai/R`, "deployments/D/images/generations", `${gateway}/azure-openai/R/D/images/generations`],
  [`${gateway}/anthropic`, "v1/messages", `${gateway}/anthropic/v1/messages`],
  ["https://api.openai.com", "v1/chat/completions", "https://api.openai.com/v1/chat/completions"],
])("at %s, %s is called at %s", (base, path, expected) => {
  expect(joinAddress(base, path)).toBe(expected);
});

test.each([
  "http://gateway.ai.cloudflare.com/v1/A/G/openai/v1/models",
  "https://gateway.ai.cloudflare.com.example/v1/A/G/openai/v1/models",
  "https://example.com/gateway.ai.cloudflare.com/v1/A/openai/v1/models",
  "",
])("%p is not a gateway's address and stays unchanged", (address) => {
  expect(gatewayAddress(address)).toBe(address);
});
