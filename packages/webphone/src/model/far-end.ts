/** The far end of a call as the phone system reports it: untrusted text, to be shown as text only. */
import type { CameHow, FarDoing, FarKind, Silence } from "@callpanel/contract";

export interface FarEnd {
  readonly kind: FarKind;
  readonly number: string;
  /** Of a person, a mailbox's owner, a lot, a room …; empty when unknown. */
  readonly name: string;
  readonly doing?: FarDoing;
  /** The phone system has heard nothing from this phone (`near`), or from that of the far end: their sound found no way. */
  readonly silence?: Silence;
  readonly came?: Came;
}

/** How the call came there. */
export interface Came {
  readonly how: CameHow;
  /** The person who did it, the person it was for, or the slot. */
  readonly kind: FarKind;
  readonly number: string;
  readonly name: string;
}

export function sameFarEnd(one: FarEnd | undefined, other: FarEnd | undefined): boolean {
  return (
    one?.kind === other?.kind &&
    one?.number === other?.number &&
    one?.name === other?.name &&
    one?.doing === other?.doing &&
    one?.silence === other?.silence &&
    one?.came?.how === other?.came?.how &&
    one?.came?.number === other?.came?.number &&
    one?.came?.name === other?.came?.name
  );
}

/** What the log says of a dialled call once it is known who is there: what was dialled, but for codes and slots that led to a person. */
export function loggedAs(
  { kind, number, name, came }: FarEnd,
  dialled: string,
): { readonly num: string; readonly name: string } {
  const isPerson = kind === "person" || kind === "outside";
  const fetched = isPerson && (came?.how === "retrieved" || came?.how === "pickedUp");
  // The person they reached is not the one they dialled.
  if (came?.how === "forwarded") return { num: dialled, name: came.number === dialled ? came.name : "" };
  const isNamed = isPerson || kind === "mailbox" || kind === "room" || kind === "announcement";
  return { num: fetched ? number : dialled, name: isNamed ? name : "" };
}
