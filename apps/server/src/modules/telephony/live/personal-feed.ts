import { shownState, type CallHandling, type CallHandlings } from "../../call-handling/index.ts";
import type { PresenceBoard } from "../../presence/index.ts";

export interface PersonalFeedDeps {
  readonly handlings: Pick<CallHandlings, "all" | "subscribe">;
  readonly presenceBoard: PresenceBoard;
  /** Undefined for a removed user. */
  readonly personOf: (userId: number) => { readonly realm: string; readonly exten: string } | undefined;
}

/** Shows people's settings on the presence board. @returns stops it */
export function feedPersonalStates({ handlings, presenceBoard, personOf }: PersonalFeedDeps): () => void {
  const show = (userId: number, handling: CallHandling): void => {
    const person = personOf(userId);
    if (person !== undefined)
      presenceBoard.apply({ kind: "switched", userId, features: shownState(handling), ...person });
  };
  for (const [userId, handling] of handlings.all()) show(userId, handling);
  return handlings.subscribe(show);
}
