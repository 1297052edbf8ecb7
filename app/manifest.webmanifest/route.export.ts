import { exportedServer, manifestFile } from "@/lib/server/brand-route";

export const dynamic = "force-static";

export async function GET() {
  return manifestFile((await exportedServer()).config);
}
