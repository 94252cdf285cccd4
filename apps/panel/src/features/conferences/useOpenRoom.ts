import type { Conference } from "@callpanel/contract";
import { useState } from "react";
import { ownMember } from "./conference.model.ts";
import { useOwnChannels } from "./useOwnChannels.ts";

type Chosen =
  /** Nothing yet: the room that the viewer is in shows by itself. */
  | { readonly kind: "none" }
  | { readonly kind: "closed" }
  | { readonly kind: "open"; readonly room: Conference; readonly focus: "taken" | "left" };

/** The room whose members are shown; null: none. A room of another page of the list stays open. */
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
