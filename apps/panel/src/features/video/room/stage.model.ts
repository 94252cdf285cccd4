/** Which tiles a meeting shows, in which order and size: pure, so that nothing moves without a reason. */
import type { MeetingTile, Participant } from "@callpanel/contract";

export type RoomView = "gallery" | "speaker";

/** `single`: only one tile, as in a minimized window. */
export type StageView = RoomView | "single";

/** One tile: the camera or the shared screen of somebody. */
export interface TileOf {
  readonly participant: string;
  readonly kind: MeetingTile["kind"];
}

export interface Stage {
  /** Null: all tiles have one size. */
  readonly large: TileOf | null;
  readonly small: readonly TileOf[];
}

export interface StageInput {
  /** In the order in which they came. */
  readonly participants: readonly Participant[];
  readonly self: string;
  readonly view: StageView;
  /** The tile that the user wants to see large. */
  readonly pinned: TileOf | null;
  /** The last person who spoke, without the user. */
  readonly speaker: string | null;
}

export const keyOf = ({ participant, kind }: TileOf): string => `${participant} ${kind}`;

/** VROOM-2: a pinned tile, a screen, or in the speaker view the last speaker is large; all others keep their order. */
export function stageOf({ participants, self, view, pinned, speaker }: StageInput): Stage {
  const camera = (participant: string): TileOf => ({ participant, kind: "camera" });
  const screens = participants
    .filter(({ screen }) => screen)
    .map(({ id }): TileOf => ({ participant: id, kind: "screen" }));
  const all = [...screens, ...participants.map(({ id }) => camera(id))];
  const others = participants.filter(({ id }) => id !== self);
  const has = (tile: TileOf | null) => tile !== null && all.some((one) => keyOf(one) === keyOf(tile));
  // The user's own screen is not shown large to them: it would show itself.
  const shared = screens.find(({ participant }) => participant !== self) ?? null;
  const spoke = others.find(({ id }) => id === speaker) ?? others[0];
  const talker = view === "gallery" || spoke === undefined ? null : camera(spoke.id);
  const wanted = has(pinned) ? pinned : (shared ?? talker);
  if (view === "single") return { large: wanted ?? camera(self), small: [] };
  if (wanted === null) return { large: null, small: all };
  return { large: wanted, small: all.filter((one) => keyOf(one) !== keyOf(wanted)) };
}

const RATIO = 16 / 9;

/** VROOM-3: the number of columns with which `count` tiles of 16:9 are largest in a box. Sizes in px. */
export function columnsOf(count: number, width: number, height: number): number {
  let best = 1;
  let bestWidth = 0;
  for (let columns = 1; columns <= count; columns += 1) {
    const rows = Math.ceil(count / columns);
    const tile = Math.min(width / columns, (height / rows) * RATIO);
    if (tile >= bestWidth) {
      best = columns;
      bestWidth = tile;
    }
  }
  return best;
}

/** A tile narrower than this is not made: the gallery scrolls instead. */
export const LEAST_TILE_PX = 140;

/** What is sent to the server: the seen pictures of others who send them, the most important first (VROOM-4). */
export function wantedTiles(
  seen: ReadonlyMap<string, { readonly tile: TileOf; readonly width: number; readonly height: number }>,
  {
    stage,
    participants,
    self,
  }: { readonly stage: Stage; readonly participants: readonly Participant[]; readonly self: string },
): readonly MeetingTile[] {
  const order = stage.large === null ? stage.small : [stage.large, ...stage.small];
  return order.flatMap((tile) => {
    const size = seen.get(keyOf(tile));
    const who = participants.find(({ id }) => id === tile.participant);
    if (size === undefined || who === undefined || who.id === self) return [];
    if (tile.kind === "screen" ? !who.screen : !who.camera) return [];
    const isLarge = stage.large !== null && keyOf(stage.large) === keyOf(tile);
    const priority = tile.kind === "screen" ? "screen" : isLarge ? "large" : "small";
    return [{ ...tile, width: size.width, height: size.height, priority }];
  });
}
