import { exportedConfig, manifestFile } from "@/lib/server/brand-route";

export const dynamic = "force-static";

export function GET() {
  return manifestFile(exportedConfig());
}
