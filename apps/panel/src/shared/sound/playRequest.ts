/** A list asks the open row's player to play (CDR-61, VMU-40). */
export interface PlayRequest {
  readonly id: number;
  /** Another number is another request. */
  readonly count: number;
}

export const nextPlay = (before: PlayRequest | null, id: number): PlayRequest => ({
  id,
  count: (before?.count ?? 0) + 1,
});
