/** Telling the phone system how the person wants to be reached (spec 1 §4, spec 2 §8). */
import type { PanelErrorCode } from "@callpanel/contract";
import { messageOf, OK, refused } from "../calls/refusal.ts";
import { lightPublication, presencePublication } from "../model/publication.ts";
import type { Publication, UserAgent } from "../ports/user-agent.port.ts";
import type { ActionResult, LightKind, Webphone } from "../webphone.ts";

const CODES: Readonly<Record<LightKind, PanelErrorCode>> = {
  dnd: "sipua.error.publishDnd",
  forward: "sipua.error.publishForward",
  followme: "sipua.error.publishFollowMe",
};

export interface PublishingDeps {
  /** The registered user agent. */
  readonly agent: () => UserAgent | undefined;
  readonly uri: string;
}

export function createPublishing({
  agent,
  uri,
}: PublishingDeps): Pick<Webphone, "publishDoNotDisturb" | "publishLight"> {
  const send = async (publication: Publication, code: PanelErrorCode): Promise<ActionResult> => {
    const via = agent();
    if (!via) return refused(code, { message: "not registered" });
    try {
      await via.publish(publication);
      return OK;
    } catch (error) {
      return refused(code, { message: messageOf(error) });
    }
  };
  return {
    publishDoNotDisturb: (dnd) => send(presencePublication(uri, dnd), CODES.dnd),
    publishLight: (kind, light, number = "") => send(lightPublication(uri, { kind, light, number }), CODES[kind]),
  };
}
