export interface LotShape {
  readonly firstSlot: number;
  readonly lastSlot: number;
  /** How long a parked call waits before it goes back. */
  readonly timeoutSeconds: number;
}

/** Wait of a parked call in a lot that says nothing else; the default of most phone systems. */
export const LOT_TIMEOUT_SECONDS = 45;

/** The slot numbers of a lot, which must not be used otherwise. */
export function slotsOf(lot: Pick<LotShape, "firstSlot" | "lastSlot">): readonly string[] {
  return Array.from({ length: lot.lastSlot - lot.firstSlot + 1 }, (_, index) => String(lot.firstSlot + index));
}
