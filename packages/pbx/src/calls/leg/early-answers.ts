/**
 * What a phone that is rung answers before its final response: early dialogs, also several behind one contact, reliable
 * provisional responses (RFC 3262) and the sound of a 183 (rules CALL-100 to CALL-105).
 */
import {
  contentType,
  createUacDialog,
  header,
  listValues,
  toTag,
  type Dialog,
  type HeaderField,
  type SipRequest,
  type SipResponse,
} from "@callpanel/sip";
import type { DirectoryUser } from "@callpanel/phone-port";

export interface EarlyAnswers {
  /** The dialog of a provisional response, if it has one; `repeated`: a reliable one that is already known or too early. */
  take(invite: SipRequest, response: SipResponse): Dialog | "repeated" | undefined;
  /** The dialog of a 2xx. A PRACK sent in it before has used up a CSeq number. */
  confirmed(invite: SipRequest, response: SipResponse): Dialog | undefined;
  /** The SDP of the reliable response of the same branch; "" without one. */
  reliableAnswer(response: SipResponse): string;
}

interface EarlyAnswersParts {
  /** RFC 5009: what P-Early-Media says counts only from an outside line. */
  readonly isTrusted: boolean;
  readonly prack: (request: SipRequest) => void;
  /** Rejects when the SDP answer cannot be used. */
  readonly apply: (answer: string) => Promise<void>;
  readonly heard: (on: boolean) => void;
  readonly unusable: (error: unknown) => void;
}

interface Branch {
  readonly dialog: Dialog;
  rseq: number | undefined;
  answer: string;
  reliable: boolean;
}

/** RFC 5009 §8: this system passes early media on. */
export const SUPPORTS_EARLY_MEDIA: HeaderField = ["P-Early-Media", "supported"];

/** Said to an outside line only: the sound goes one way. */
export const earlyMediaHeaders = ({ trunk }: DirectoryUser): readonly HeaderField[] =>
  trunk === true ? [["P-Early-Media", "sendonly"]] : [];

const MOST_BRANCHES = 8;
const MOST_RSEQ = 2 ** 32 - 1;

export function createEarlyAnswers(parts: EarlyAnswersParts): EarlyAnswers {
  const branches = new Map<string, Branch>();
  /** The branch that is heard, or was last. */
  let current: Branch | undefined;
  let applying = Promise.resolve();

  const branchOf = (invite: SipRequest, response: SipResponse): Branch | undefined => {
    const tag = toTag(response) ?? "";
    const known = branches.get(tag);
    if (known !== undefined) return known;
    const dialog = branches.size < MOST_BRANCHES ? createUacDialog(invite, response) : undefined;
    if (dialog === undefined) return undefined;
    const made: Branch = { dialog, rseq: undefined, answer: "", reliable: false };
    branches.set(tag, made);
    return made;
  };

  /** True: it is the next one, and was acknowledged. */
  const acknowledge = (branch: Branch, invite: SipRequest, rseq: number): boolean => {
    if (branch.rseq !== undefined && rseq !== branch.rseq + 1) return false;
    branch.rseq = rseq;
    const rack: HeaderField = ["RAck", `${rseq} ${invite.cseq.number} INVITE`];
    parts.prack(branch.dialog.createRequest("PRACK", { headers: [rack] }));
    return true;
  };

  /** The latest branch is heard: a gateway that forks, or tries one number after the other, has gone on to it. */
  const hear = (branch: Branch): void => {
    current = branch;
    applying = applying
      .then(() => parts.apply(branch.answer))
      .then(() => {
        if (current === branch) parts.heard(true);
      })
      .catch(parts.unusable);
  };

  const takeSound = (branch: Branch, response: SipResponse): void => {
    const isSdp = response.body !== "" && contentType(response) === "application/sdp";
    const isNew = isSdp && branch.answer === "";
    if (isNew) branch.answer = response.body;
    const may = parts.isTrusted ? permission(response) : undefined;
    if (may === false) {
      if (current === branch) current = undefined;
      return parts.heard(current !== undefined);
    }
    if (branch.answer !== "" && (isNew || (may === true && current !== branch))) hear(branch);
  };

  return {
    take: (invite, response) => {
      const branch = branchOf(invite, response);
      if (branch === undefined) return undefined;
      const rseq = rseqOf(response);
      if (rseq !== undefined) {
        if (!acknowledge(branch, invite, rseq)) return "repeated";
        branch.reliable ||= response.body !== "";
      }
      takeSound(branch, response);
      return branch.dialog;
    },
    confirmed: (invite, response) => {
      const known = branches.get(toTag(response) ?? "");
      if (known?.rseq === undefined) return createUacDialog(invite, response);
      known.dialog.receiveResponse(response);
      return known.dialog;
    },
    reliableAnswer: (response) => {
      const known = branches.get(toTag(response) ?? "");
      return known?.reliable === true ? known.answer : "";
    },
  };
}

function rseqOf(response: SipResponse): number | undefined {
  if (!listValues(response, "Require").some((tag) => tag.toLowerCase() === "100rel")) return undefined;
  const value = header(response, "RSeq")?.trim() ?? "";
  const rseq = /^\d{1,10}$/.test(value) ? Number(value) : 0;
  return rseq >= 1 && rseq <= MOST_RSEQ ? rseq : undefined;
}

/** RFC 5009 §6: whether the network lets the sound be heard; undefined when it says nothing about that. */
function permission(response: SipResponse): boolean | undefined {
  const said = listValues(response, "P-Early-Media").map((value) => value.toLowerCase());
  if (said.includes("inactive") || said.includes("recvonly")) return false;
  return said.includes("sendrecv") || said.includes("sendonly") ? true : undefined;
}
