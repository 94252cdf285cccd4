/**
 * The event packages by which a phone watches other people: dialog (RFC 4235), for the lamps beside its keys, and
 * presence (RFC 3856). Rules WATCH-1 to WATCH-8.
 */
import type { DirectoryUser, WatchedState, Watching } from "@callpanel/phone-port";
import type { EventPackage } from "./event-package.ts";

export interface WatchPackagesDeps {
  readonly realm: string;
  readonly isOwnHost: (host: string) => boolean;
  readonly watching: Watching;
}

export function createWatchPackages({ realm, isOwnHost, watching }: WatchPackagesDeps): readonly EventPackage[] {
  const packageOf = (
    { event, contentType }: Pick<EventPackage, "event" | "contentType">,
    write: (entity: string, state: WatchedState) => ((version: number) => string) | undefined,
  ): EventPackage => {
    const contentOf = (user: DirectoryUser, address: string) => {
      const state = watching.stateOf(user, address);
      return state && write(escapeXml(`sip:${address}@${realm}`), state);
    };
    return {
      event,
      contentType,
      subjectOf: (transaction, user) => {
        const { uri } = transaction.request;
        const address = uri.kind === "sip" && isOwnHost(uri.host.toLowerCase()) ? uri.user : undefined;
        const state = address === undefined ? undefined : watching.stateOf(user, address);
        // WATCH-3: colleagues that the user may not see do not exist.
        if (address !== undefined && state !== undefined && contentOf(user, address) !== undefined)
          return { address, userId: state.userId };
        transaction.respond(404);
        return undefined;
      },
      contentOf: (user, { address }) => contentOf(user, address),
    };
  };
  return [
    packageOf({ event: "dialog", contentType: "application/dialog-info+xml" }, dialogInfo),
    packageOf({ event: "presence", contentType: "application/pidf+xml" }, (entity, state) => {
      const body = pidf(entity, state);
      return () => body;
    }),
  ];
}

const XML = '<?xml version="1.0" encoding="UTF-8"?>';

/** RFC 4235 §4: always the full state. */
function dialogInfo(entity: string, { calls }: WatchedState): ((version: number) => string) | undefined {
  if (calls === undefined) return undefined;
  const dialogs = calls.map(({ id, direction, answered }) => {
    const side = direction === "in" ? "recipient" : "initiator";
    const state = answered ? "confirmed" : direction === "in" ? "early" : "proceeding";
    return `<dialog id="${escapeXml(id)}" direction="${side}"><state>${state}</state></dialog>`;
  });
  // Several phones turn a lamp off only for a dialog that has ended.
  if (dialogs.length === 0) dialogs.push('<dialog id="none"><state>terminated</state></dialog>');
  return (version) =>
    [
      XML,
      `<dialog-info xmlns="urn:ietf:params:xml:ns:dialog-info" version="${version}" state="full" entity="${entity}">`,
      ...dialogs,
      "</dialog-info>",
      "",
    ].join("\r\n");
}

/** Activities of RFC 4480 §3.2, and the text that phones show. */
const SHOWN = {
  available: { activity: undefined, text: "Available" },
  ringing: { activity: undefined, text: "Ringing" },
  onCall: { activity: "on-the-phone", text: "On the phone" },
  busy: { activity: "busy", text: "Busy" },
  away: { activity: "away", text: "Away" },
  lunch: { activity: "meal", text: "At lunch" },
  offline: { activity: undefined, text: "Offline" },
} as const satisfies Record<WatchedState["presence"], { activity: string | undefined; text: string }>;

/** RFC 3863, with the activities of RFC 4480. */
function pidf(entity: string, { presence, note }: WatchedState): string {
  const { activity, text } = SHOWN[presence];
  const shown = escapeXml(note === undefined || note === "" ? text : note);
  return [
    XML,
    '<presence xmlns="urn:ietf:params:xml:ns:pidf" xmlns:dm="urn:ietf:params:xml:ns:pidf:data-model"' +
      ` xmlns:rpid="urn:ietf:params:xml:ns:pidf:rpid" entity="${entity}">`,
    `<tuple id="phone"><status><basic>${presence === "offline" ? "closed" : "open"}</basic></status><note>${shown}</note></tuple>`,
    ...(activity === undefined
      ? []
      : [`<dm:person id="person"><rpid:activities><rpid:${activity}/></rpid:activities></dm:person>`]),
    "</presence>",
    "",
  ].join("\r\n");
}

const ESCAPES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** Control characters are not allowed in XML 1.0 (§2.2), and are removed; so are lone surrogates. */
const escapeXml = (text: string): string =>
  text.replace(/[\p{Cc}\p{Cs}]/gu, " ").replace(/[&<>"]/g, (sign) => ESCAPES[sign] ?? "");
