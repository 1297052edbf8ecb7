import { brand } from "@/lib/platform/brand";
import { askForBrand } from "@/lib/platform/brand-file";
import { basePath } from "@/lib/platform/build-info";

/**
 * Reads this site's brand off `config.json` and puts it onto the page: a server answers it from its settings, an export has
 * it as a file. Where there is none, or it cannot be read, the product's own stands. Never rejects.
 */
export async function loadBrand(): Promise<void> {
  try {
    const config = await configFile();
    if (Object.keys(config).length > 0) await wear(config);
  } catch (error) {
    console.warn("The brand could not be read.", error);
  }
  document.title ||= brand.name;
}

async function configFile(): Promise<object> {
  const response = await (window.brandFile ?? askForBrand(basePath));
  if (response.status === 404) return {};
  if (!response.ok) throw new Error(`HTTP ${response.status}`);
  return response.json();
}

/** What reads and wears another brand is loaded where there is one. */
async function wear(config: object): Promise<void> {
  (await import("@/lib/platform/wear-brand")).wear(config);
}
