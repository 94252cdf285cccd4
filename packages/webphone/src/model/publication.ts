/** What a phone publishes of its person (spec 2 §7): presence as PIDF (RFC 3863), lights as dialog-info (RFC 4235). */
import { PUBLISH_EXPIRES_SECONDS } from "@callpanel/contract";
import type { Publication } from "../ports/user-agent.port.ts";
import type { LightKind } from "../webphone.ts";

const PIDF = "urn:ietf:params:xml:ns:pidf";
const DIALOG_INFO = "urn:ietf:params:xml:ns:dialog-info";
const DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>';

/** Do not disturb is closed, otherwise open. */
export function presencePublication(uri: string, dnd: "on" | "off"): Publication {
  const basic = dnd === "on" ? "closed" : "open";
  return {
    event: "presence",
    contentType: "application/pidf+xml",
    expiresSeconds: PUBLISH_EXPIRES_SECONDS,
    body: `${DECLARATION}\n<presence xmlns="${PIDF}" entity="${escaped(uri)}"><tuple id="phone"><status><basic>${basic}</basic></status></tuple></presence>`,
  };
}

/** A light is a dialog that is confirmed while it shines; `number` is where calls go then. */
export function lightPublication(
  uri: string,
  { kind, light, number }: { readonly kind: LightKind; readonly light: "on" | "off"; readonly number: string },
): Publication {
  const state = light === "on" ? "confirmed" : "terminated";
  const target =
    light === "on" && number !== ""
      ? `<remote><target uri="sip:${escaped(encodeURIComponent(number))}"/></remote>`
      : "";
  return {
    event: "dialog",
    contentType: "application/dialog-info+xml",
    expiresSeconds: PUBLISH_EXPIRES_SECONDS,
    body: `${DECLARATION}\n<dialog-info xmlns="${DIALOG_INFO}" version="0" state="full" entity="${escaped(uri)}"><dialog id="${kind}"><state>${state}</state>${target}</dialog></dialog-info>`,
  };
}

const escaped = (text: string): string => text.replace(/[&<>"]/g, (letter) => `&#${letter.charCodeAt(0)};`);
