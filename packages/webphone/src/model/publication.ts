/** What a phone publishes of its person (spec 2 §7): presence as PIDF (RFC 3863), lights as dialog-info (RFC 4235). */
import { LIGHTS, lightUser, PUBLISH_EXPIRES_SECONDS, statementId } from "@callpanel/contract";
import type { FeatureCode, Light } from "@callpanel/contract";
import type { Publication } from "../ports/user-agent.port.ts";
import type { PersonSettings } from "../webphone.ts";

const PIDF = "urn:ietf:params:xml:ns:pidf";
const DIALOG_INFO = "urn:ietf:params:xml:ns:dialog-info";
const DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>';

/** One event state each, with an entity tag of its own. */
export const SUBJECTS = ["presence", ...LIGHTS] as const;
export type Subject = (typeof SUBJECTS)[number];

export interface Publisher {
  /** The person's address of record, `sip:alice@demo`. */
  readonly uri: string;
  readonly extension: string;
  readonly featureCodes: () => readonly FeatureCode[];
}

/** Undefined: nothing is known of it, or the phone system has no such feature. */
export function publicationOf(subject: Subject, settings: PersonSettings, by: Publisher): Publication | undefined {
  const { doNotDisturb, forward, followMe } = settings;
  switch (subject) {
    case "presence":
      return doNotDisturb === null ? undefined : presence(by.uri, doNotDisturb);
    case "dnd":
      return doNotDisturb === null ? undefined : light(subject, by, { isOn: doNotDisturb });
    case "forward":
      return forward === null ? undefined : light(subject, by, { isOn: forward.isOn, number: forward.number });
    case "followme":
      return followMe === null ? undefined : light(subject, by, { isOn: followMe });
  }
}

/** Do not disturb is closed, otherwise open. */
function presence(uri: string, doNotDisturb: boolean): Publication {
  const basic = doNotDisturb ? "closed" : "open";
  return {
    event: "presence",
    contentType: "application/pidf+xml",
    expiresSeconds: PUBLISH_EXPIRES_SECONDS,
    body: `${DECLARATION}\n<presence xmlns="${PIDF}" entity="${escaped(uri)}"><tuple id="${statementId("presence")}"><status><basic>${basic}</basic></status></tuple></presence>`,
  };
}

/** A light is a dialog that is confirmed while it shines; `number` is where calls go then. */
function light(
  name: Light,
  { uri, extension, featureCodes }: Publisher,
  { isOn, number = "" }: { readonly isOn: boolean; readonly number?: string },
): Publication | undefined {
  const user = lightUser(name, extension, featureCodes());
  if (user === undefined) return undefined;
  const entity = `sip:${user}@${uri.slice(uri.lastIndexOf("@") + 1)}`;
  const state = isOn ? "confirmed" : "terminated";
  const target =
    isOn && number !== "" ? `<remote><target uri="sip:${escaped(encodeURIComponent(number))}"/></remote>` : "";
  return {
    event: "dialog",
    contentType: "application/dialog-info+xml",
    expiresSeconds: PUBLISH_EXPIRES_SECONDS,
    body: `${DECLARATION}\n<dialog-info xmlns="${DIALOG_INFO}" version="0" state="full" entity="${escaped(entity)}"><dialog id="${statementId(name)}"><state>${state}</state>${target}</dialog></dialog-info>`,
  };
}

const escaped = (text: string): string => text.replace(/[&<>"]/g, (letter) => `&#${letter.charCodeAt(0)};`);
