import { notSupported } from "@/lib/errors";
import { endpoint, secret } from "@/lib/fields/fields";
import { bearer } from "@/lib/providers/bearer";
import { defineProvider } from "@/lib/providers/provider";

/** Stability, which generates images only, with Stable Image Ultra, Core and Stable Diffusion 3. */
export const stability = defineProvider({
  id: "stability",
  name: "Stability",
  fields: {
    url: endpoint("https://api.stability.ai", "STABILITY_URL"),
    apiKey: secret("STABILITY_API_KEY"),
  },
  auth: bearer,
  relayed: ["POST v2beta/stable-image/generate/{model}"],
  sendsForms: true,
  otherModels: ["ultra", "core", "sd3"],
  models: [],
  async chat() {
    throw notSupported();
  },
  async image(model) {
    const { stabilityImages } = await import("@/lib/providers/codecs/stability-images");
    return stabilityImages(model);
  },
});
