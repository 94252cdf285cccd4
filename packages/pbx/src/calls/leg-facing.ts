/** What the phone of a leg shows of its far end, and the updates it gets when that changes (rules CALL-90 and CALL-92). */
import type { HeaderField, SipMessage } from "@callpanel/sip";
import type { Clock, FarEnd, Party } from "@callpanel/phone-port";
import { identityHeader } from "./caller-identity.ts";
import { farEndHeader, sameFarEnd } from "./far-end.ts";

export interface LegFacing {
  readonly far: FarEnd | undefined;
  face(far: FarEnd): void;
  /** Header fields for a message that is about to be sent; `asserted` replaces the party of the far end. */
  headers(asserted?: Party | "none"): readonly HeaderField[];
  stop(): void;
}

interface FacingParts {
  readonly clock: Clock;
  readonly realm: string;
  /** An outside line does not get details of what happens inside. */
  readonly phone: "inside" | "outside";
  /** The phone is in a dialog and supports UPDATE (RFC 3311). */
  readonly mayUpdate: () => boolean;
  readonly update: (far: FarEnd, answered: (response?: SipMessage) => void) => void;
}

/** Wait after a glare (RFC 3311 §5.2, RFC 3261 §14.1). */
const RETRY_MS = 2_100;

export function createLegFacing({ clock, realm, phone, mayUpdate, update }: FacingParts): LegFacing {
  let far: FarEnd | undefined;
  let told: FarEnd | undefined;
  let stopRetry: () => void = () => undefined;

  const tell = (): void => {
    if (phone === "outside" || far === undefined || !mayUpdate() || sameFarEnd(far, told)) return;
    stopRetry();
    const now = far;
    told = now;
    update(now, (response) => {
      const glare = response !== undefined && "status" in response && [491, 500].includes(response.status);
      if (!glare || told !== now) return;
      told = undefined;
      stopRetry = clock.setTimeout(tell, RETRY_MS);
    });
  };

  return {
    get far() {
      return far;
    },
    face: (next) => {
      far = next;
      tell();
    },
    headers: (asserted) => {
      told = far;
      const party = asserted ?? far?.party;
      return [
        ...(party === undefined || party === "none" ? [] : [identityHeader(party, realm)]),
        ...(far === undefined || phone === "outside" ? [] : [farEndHeader(far)]),
      ];
    },
    stop: () => stopRetry(),
  };
}
