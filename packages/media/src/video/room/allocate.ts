/** A layer that comes from its sender now. */
export interface OfferedLayer {
  /** Among all layers of its source, from the lowest. */
  readonly index: number;
  /** In pixels; 0 while it is not known. */
  readonly width: number;
  readonly height: number;
  /** Bits per second up to and with each temporal layer; the last is everything. */
  readonly rates: readonly number[];
}

/** What a receiver's page shows of a source, in a slot. */
export interface Tile {
  readonly slot: string;
  readonly source: string;
  /** In physical pixels. */
  readonly width: number;
  readonly height: number;
  readonly priority: TilePriority;
}

export type TilePriority = "screen" | "large" | "small";

export interface LayerChoice {
  readonly index: number;
  /** Higher ones are left out. */
  readonly temporalLayer: number;
}

export interface AllocationInput {
  /** By source, from the lowest; a source without layers sends nothing at the moment. */
  readonly offers: ReadonlyMap<string, readonly OfferedLayer[]>;
  readonly tiles: readonly Tile[];
  /** Bits per second. */
  readonly bandwidth: number;
  /** The part of it that sound takes. */
  readonly reserved: number;
  readonly before: Allocation;
  readonly nowMs: number;
}

export interface Allocation {
  /** By slot; undefined is paused. */
  readonly choices: ReadonlyMap<string, LayerChoice | undefined>;
  readonly sources: ReadonlyMap<string, string>;
  /** Bits per second that more bandwidth would let through. */
  readonly missing: number;
  /** That it was made for. */
  readonly bandwidth: number;
  /** No layer gets better before. */
  readonly heldUntil: number;
  /** How long the last step down for want of bandwidth holds. */
  readonly holdMs: number;
  /** The last step up. */
  readonly roseAt: number;
}

export const NO_ALLOCATION: Allocation = {
  choices: new Map(),
  sources: new Map(),
  missing: 0,
  bandwidth: 0,
  heldUntil: 0,
  holdMs: 0,
  roseAt: -Infinity,
};

/**
 * The layers for one receiver. In this order, while it fits: a screen, all of it; the lowest layer of every tile, large ones
 * first; the large tile as far as its size asks for; the others, one step each in turn. Down at once; up some time after
 * the last step down for want of bandwidth, and only with room to spare.
 */
export function allocate(input: AllocationInput): Allocation {
  const ladders = input.tiles.map((tile) => createLadder(tile, input));
  const of = (priority: TilePriority): readonly Ladder[] => ladders.filter(({ tile }) => tile.priority === priority);
  const [screens, large, small] = [of("screen"), of("large"), of("small")];
  const budget = { used: input.reserved, input };

  for (const ladder of screens) climbAll(ladder, budget, SCREEN_EXTRA);
  for (const ladder of [...large, ...small]) climb(ladder, budget, LOWEST_EXTRA);
  for (const ladder of large) climbAll(ladder, budget, 0);
  for (let climbed = true; climbed;) {
    climbed = false;
    for (const ladder of small) if (ladder.at >= 0 && climb(ladder, budget, 0)) climbed = true;
  }

  const fell = ladders.some(({ at, before }) => at < before);
  const rose = ladders.some(({ at, before }) => before >= 0 && at > before);
  return {
    choices: new Map(ladders.map(({ tile, steps, at }) => [tile.slot, steps[at]])),
    sources: new Map(ladders.map(({ tile }) => [tile.slot, tile.source])),
    missing: missing(ladders, input.bandwidth - input.reserved),
    bandwidth: input.bandwidth,
    ...(fell ? held(input) : { heldUntil: input.before.heldUntil, holdMs: input.before.holdMs }),
    roseAt: rose ? input.nowMs : input.before.roseAt,
  };
}

/**
 * A path that lost bandwidth is left in peace: the longer, the more often a step up did not last. Layers that became larger
 * will be smaller again.
 */
