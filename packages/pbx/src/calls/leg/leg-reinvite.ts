/** A re-INVITE of our own: carries a new far end to a phone that does not support UPDATE (rule CALL-92). */
import type { AudioCodec } from "@callpanel/media";
import type { Log } from "@callpanel/phone-port";
import type { HeaderField, SipMessage } from "@callpanel/sip";
import type { LegDialog } from "./leg-dialog.ts";
import type { Leg } from "./leg.port.ts";

interface Reinvite {
  readonly leg: Leg;
  readonly dialog: LegDialog;
  /** The only codec that is offered: the audio of the call does not change. */
  readonly codec: AudioCodec;
  readonly headers: readonly HeaderField[];
  readonly log: Log;
}

/**
 * Resolves with the final response, undefined if none comes; never rejects. If the answer cannot be used, the earlier
 * agreement stays (RFC 3261 §14.1).
 */
export async function reinvite({ leg, dialog, codec, headers, log }: Reinvite): Promise<SipMessage | undefined> {
  const { port, openOffers } = leg;
  openOffers.sent = true;
  try {
    const { sdp } = await port.offer({ codecs: [codec] });
    if (leg.state.phase !== "up") return undefined;
    const content = { headers: [...headers, ["Content-Type", "application/sdp"] as const], body: sdp };
    const response = await new Promise<SipMessage | undefined>((resolve) => dialog.request("INVITE", content, resolve));
    if (response !== undefined && "status" in response && response.status < 300) {
      const { direction } = await port.accept({ answer: response.body });
      leg.noteDescription(response.body);
      leg.noteDirection(direction);
    }
    return response;
  } catch (error) {
    log.warn("a re-INVITE could not be used", { leg: leg.id, error: String(error) });
    return undefined;
  } finally {
    openOffers.sent = false;
  }
}
