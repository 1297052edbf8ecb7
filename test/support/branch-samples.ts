import fc from "fast-check";
import type { Branches, Placed } from "@/lib/chat/versions";

/** A message whose id begins with `q` for a question and with anything else for a reply. */
export function placed(id: string, seq: number, given: Partial<Placed> = {}): Placed {
  return { id, seq, role: id.startsWith("q") ? "user" : "assistant", content: id, date: seq, ...given };
}

/** A hidden message. */
export function aside(id: string, seq: number, parentId?: string, given: Partial<Placed> = {}): Placed {
  return placed(id, seq, { isAside: true, ...(parentId === undefined ? {} : { parentId }), ...given });
}

/** Puts changes into a chat, as the store does. */
export function withChanges(
  { shown, hiddenVersions }: Branches,
  put: readonly Placed[],
  removed: readonly Placed[] = [],
): Branches {
  const byId = new Map([...shown, ...hiddenVersions, ...put].map((each) => [each.id, each]));
  for (const { id } of removed) byId.delete(id);
  const present = [...byId.values()];
  return {
    shown: present.filter(({ isAside }) => !isAside).sort((one, other) => one.seq - other.seq),
    hiddenVersions: present.filter(({ isAside }) => isAside),
  };
}

/** Chats with any tree of messages: each message follows an earlier one or starts the chat; one path is visible. */
export const anyBranches: fc.Arbitrary<Branches> = fc
  .array(fc.record({ above: fc.nat(1000), date: fc.nat(5), isNamed: fc.boolean() }), { minLength: 1, maxLength: 40 })
  .chain((drawn) => fc.record({ drawn: fc.constant(drawn), end: fc.nat(drawn.length - 1) }))
  .map(({ drawn, end }) => {
    const parents = drawn.map(({ above }, index) => (above % (index + 1)) - 1);
    const path: number[] = [];
    for (let index = end; index >= 0; index = parents[index] ?? -1) path.unshift(index);
    const facts = ({ date, isNamed }: (typeof drawn)[number], index: number) => ({
      date,
      ...(isNamed && { branchName: `name ${index}` }),
    });
    return {
      shown: path.map((index, place) => placed(`m${index}`, place + 1, facts(drawn[index] as never, index))),
      hiddenVersions: drawn.flatMap((each, index) => {
        if (path.includes(index)) return [];
        const above = parents[index] ?? -1;
        return [aside(`m${index}`, index, above < 0 ? undefined : `m${above}`, facts(each, index))];
      }),
    };
  });
