import { defaultsFile, exportedServer } from "@/lib/server/brand-route";

export const dynamic = "force-static";

export async function GET() {
  return defaultsFile(await exportedServer());
}
