import { defineService } from "../../../shared/service.ts";
import type { Store } from "../../../shared/store.ts";

/** A dialog about the user's status; null: none is open. */
export type StatusTask = "text" | "kinds";

export const STATUS_DESK = defineService<Store<StatusTask | null, StatusTask | null>>("statusDesk");
