import { browserEnvironment } from "@/lib/platform/browser-environment";
import type { Database } from "@/lib/storage/database";
import type { Remote } from "@/lib/sync/remote";
import { createRecords } from "@/store/records/records";
import { createSync } from "@/store/sync/sync";
import { runSync } from "@/store/sync/sync-run";
import { fakeEnvironment } from "./fake-environment";
import { memoryStorage } from "./memory-storage";
import { syncOrder } from "./sync-locations";

/** Opens a tab of a device without documents. Returns its store of cloud sync. */
export function openTab(database: Database, remote: Remote) {
  Object.assign(globalThis, { localStorage: memoryStorage(), navigator: {} });
  const records = createRecords();
  records.open({ database, otherTabs: undefined });
  const env = fakeEnvironment({ now: 7, clock: "instant" });
  return createSync({ env, records }, async (order, onPhase, signal) => {
    const { settings, world } = syncOrder;
    const only = { ...order, documents: {}, defaults: {}, settings, world };
    return runSync(only, { env: browserEnvironment, database, remote, onPhase, signal, onChanged() {} });
  });
}
