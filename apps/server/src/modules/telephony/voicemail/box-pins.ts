import type { PinAttempt } from "@callpanel/phone-port";
import type { PinLock } from "../../../kernel/guard/pin-lock.ts";
import { hashSecret, verifyPassword, type UserStore } from "../../users/index.ts";
import { pinFaultOf, type VoicemailStore } from "../../voicemail/index.ts";

export interface BoxPinDeps {
  readonly store: Pick<VoicemailStore, "box" | "changeBox">;
  readonly users: Pick<UserStore, "byId">;
  readonly pinLock: PinLock;
}

/** PINs of voicemail boxes, as they are entered on the telephone. */
export interface BoxPins {
  check(boxId: number, attempt: PinAttempt): Promise<"right" | "wrong" | "locked">;
  change(boxId: number, pin: string): Promise<"changed" | "badLength" | "tooSimple">;
}

export function createBoxPins({ store, users, pinLock }: BoxPinDeps): BoxPins {
  return {
    check: async (boxId, { pin, caller }) => {
      // PEOPLE-3
      if ((await users.byId(boxId))?.suspended !== false) return "wrong";
      const { pinHash = null } = (await store.box(boxId)) ?? {};
      // A box belongs to the user with the same id.
      const own = `user ${boxId}`;
      const place = { kind: "voicemail", holder: String(boxId), secret: pinHash ?? "", caller, own } as const;
      return pinLock.tryPin(place, () => (pinHash === null ? false : verifyPassword(pinHash, pin)));
    },
    change: async (boxId, pin) => {
      const user = await users.byId(boxId);
      const fault = pinFaultOf(pin, user?.extension ?? "");
      if (fault !== undefined)
        return fault === "vmail.pin.length" || fault === "vmail.pin.digits" ? "badLength" : "tooSimple";
      const pinHash = await hashSecret(pin);
      await store.changeBox(boxId, (box) => ({ ...box, pinHash }));
      return "changed";
    },
  };
}
