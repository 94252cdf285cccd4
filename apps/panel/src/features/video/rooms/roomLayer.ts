import type { VideoRoom } from "@callpanel/contract";

/** The open dialog of the page. */
export type RoomLayer =
  | { readonly kind: "none" | "create" }
  | { readonly kind: "edit" | "delete" | "renew" | "invite"; readonly room: VideoRoom };