function held({ bandwidth, before, nowMs }: AllocationInput): Pick<Allocation, "heldUntil" | "holdMs"> {
  const until = (ms: number): number => Math.max(before.heldUntil, nowMs + ms);
  if (bandwidth >= before.bandwidth) return { heldUntil: until(HELD_AFTER_GROWTH_MS), holdMs: before.holdMs };
  const isStillFalling = nowMs < before.heldUntil;
  const next = nowMs - before.roseAt < LASTED_MS ? 2 * before.holdMs : 0;
  const holdMs = Math.min(LAST_HOLD_MS, Math.max(FIRST_HOLD_MS, isStillFalling ? before.holdMs : next));
  return { heldUntil: until(holdMs), holdMs };
}

/** Of bandwidth: what time alone holds back needs none. */
function missing(ladders: readonly Ladder[], bandwidth: number): number {
  const wanted = ladders.reduce((sum, { steps }) => sum + (steps.at(-1)?.bits ?? 0), 0) / TO_SPARE;
  const used = ladders.reduce((sum, { steps, at }) => sum + (steps[at]?.bits ?? 0), 0);
  return wanted > bandwidth ? wanted - used : 0;
}

interface Step extends LayerChoice {
  readonly bits: number;
}

/** The steps of one tile, up to what its size asks for. */
interface Ladder {
  readonly tile: Tile;
  readonly steps: readonly Step[];
  /** The step that it had; -1 when it had none, or shows another source. */
  readonly before: number;
  at: number;
}

interface Budget {
  used: number;
  readonly input: AllocationInput;
}

function createLadder(tile: Tile, { offers, before }: AllocationInput): Ladder {
  const offered = (offers.get(tile.source) ?? []).filter(({ rates }) => rates.length > 0);
  const enough = offered.findIndex(({ width, height }) => width * height >= ENOUGH * tile.width * tile.height);
  const steps = offered.slice(0, enough < 0 ? offered.length : enough + 1).flatMap(stepsOf);
  const had = before.sources.get(tile.slot) === tile.source ? before.choices.get(tile.slot) : undefined;
  const at = had === undefined ? -1 : steps.findLastIndex((step) => rank(step) <= rank(had));
  return { tile, steps, before: at, at: -1 };
}

/** Temporal layers are steps of the lowest layer alone: above it, a lower layer is the better picture. */
function stepsOf({ index, rates }: OfferedLayer, position: number): readonly Step[] {
  const all: Step = { index, temporalLayer: ALL_TEMPORAL, bits: rates.at(-1) ?? 0 };
  if (position > 0) return [all];
  return [...rates.slice(0, -1).map((bits, temporalLayer) => ({ index, temporalLayer, bits })), all];
}

function rank({ index, temporalLayer }: LayerChoice): number {
  return index * (ALL_TEMPORAL + 1) + temporalLayer;
}

/** One step, if it fits. */
function climb(ladder: Ladder, budget: Budget, extra: number): boolean {
  const step = ladder.steps[ladder.at + 1];
  if (step === undefined) return false;
  const { bandwidth, before, nowMs } = budget.input;
  const used = budget.used - (ladder.steps[ladder.at]?.bits ?? 0) + step.bits;
  const isBetter = ladder.before >= 0 && ladder.at + 1 > ladder.before;
  if (isBetter && nowMs < before.heldUntil) return false;
  const isKept = ladder.at + 1 <= ladder.before;
  const share = isBetter ? TO_SPARE : isKept ? KEPT_UNTIL : 1;
  if (used > bandwidth * share + extra) return false;
  budget.used = used;
  ladder.at += 1;
  return true;
}

function climbAll(ladder: Ladder, budget: Budget, extra: number): void {
  while (climb(ladder, budget, extra));
}

const ALL_TEMPORAL = 3;
const ENOUGH = 0.7; // of a tile's area: what is scaled up by less than a fifth looks the same
const TO_SPARE = 0.9;
const KEPT_UNTIL = 1.1; // the rate of a layer changes with its picture; the estimate itself shows when it is too much
const SCREEN_EXTRA = 500_000; // text that is late is better than none (JVB doc/allocation.md)
const LOWEST_EXTRA = 30_000; // what a browser itself sends at least: below that an estimate says nothing about pictures
const FIRST_HOLD_MS = 3000;
const LAST_HOLD_MS = 60_000;
const LASTED_MS = 20_000; // a step up that lasted so long was right
const HELD_AFTER_GROWTH_MS = 2000;
