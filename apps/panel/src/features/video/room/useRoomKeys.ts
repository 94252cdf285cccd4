import type { MeetingClient } from "@callpanel/meeting";
import { useEffect } from "react";
import { joinShortcuts } from "../../../shared/shortcuts.ts";

const LETTERS = { microphone: "U", camera: "V" } as const;
/** As they are written on a tip. */
export const ROOM_KEYS = {
  microphone: `Alt+Shift+${LETTERS.microphone}`,
  camera: `Alt+Shift+${LETTERS.camera}`,
} as const;

/** VROOM-5: microphone and camera by key, also while the page below is used; not while the user types. */
export function useRoomKeys({ capture }: MeetingClient): void {
  useEffect(
    () =>
      joinShortcuts(
        document,
        (["microphone", "camera"] as const).map((kind) => ({
          id: `room-${kind}`,
          letter: LETTERS[kind],
          label: () => kind,
          run: () => void capture.turn(kind, !capture.get()[kind].on),
        })),
      ),
    [capture],
  );
}
