/** What the phone of a leg shows of its far end, and the updates it gets when that changes (rules CALL-90 and CALL-92). */
import type { HeaderField, SipMessage } from "@callpanel/sip";
import type { Clock, FarEnd, Party } from "@callpanel/phone-port";
import { identityHeader } from "../../signalling/caller-identity.ts";
import { farEndHeader, sameFarEnd } from "../../signalling/far-end.ts";

export interface LegFacing {
  readonly far: FarEnd | undefined;
  face(far: FarEnd): void;
  /** The phone has come back on another connection: sends the update that it has missed. */
  reattached(): void;
  /** Header fields for a message that is about to be sent; `asserted` replaces the party of the far end. */
  headers(asserted?: Party | "none"): readonly HeaderField[];
  stop(): void;
}

interface FacingParts {
  readonly clock: Clock;
  readonly realm: string;
  /** An outside line does not get details of what happens inside. */
  readonly phone: "inside" | "outside";
  /** Whether a request can carry the update: "later": not while an offer is open; "no": the phone is not in a dialog. */
  readonly ready: () => "now" | "later" | "no";
  /** `answered` is called once: with the final response, or with undefined if none comes. */
  readonly update: (far: FarEnd, answered: (response?: SipMessage) => void) => void;
}

/** Wait after a glare, or while an offer is open (RFC 3311 §5.2, RFC 3261 §14.1). */
const RETRY_MS = 2_100;

const GLARE = new Set([491, 500]);

export const createLegFacing = (parts: FacingParts): LegFacing => new FarEndOfLeg(parts);

class FarEndOfLeg implements LegFacing {
  readonly #parts: FacingParts;
  #far: FarEnd | undefined;
  /** The far end that the phone last got. */
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

  reattached(): void {
    // The phone may be about to send an offer of its own.
    this.#stopRetry();
    this.#retryLater();
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
    const { phone, ready, update } = this.#parts;
    const now = this.#far;
    if (phone === "outside" || now === undefined) return;
    const when = ready();
    if (when === "no" || sameFarEnd(now, this.#sent)) return;
    this.#stopRetry();
    if (when === "later") return this.#retryLater();
    this.#sent = now;
    update(now, (response) => {
      if (this.#sent !== now) return;
      if (response === undefined) this.#sent = undefined;
      else if ("status" in response && GLARE.has(response.status)) {
        this.#sent = undefined;
        this.#retryLater();
      }
    });
  }

  #retryLater(): void {
    this.#stopRetry = this.#parts.clock.setTimeout(() => this.#update(), RETRY_MS);
  }
}
