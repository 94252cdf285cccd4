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

const GLARE = new Set([491, 500]);

export const createLegFacing = (parts: FacingParts): LegFacing => new FarEndOfLeg(parts);

class FarEndOfLeg implements LegFacing {
  readonly #parts: FacingParts;
  #far: FarEnd | undefined;
  /** What the phone was last sent. */
  #sent: FarEnd | undefined;
  #stopRetry: () => void = () => undefined;

  constructor(parts: FacingParts) {
    this.#parts = parts;
  }

  get far(): FarEnd | undefined {
    return this.#far;
  }

  face(far: FarEnd): void {
    this.#far = far;
    this.#update();
  }

  headers(asserted?: Party | "none"): readonly HeaderField[] {
    const { realm, phone } = this.#parts;
    const far = this.#far;
    this.#sent = far;
    const party = asserted ?? far?.party;
    return [
      ...(party === undefined || party === "none" ? [] : [identityHeader(party, realm)]),
      ...(far === undefined || phone === "outside" ? [] : [farEndHeader(far)]),
    ];
  }

  stop(): void {
    this.#stopRetry();
  }

  #update(): void {
    const { phone, mayUpdate, update, clock } = this.#parts;
    const now = this.#far;
    if (phone === "outside" || now === undefined || !mayUpdate() || sameFarEnd(now, this.#sent)) return;
    this.#stopRetry();
    this.#sent = now;
    update(now, (response) => {
      const glare = response !== undefined && "status" in response && GLARE.has(response.status);
      if (!glare || this.#sent !== now) return;
      this.#sent = undefined;
      this.#stopRetry = clock.setTimeout(() => this.#update(), RETRY_MS);
    });
  }
}
