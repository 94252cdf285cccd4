/** The PINs of a room, for members and for admins (CONF-20, VPHONE-11). */
import type { PinAttempt, RoomPinCheck } from "@callpanel/phone-port";
import type { PinLock } from "./pin-lock.ts";

export interface RoomPins {
  /** Of which room. */
  readonly holder: string;
  /** Null: none. */
  readonly pin: string | null;
  readonly adminPin: string | null;
}

/**
 * The two are counted apart, so that who knows the one cannot guess the other for as long as they like; a wrong one counts for
 * both.
 */
export async function tryRoomPins(
  pinLock: PinLock,
  { holder, pin, adminPin }: RoomPins,
  { pin: keyed, caller }: PinAttempt,
): Promise<RoomPinCheck> {
  const tryMember = async (isRight: boolean): Promise<RoomPinCheck> => {
    const asked = { kind: "conference", holder, secret: pin ?? "", caller } as const;
    const result = await pinLock.tryPin(asked, () => isRight);
    return result === "right" ? "member" : result;
  };
  if (pin !== null && keyed === pin) return tryMember(true);
  if (adminPin !== null) {
    const asked = { kind: "conferenceAdmin", holder, secret: adminPin, caller } as const;
    const result = await pinLock.tryPin(asked, () => keyed === adminPin);
    if (result !== "wrong") return result === "right" ? "admin" : result;
  }
  return pin === null ? "wrong" : tryMember(false);
}
