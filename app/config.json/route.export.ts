import { configFile, exportedServer } from "@/lib/server/brand-route";

export const dynamic = "force-static";

export async function GET() {
  return configFile(await exportedServer());
}
