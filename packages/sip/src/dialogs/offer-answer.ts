/**
 * The state of offer and answer in a dialog, RFC 3264 with RFC 3261 §14. `idle`: no session so far; `stable`: both
 * sides agree; `localOffer`/`remoteOffer`: an offer of this side or of the peer waits for its answer, and the earlier
 * agreement is still valid.
 */
export type OfferState =
  | { readonly phase: "idle" }
  | { readonly phase: "stable" }
  | { readonly phase: "localOffer"; readonly agreed: boolean }
  | { readonly phase: "remoteOffer"; readonly agreed: boolean };

export type OfferEvent = "sendOffer" | "receiveOffer" | "sendAnswer" | "receiveAnswer" | "reject";

export const NO_OFFER: OfferState = { phase: "idle" };

/**
 * The next state, or undefined if the event is not allowed (an offer while one is open: 491; an answer without an
 * offer).
 */
export const stepOffer = (state: OfferState, event: OfferEvent): OfferState | undefined => {
  switch (state.phase) {
    case "idle":
    case "stable": {
      const agreed = state.phase === "stable";
      if (event === "sendOffer") return { phase: "localOffer", agreed };
      return event === "receiveOffer" ? { phase: "remoteOffer", agreed } : undefined;
    }
    case "localOffer":
      if (event === "receiveAnswer") return { phase: "stable" };
      return event === "reject" ? before(state.agreed) : undefined;
    case "remoteOffer":
      if (event === "sendAnswer") return { phase: "stable" };
      return event === "reject" ? before(state.agreed) : undefined;
  }
};

const before = (agreed: boolean): OfferState => (agreed ? { phase: "stable" } : NO_OFFER);
