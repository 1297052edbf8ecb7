import type { Message } from "@/lib/chat/message";
import { readCost } from "@/lib/chat/reply-cost";
import { addMoney, type MoneyByCurrency } from "@/lib/prices/money";

/** The cost of a chat's replies. */
export interface ChatCost {
  readonly money: MoneyByCurrency;
  /** Whether the cost of a reply is an estimate. */
  readonly isAbout: boolean;
  /** Number of replies with an unknown cost, which are not part of the money. */
  readonly unknown: number;
}

/** Returns the sum of the costs of messages. */
export function costOfMessages(messages: readonly Pick<Message, "cost">[]): ChatCost {
  let money: MoneyByCurrency = {};
  let isAbout = false;
  let unknown = 0;
  for (const { cost } of messages) {
    if (!cost) continue;
    const { kind, currency, micros } = readCost(cost);
    if (currency === undefined || micros === undefined) {
      unknown += 1;
      continue;
    }
    money = addMoney(money, { currency, micros });
    isAbout ||= kind === "about";
  }
  return { money, isAbout, unknown };
}
