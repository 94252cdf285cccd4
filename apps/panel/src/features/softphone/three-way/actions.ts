/** The actions on a three-way call, and on two calls of the person. */
import { checkDialable, isPrivateRoom, THREE_WAY_ROOM_DIGITS, THREE_WAY_ROOM_PREFIX } from "@callpanel/contract";
import type { ErrorDetails, FeatureCode, PanelErrorCode } from "@callpanel/contract";
import type { ActionResult, CallSnapshot, Webphone } from "@callpanel/webphone";
import { sayError } from "../../../shared/api/api.ts";
import type { Api } from "../../../shared/api/api.ts";
import type { Notices } from "../../../shared/notices/notices.ts";
import type { Readable } from "../../../shared/store.ts";
import type { Words } from "../../../shared/words/words.ts";
import { nameOf } from "../softphone.api.ts";
import { softphoneMessages } from "../softphone.messages.ts";
import { threeWayOf } from "./people.model.ts";
import type { ThreeWayCalls } from "./people.model.ts";
import { inviteTo, setUpThreeWay } from "./setUp.ts";
import type { ThreeWayDeps, ThreeWayOutcome } from "./setUp.ts";
import { keptOf } from "./twoCalls.model.ts";

/** As typed; the name where it was chosen from the list. */
export interface Invitee {
  readonly number: string;
  readonly name?: string | undefined;
}

export interface ThreeWayActions {
  /** Makes a conference of the call and invites the person; resolves when that has succeeded or failed. */
  inviteThird(callId: string, invitee: Invitee): Promise<ActionResult>;
  /** Removes a person from the call, or cancels their invitation. */
  removePerson(person: { readonly confno: string; readonly id: string }): void;
  /** Holds the first call and resumes the other. */
  swap(heldId: string, talkingId: string): void;
  /** Merges two calls into one. */
  merge(oneId: string, otherId: string): void;
}

export interface ThreeWayActionDeps extends ThreeWayDeps {
  readonly api: Api;
  readonly phone: Webphone;
  readonly notices: Notices;
  readonly words: Readable<Words>;
  readonly featureCodes: Readable<readonly FeatureCode[]>;
  readonly threeWay: Readable<ThreeWayCalls>;
  readonly callOf: (callId: string) => CallSnapshot | undefined;
  readonly ownChannel: (callId: string) => string | undefined;
  readonly choose: (callId: string) => void;
  readonly closeDialog: () => void;
  readonly tell: (result: ActionResult) => void;
}

const refusal = (code: PanelErrorCode, details: ErrorDetails = {}): ActionResult => ({ ok: false, code, details });

export function createThreeWayActions(deps: ThreeWayActionDeps): ThreeWayActions {
  const { api, events, phone, notices, words, featureCodes, threeWay, digits, callOf, ownChannel, choose, tell } = deps;

  const failed = (): void => notices.error(words.get().error("sipua.error.threeWay"));

  /** If the call is in a room already, invites into that room. */
  const invited = (callId: string, invitee: string): Promise<ThreeWayOutcome> => {
    const room = threeWayOf(threeWay.get(), ownChannel(callId))?.confno;
    if (room !== undefined) return inviteTo(deps, { room, invitee });
    return setUpThreeWay(deps, { channel: () => ownChannel(callId), invitee });
  };

  return {
    async inviteThird(callId, { number, name }) {
      const check = checkDialable(number, featureCodes.get());
      if (!check.ok) return refusal(check.code, { number });
      const outcome = await invited(callId, check.number);
      if (outcome.kind === "failed") return refusal("sipua.error.threeWay");
      deps.closeDialog();
      if (outcome.kind === "notInvited")
        notices.error(words.get().say(sayError(outcome.error, "sipua.error.threeWay")));
      else
        void (name ? Promise.resolve(name) : nameOf(api, check.number)).then((shown) =>
          notices.success(words.get().text(softphoneMessages, "softphone.threeWay.invited", { name: shown })),
        );
      return { ok: true };
    },
    removePerson({ confno, id }) {
      if (!isPrivateRoom(confno)) return;
      events
        .command({ command: "ConfbridgeKick", confno, channel: id })
        .catch((error: unknown) => notices.error(words.get().say(sayError(error, "sipua.error.ended"))));
    },
    swap(heldId, talkingId) {
      choose(talkingId);
      const wanted = callOf(talkingId);
      // Resuming one holds all others (PHONE-14).
      if (wanted?.isOnHold === true) void phone.setHold(talkingId, "unhold").then(tell);
      else void phone.setHold(heldId, "hold").then(tell);
    },
    merge(oneId, otherId) {
      const [one, other] = [callOf(oneId), callOf(otherId)];
      if (one === undefined || other === undefined) return;
      const [kept, left] = keptOf(one, other);
      const [channel, extra] = [ownChannel(kept.id), ownChannel(left.id)];
      if (channel === undefined || extra === undefined) return failed();
      const to = `${THREE_WAY_ROOM_PREFIX}${digits(THREE_WAY_ROOM_DIGITS)}`;
      events.command({ command: "merge", channel, extra, to }).then(() => {
        choose(kept.id);
        if (callOf(kept.id)?.isOnHold === true) void phone.setHold(kept.id, "unhold").then(tell);
      }, failed);
    },
  };
}
