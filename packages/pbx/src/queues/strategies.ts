/** Which free agents are rung for a caller (rules QUE-10 to QUE-17). */
import type { QueueStrategy } from "@callpanel/phone-port";
import type { Caller, Member, Queue } from "./state.ts";

type Random = () => number;

/** A lower score is rung first. */
type Score = (member: Member, queue: Queue, random: Random) => number;

const SCORES: Readonly<Record<Exclude<QueueStrategy, "ringAll">, Score>> = {
  leastRecent: ({ agent }) => agent.lastCallAt,
  fewestCalls: ({ callsTaken }) => callsTaken,
  random: (_member, _queue, random) => random(),
  roundRobin: ({ place }, { lastRung }) => (place > lastRung ? place - lastRung : place + ROUND),
  linear: ({ place }) => place,
  weightedRandom: ({ penalty }, _queue, random) => random() * (1 + penalty),
};
/** Above every place. */
const ROUND = Number.MAX_SAFE_INTEGER / 2;

/** The free agents to ring for a caller: none, one, or with `ringAll` all of the lowest penalty. */
export function chooseAgents(caller: Caller, random: Random): readonly Member[] {
  const { queue } = caller;
  const { strategy } = queue.settings;
  if (strategy === "ringAll") return ringAll(queue);
  const score = SCORES[strategy];
  // With weighted random the penalty is the weight; with the others it is a rank.
  const ranked = strategy !== "weightedRandom";
  let best: Ranked | undefined;
  for (const member of queue.available) {
    const ranks = {
      member,
      tried: caller.tried.has(member.agent) ? 1 : 0,
      penalty: ranked ? member.penalty : 0,
      score: score(member, queue, random),
    };
    if (best === undefined || isBetter(ranks, best)) best = ranks;
  }
  return best === undefined ? [] : [best.member];
}

interface Ranked {
  readonly member: Member;
  readonly tried: number;
  readonly penalty: number;
  readonly score: number;
}

/** Among equals the one who had no call for longest, then the first in the list. */
function isBetter(one: Ranked, other: Ranked): boolean {
  if (one.tried !== other.tried) return one.tried < other.tried;
  if (one.penalty !== other.penalty) return one.penalty < other.penalty;
  if (one.score !== other.score) return one.score < other.score;
  const [agent, against] = [one.member.agent, other.member.agent];
  if (agent.lastCallAt !== against.lastCallAt) return agent.lastCallAt < against.lastCallAt;
  return one.member.place < other.member.place;
}

function ringAll({ available }: Queue): readonly Member[] {
  let lowest = Infinity;
  for (const { penalty } of available) lowest = Math.min(lowest, penalty);
  return [...available].filter(({ penalty }) => penalty === lowest).toSorted((one, other) => one.place - other.place);
}
