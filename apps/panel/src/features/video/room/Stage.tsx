import type { JoinedMeeting, MeetingClient, MeetingSnapshot } from "@callpanel/meeting";
import { pictureKey } from "@callpanel/meeting";
import { useEffect, useRef, useState } from "react";
import type { CSSProperties } from "react";
import { columnsOf, keyOf, LEAST_TILE_PX, stageOf, wantedTiles } from "./stage.model.ts";
import type { Stage as StageOf, StageView, TileOf } from "./stage.model.ts";
import styles from "./Stage.module.css";
import { Tile } from "./Tile.tsx";
import { useShown } from "./useShown.ts";
import type { SeenTiles } from "./useShown.ts";

declare module "react" {
  interface CSSProperties {
    "--columns"?: number;
    "--tile-width"?: string;
  }
}

interface StageProps {
  readonly client: MeetingClient;
  readonly snapshot: MeetingSnapshot;
  readonly meeting: JoinedMeeting;
  readonly view: StageView;
}

/** The tiles of a meeting. */
export function Stage({ client, snapshot, meeting, view }: StageProps) {
  const [pinned, setPinned] = useState<TileOf | null>(null);
  const { participants, self } = meeting;
  const stage = stageOf({ participants, self, view, pinned, speaker: useSpeaker(meeting) });
  const watch = useTold(client, meeting, stage);
  const draw = (tile: TileOf) => {
    const who = participants.find(({ id }) => id === tile.participant);
    if (who === undefined) return null;
    const isPinned = pinned !== null && keyOf(pinned) === keyOf(tile);
    return (
      <Tile
        key={keyOf(tile)}
        tile={tile}
        who={who}
        isSelf={who.id === self}
        isTalking={meeting.talking.has(who.id)}
        stream={streamOf(snapshot, self, tile)}
        reactions={meeting.reactions.filter(({ participant }) => participant === who.id)}
        pin={{ on: isPinned, toggle: () => setPinned(isPinned ? null : tile) }}
        watch={watch}
      />
    );
  };
  return (
    <div className={styles.box}>
      <div className={styles.stage} data-strip={stage.large === null || view === "single" ? undefined : ""}>
        {stage.large === null ? null : <div className={styles.large}>{draw(stage.large)}</div>}
        {view === "single" ? null : (
          <Grid count={stage.small.length} isStrip={stage.large !== null}>
            {stage.small.map(draw)}
          </Grid>
        )}
      </div>
    </div>
  );
}

/** The user's own picture comes from the device, everybody else's from a slot. */
export function streamOf(
  { capture, pictures }: MeetingSnapshot,
  self: string,
  { participant, kind }: TileOf,
): MediaStream | null {
  if (participant === self) return kind === "camera" ? capture.picture : capture.screen;
  return pictures.get(pictureKey(participant, kind)) ?? null;
}

/** The last speaker, without the user: silence changes nothing. */
export function useSpeaker({ talking, self }: JoinedMeeting): string | null {
  const [speaker, setSpeaker] = useState<string | null>(null);
  const now = [...talking].filter((id) => id !== self);
  const next = speaker !== null && now.includes(speaker) ? speaker : (now[0] ?? speaker);
  if (next !== speaker) setSpeaker(next);
  return next;
}

/** Reports to the server which tiles are seen, when it changes on the screen or in the meeting. */
function useTold(client: MeetingClient, meeting: JoinedMeeting, stage: StageOf) {
  const seen = useRef<SeenTiles>(new Map());
  const tell = () => {
    const { participants, self } = meeting;
    client.show(wantedTiles(seen.current, { stage, participants, self }));
  };
  useEffect(tell);
  return useShown((next) => {
    seen.current = next;
    tell();
  });
}

interface GridProps {
  readonly count: number;
  readonly isStrip: boolean;
  readonly children: React.ReactNode;
}

/** A gallery that fills its box; beside a large tile, a strip. */
function Grid({ count, isStrip, children }: GridProps) {
  const box = useRef<HTMLDivElement>(null);
  const [size, setSize] = useState({ width: 0, height: 0 });
  useEffect(() => {
    const { current } = box;
    if (current === null) return undefined;
    const observer = new ResizeObserver(() => setSize({ width: current.clientWidth, height: current.clientHeight }));
    observer.observe(current);
    return () => observer.disconnect();
  }, []);
  const style: CSSProperties = isStrip ? {} : gallery(count, size);
  return (
    <div ref={box} className={isStrip ? styles.strip : styles.grid} style={style}>
      {children}
    </div>
  );
}

const GAP_PX = 8;
const RATIO = 16 / 9;

function gallery(count: number, { width, height }: { readonly width: number; readonly height: number }): CSSProperties {
  if (width === 0 || count === 0) return {};
  const columns = columnsOf(count, width, height);
  const rows = Math.ceil(count / columns);
  const inRow = (width - GAP_PX * (columns - 1)) / columns;
  const inColumn = ((height - GAP_PX * (rows - 1)) / rows) * RATIO;
  const tile = Math.max(Math.min(inRow, inColumn), Math.min(LEAST_TILE_PX, inRow));
  return { "--columns": columns, "--tile-width": `${Math.floor(tile)}px` };
}
