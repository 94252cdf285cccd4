import type { ChatCall } from "@callpanel/contract";
import type { callLineMessages } from "./callLine.messages.ts";

type T = (id: keyof typeof callLineMessages, values?: Readonly<Record<string, string>>) => string;

export interface ShownCall {
  readonly call: ChatCall;
  /** The viewer. */
  readonly uid: string;
  readonly peerName: string;
}

/** The words of a line, for the caller and for the called person. */
export function callLineText(t: T, { call, uid, peerName }: ShownCall): string {
  if (call.to === uid) return t(`chat.call.${call.kind}`);
  return call.kind === "missed" ? t("chat.call.missedBy", { name: peerName }) : t("chat.call.voicemailTo");
}
