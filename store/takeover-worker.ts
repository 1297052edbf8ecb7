import { openDatabase } from "@/lib/storage/database";
import { goOnErrand } from "@/store/errand";
import { runTakeover, type TakeoverFinds, type TakeoverOrder } from "@/store/takeover-run";

// A thread of its own: a NextChat of years is tens of megabytes in one text.
goOnErrand(async (order: TakeoverOrder): Promise<TakeoverFinds | undefined> => {
  const database = await openDatabase(() => {});
  try {
    return await runTakeover(database, order);
  } finally {
    database.close();
  }
});
