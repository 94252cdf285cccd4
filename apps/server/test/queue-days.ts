import type { QueueLogEvent, QueueLogRow } from "@callpanel/phone-port";
import { seededRandom } from "@callpanel/testkit";

export interface QueueDays {
  readonly realm: string;
  readonly queueIds: readonly string[];
  readonly agentIds: readonly number[];
  readonly from: number;
  readonly until: number;
  readonly calls: number;
  readonly seed: number;
}

const ENDS = [
  "COMPLETEAGENT",
  "COMPLETECALLER",
  "BLINDTRANSFER",
  "ATTENDEDTRANSFER",
  "ABANDON",
  "EXITEMPTY",
  "EXITWITHKEY",
  "EXITWITHTIMEOUT",
  "WITHDRAW",
  "none",
  "talking",
] as const;

/** Rows of a queue log with random calls, and agents who log in, pause and leave, in the order of time. */
export function queueDays({ realm, queueIds, agentIds, from, until, calls, seed }: QueueDays): readonly QueueLogRow[] {
  const random = seededRandom(seed);
  const whole = (least: number, most: number): number => least + Math.floor(random() * (most - least + 1));
  const oneOf = <Item>(items: readonly Item[]): Item => {
    const item = items[whole(0, items.length - 1)];
    if (item === undefined) throw new Error("nothing to choose from");
    return item;
  };
  const rows: QueueLogRow[] = [];
  const add = (row: Omit<QueueLogRow, "realm" | keyof QueueLogEvent>, event: QueueLogEvent): void =>
    void rows.push({ realm, ...row, ...event });

  for (let count = 0; count < calls; count += 1) {
    const queueId = oneOf(queueIds);
    const callId = `call-${seed}-${count}`;
    const about = { queueId, callId };
    const at = whole(from, until - 1);
    const position = whole(1, 9);
    const waitMs = whole(0, 600_000);
    const left = { ...about, at: at + waitMs };
    const place = { position: 1, originalPosition: position, waitMs };
    add({ ...about, at }, { event: "ENTERQUEUE", number: `+1416555${whole(1000, 9999)}`, name: "Ann 😀", position });
    if (random() < 0.2) {
      const callback = { event: "OUTCALL", number: "+14165550000", priority: 0 } as const;
      const agentId = oneOf(agentIds);
      add({ ...about, at: at + Math.floor(waitMs / 4) }, { ...callback, step: "asked", attempt: 0 });
      add({ ...about, agentId, at: at + Math.floor(waitMs / 3) }, { ...callback, step: "dialled", attempt: 1 });
      add({ ...about, agentId, at: at + Math.floor(waitMs / 2) }, { ...callback, step: "noAnswer", attempt: 1 });
    }
    const end = oneOf(ENDS);
    switch (end) {
      case "none":
        break;
      case "ABANDON":
      case "EXITEMPTY":
      case "EXITWITHTIMEOUT":
        add(left, { event: end, ...place });
        break;
      case "EXITWITHKEY":
        add(left, { event: end, key: "0", ...place });
        break;
      case "WITHDRAW":
        add(left, { event: end, why: "moved", ...place });
        break;
      default: {
        const agentId = oneOf(agentIds);
        const talkMs = whole(0, 3_600_000);
        const ended = { ...about, agentId, at: left.at + talkMs };
        add(
          { ...left, agentId },
          {
            event: "CONNECT",
            waitMs,
            agentLegId: "leg",
            ringMs: 1_000,
            ...(random() < 0.3 ? {} : { targetMs: whole(1, 500_000) }),
          },
        );
        const wrapUp = random() < 0.5 ? {} : { wrapUpMs: whole(1, 7_200_000) };
        const talk = { waitMs, talkMs, originalPosition: position, ...wrapUp };
        if (end === "BLINDTRANSFER" || end === "ATTENDEDTRANSFER") add(ended, { event: end, to: "102", ...talk });
        else if (end !== "talking") add(ended, { event: end, ...talk });
      }
    }
  }
  const everywhere = (alone: { readonly agentId: number; readonly at: number }, event: "PAUSE" | "UNPAUSE"): void => {
    const reason = oneOf(["break", "meeting"]);
    add(alone, { event: `${event}ALL`, reason });
    for (const queueId of queueIds) add({ ...alone, queueId }, { event, reason });
  };
  for (let count = 0; count < calls; count += 1) {
    const agentId = oneOf(agentIds);
    const member = { agentId, queueId: oneOf(queueIds), at: whole(from, until - 1) };
    const alone = { agentId, at: member.at };
    const steps: readonly (() => void)[] = [
      () => add(alone, { event: "AGENTLOGIN" }),
      () => add(alone, { event: "AGENTLOGOFF", loginMs: 1 }),
      () => add(member, { event: "ADDMEMBER", penalty: whole(0, 3), paused: false }),
      () => add(member, { event: "PENALTY", penalty: whole(4, 9) }),
      () => add(member, { event: "REMOVEMEMBER" }),
      () => add(member, { event: "PAUSE", reason: oneOf(["lunch_break", "meeting", "wrap_up_time", ""]) }),
      () => add(member, { event: "UNPAUSE", reason: "" }),
      () =>
        add(member, { event: "RINGNOANSWER", ringMs: 15_000, ...(random() < 0.5 ? {} : { refused: true as const }) }),
      () => add(member, { event: "AGENTDUMP" }),
      () => everywhere(alone, "PAUSE"),
      () => everywhere(alone, "UNPAUSE"),
    ];
    oneOf(steps)();
  }
  return rows.toSorted((one, other) => one.at - other.at);
}
