import type { Uri } from "@callpanel/sip";

/** The number that a Request-URI asks for, as text for the dial plan. An address of another host is not a number of ours. */
export function dialledText(uri: Uri, isOwnHost: (host: string) => boolean): string {
  switch (uri.kind) {
    case "sip":
      return isOwnHost(uri.host) ? (uri.user ?? "") : `${uri.user ?? ""}@${uri.host}`;
    case "tel":
      return uri.number;
    case "other":
      return "";
  }
}
