/** CHATN-2: which of the tabs of a browser notifies of a message. */
import type { Clock } from "../../../shared/clock.ts";

/** Messages between the tabs of this browser. */
export interface TabChannel {
  post(message: object): void;
  /** What other tabs posted, also those of another build. @returns a stop function */
  listen(listener: (message: unknown) => void): () => void;
}

export interface TabElection {
  /** Resolves when the other tabs have had their time: whether this tab notifies. The greater rank is nearer to the person. */
  wins(key: string, rank: number): Promise<boolean>;
  stop(): void;
}

/** Every tab has heard of a message within this time, if its connection is up. */
export const CLAIM_MS = 250;
/** A tab that gets a message later than this after another tab's notice was asleep. */
const KEPT_MS = 60_000;
/** With each change of a message's meaning. */
const VERSION = 2;

interface Claim {
  readonly kind: "claim" | "told";
  readonly key: string;
  readonly rank: number;
  readonly tab: string;
}

export interface TabElectionDeps {
  readonly channel: TabChannel;
  readonly clock: Clock;
  readonly newId: () => string;
}

export function createTabElection({ channel, clock, newId }: TabElectionDeps): TabElection {
  const tab = newId();
  /** What is known of each message of the last minute. */
  const best = new Map<string, Claim>();
  let isOver = false;
  const post = (claim: Claim) => channel.post({ version: VERSION, ...claim });
  const learn = (claim: Claim) => {
    const known = best.get(claim.key);
    if (known === undefined) clock.setTimeout(() => best.delete(claim.key), KEPT_MS);
    if (known === undefined || isBetter(claim, known)) best.set(claim.key, claim);
  };
  const leave = channel.listen((message) => {
    const claim = readClaim(message);
    if (claim === null) return;
    const known = best.get(claim.key);
    // Another tab showed the notice while this tab slept.
    if (known?.kind === "told" && known.tab === tab && claim.kind === "claim") return post(known);
    learn(claim);
  });
  return {
    async wins(key, rank) {
      const own: Claim = { kind: "claim", key, rank, tab };
      learn(own);
      post(own);
      await new Promise<void>((resolve) => clock.setTimeout(resolve, CLAIM_MS));
      if (isOver || best.get(key) !== own) return false;
      const told: Claim = { ...own, kind: "told" };
      best.set(key, told);
      post(told);
      return true;
    },
    stop: () => {
      isOver = true;
      leave();
    },
  };
}

/** A tab that has shown the notice wins; otherwise the tab that is nearer, and of equal tabs the one with the smaller name. */
function isBetter(one: Claim, other: Claim): boolean {
  if (one.kind !== other.kind) return one.kind === "told";
  return one.rank === other.rank ? one.tab < other.tab : one.rank > other.rank;
}

function readClaim(message: unknown): Claim | null {
  if (typeof message !== "object" || message === null) return null;
  const { version, kind, key, rank, tab }: Partial<Record<string, unknown>> = { ...message };
  if (version !== VERSION || (kind !== "claim" && kind !== "told")) return null;
  return typeof key === "string" && typeof rank === "number" && typeof tab === "string"
    ? { kind, key, rank, tab }
    : null;
}
