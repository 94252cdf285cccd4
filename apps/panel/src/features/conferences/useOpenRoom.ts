import type { Conference } from "@callpanel/contract";
import { useMemo, useState } from "react";
import { usePanel, useService } from "../../shared/panel.ts";
import { LIVE_BUDDIES } from "../../shared/live/liveBuddies.ts";
import { useSnapshot } from "../../shared/store.ts";
import { ownMember } from "./conference.model.ts";

/** The legs of the viewer's own phones: how they are found among the members of a room. */
export function useOwnChannels(): ReadonlySet<string> {
  const { viewer } = usePanel();
  const liveBuddies = useService(LIVE_BUDDIES);
  const own = useMemo(() => liveBuddies.of(viewer.user.extension), [liveBuddies, viewer.user.extension]);
  const calls = useSnapshot(own)?.calls;
  return useMemo(() => new Set(calls?.map(({ channel }) => channel)), [calls]);
}

type Chosen =
  /** Nothing yet: the room that the viewer is in shows by itself. */
  | { readonly kind: "none" }
  | { readonly kind: "closed" }
  | { readonly kind: "open"; readonly room: Conference; readonly focus: "taken" | "left" };

/** The room of which the members are shown; null: none. A room of another page of the list stays open. */
export function useOpenRoom(rooms: readonly Conference[]) {
  const [chosen, setChosen] = useState<Chosen>({ kind: "none" });
  const channels = useOwnChannels();
  const joined = rooms.find(({ members }) => ownMember(members, channels) !== undefined);
  const wanted = chosen.kind === "open" ? chosen.room : chosen.kind === "none" ? joined : undefined;
  return {
    room: rooms.find(({ id }) => id === wanted?.id) ?? wanted ?? null,
    focus: chosen.kind === "open" ? chosen.focus : "left",
    open: (room: Conference, focus: "taken" | "left") => setChosen({ kind: "open", room, focus }),
    close: () => setChosen({ kind: "closed" }),
  } as const;
}
