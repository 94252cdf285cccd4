import { headers } from "../text/message.ts";
import type { SipRequest } from "../text/message.ts";
import { parseParamsAfter } from "../text/params.ts";
import { dialogKey } from "./dialog.ts";
import type { Dialog } from "./dialog.ts";

/** A Replaces value, RFC 3891 §6.1. The tags are named from the view of the receiver. */
export interface Replaces {
  readonly callId: string;
  /** The local tag of the dialog at the receiver. */
  readonly toTag: string;
  readonly fromTag: string;
  readonly earlyOnly: boolean;
}

/** Reads a Replaces value from the header or, unescaped, from the URI headers of Refer-To. */
export const parseReplaces = (value: string): Replaces | undefined => {
  const semicolon = value.indexOf(";");
  const callId = value.slice(0, Math.max(semicolon, 0)).trim();
  const params = parseParamsAfter(value, semicolon);
  const toTag = params?.get("to-tag") ?? "";
  const fromTag = params?.get("from-tag") ?? "";
  if (callId === "" || params === undefined || toTag === "" || fromTag === "") return undefined;
  return { callId, toTag, fromTag, earlyOnly: params.has("early-only") };
};

/** The value as text; within the URI of a Refer-To it is a URI header, which `serializeUri` escapes. */
export const serializeReplaces = ({ callId, toTag, fromTag, earlyOnly }: Replaces): string =>
  `${callId};to-tag=${toTag};from-tag=${fromTag}${earlyOnly ? ";early-only" : ""}`;

/** The value that identifies this dialog to its peer. */
export const replacesForPeer = (dialog: Dialog): Replaces => ({
  callId: dialog.callId,
  toTag: dialog.remoteTag,
  fromTag: dialog.localTag,
  earlyOnly: false,
});

export type ReplacesMatch =
  /** The request has no Replaces: an ordinary INVITE. */
  | { readonly kind: "none" }
  | { readonly kind: "match"; readonly dialog: Dialog; readonly replaces: Replaces }
  | { readonly kind: "refused"; readonly status: 400 | 481 | 486 | 603 };

/** Finds the dialog that an INVITE is to replace, by RFC 3891 §3. `find` looks up a dialog by its `dialogKey`. */
export const matchReplaces = (request: SipRequest, find: (key: string) => Dialog | undefined): ReplacesMatch => {
  const values = headers(request, "Replaces");
  const [value] = values;
  if (value === undefined) return { kind: "none" };
  const replaces = values.length === 1 && request.method === "INVITE" ? parseReplaces(value) : undefined;
  if (replaces === undefined) return { kind: "refused", status: 400 };
  const dialog = find(dialogKey(replaces.callId, replaces.toTag, replaces.fromTag));
  if (dialog === undefined) return { kind: "refused", status: 481 };
  if (dialog.phase === "terminated") return { kind: "refused", status: 603 };
  if (dialog.phase === "confirmed" && replaces.earlyOnly) return { kind: "refused", status: 486 };
  // Only the caller's side may have its early dialog replaced, RFC 3891 §3.
  if (dialog.phase === "early" && dialog.role === "uas") return { kind: "refused", status: 481 };
  return { kind: "match", dialog, replaces };
};
