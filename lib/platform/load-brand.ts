import { brand, setServesMcp } from "@/lib/platform/brand";
import { askForBrand } from "@/lib/platform/brand-file";
import { basePath } from "@/lib/platform/build-info";

/**
 * Loads this site's brand from `config.json` and applies it: a server generates the file from its settings, an export
 * has it as a file. If it is missing or unreadable, the product's own brand remains. Never rejects.
 */
export async function loadBrand(): Promise<void> {
  try {
    const { servesMcp, ...config } = await configFile();
    setServesMcp(servesMcp === true);
    if (Object.keys(config).length > 0) await applyConfig(config);
  } catch (error) {
    console.warn("Could not read the brand.", error);
  }
  document.title ||= brand.name;
}

async function configFile(): Promise<{ readonly servesMcp?: unknown }> {
  const response = await (window.brandFile ?? askForBrand(basePath));
  if (response.status === 404) return {};
  if (!response.ok) throw new Error(`HTTP ${response.status}`);
  return response.json();
}

/** Lazy-loads the code that reads and applies another brand. */
async function applyConfig(config: object): Promise<void> {
  (await import("@/lib/platform/apply-brand")).applyBrand(config);
}
