import type { Clock, LegQuality, LegView, PhoneSystem } from "@callpanel/phone-port";
import { qualityNow } from "../../leg/leg-quality.ts";
import type { Leg } from "../../leg/leg.port.ts";
import type { CallRegister } from "../call-register.ts";

/** CALL-110: what both sides of a running call have received until now. */
export function createSoundOf(deps: {
  readonly register: Pick<CallRegister, "views">;
  readonly index: { byId(id: string): Leg | undefined };
  readonly clock: Clock;
}): PhoneSystem["soundOf"] {
  const { register, index, clock } = deps;
  return async (callId) => {
    const legs = register.views().find(({ id }) => id === callId)?.legs ?? [];
    const answered = legs.filter(({ state }) => state === "answered");
    if (answered.length === 0) return undefined;
    const of = async (side: LegView["side"]): Promise<LegQuality | undefined> => {
      const leg = index.byId(answered.find((one) => one.side === side)?.id ?? "");
      return leg === undefined ? undefined : qualityNow(leg.port, clock);
    };
    const [caller, callee] = await Promise.all([of("caller"), of("callee")]);
    return { ...(caller && { caller }), ...(callee && { callee }) };
  };
}
