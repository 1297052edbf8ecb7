import { configFile, exportedConfig } from "@/lib/server/brand-route";

export const dynamic = "force-static";

export function GET() {
  return configFile(exportedConfig());
}
