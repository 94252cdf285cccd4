import { defineService } from "../../../shared/service.ts";
import type { Sight } from "./window.model.ts";

/** How the grid was last seen, so that it is laid out once when its page is opened again (BUDDIES-37). */
export interface LastSight {
  get(): Sight | null;
  set(sight: Sight): void;
}

export const LAST_SIGHT = defineService<LastSight>("the grid's last sight");

export function createLastSight(): LastSight {
  let last: Sight | null = null;
  return {
    get: () => last,
    set(sight) {
      last = sight;
    },
  };
}
