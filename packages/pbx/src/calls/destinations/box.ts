/** Voicemail boxes: who reaches nobody leaves a message, and who dials a box does; who owns one listens (rules VMP-20 to VMP-26). */
import type { Destination } from "../../dialplan/resolve.ts";
import type { DirectoryUser, VoicemailBox, VoicemailParts } from "@callpanel/phone-port";
import type { Arrival } from "../arrival.ts";
import type { CallRegister } from "../call-register.ts";
import { partyOf } from "../leg.ts";
import type { LegReason } from "../leg.model.ts";
import { LAST_WAY, type SendOn } from "../moves.port.ts";
import { onAnswer } from "../on-answer.ts";
import { createDeposits, type Deposits, type DepositsDeps, type Visit } from "../services/voicemail/deposits.ts";
import { createOwners, type OwnerVisit } from "../services/voicemail/owners.ts";
import type { ReachFeature } from "./feature.port.ts";

export interface BoxDeps extends DepositsDeps {
  readonly register: CallRegister;
  readonly sendOn: SendOn;
  /** Absent: this system has no voicemail. */
  readonly voicemail?: VoicemailParts | undefined;
}

type Reached = void | Promise<void>;

export interface ReachBox {
  /** Secures a call for a person by their box, where they have one, and goes on with it. */
  secure(arrival: Arrival, user: DirectoryUser, next: () => Reached): Reached;
  /** *98 and a box; alone, for the owner of any. */
  readonly feature: ReachFeature;
  /** *97, for one's own. */
  readonly own: ReachFeature;
  /** A number that is a box's own. */
  place(arrival: Arrival, destination: Destination & { kind: "box" }): Reached;
}

const NO_VOICEMAIL: LegReason = { status: 480, text: "No box service" };
const NO_BOX: LegReason = { status: 404, text: "No such mailbox" };
const NOT_YET: LegReason = { status: 480, text: "Feature not available" };
const BUSY: ReadonlySet<number> = new Set([486, 600]);

export function createReachBox(deps: BoxDeps): ReachBox {
  const { voicemail } = deps;
  if (voicemail === undefined)
    return {
      secure: (_, __, next) => next(),
      feature: ({ call }, { number }) => call.refuse({ number, name: "" }, NOT_YET),
      own: ({ call }, { number }) => call.refuse({ number, name: "" }, NOT_YET),
      place: ({ call }, { number, place }) => call.refuse({ number, name: place.name }, NO_VOICEMAIL),
    };
  return createServedBoxes(deps, voicemail);
}

function createServedBoxes(
  { realm, settings, register, sendOn, ...deps }: BoxDeps,
  voicemail: VoicemailParts,
): ReachBox {
  const { boxes } = voicemail;
  const deposits: Deposits = createDeposits({ ...deps, settings, realm }, voicemail);
  const owners = createOwners({ ...deps, realm }, voicemail);
  const code = settings.featureCodes.find(({ name }) => name === "vm")?.code ?? "";

  /** Puts a caller through from a box, by somebody's rights. */
  const onwardFrom =
    ({ call }: Arrival, by: DirectoryUser) =>
    (dialled: string): void => {
      const leg = call.caller;
      const { codec } = call;
      const came = { how: "forwarded", by: call.callee } as const;
      call.part(leg);
      sendOn(leg, { kind: "number", dialled, by, codec, came }, LAST_WAY);
    };

  /** `by`: whose rights take the caller to the operator. */
  const leave = (arrival: Arrival, box: VoicemailBox, why: Visit["why"], by: DirectoryUser): void => {
    const { call, caller } = arrival;
    const from = caller.leg.shown;
    const callBack = onwardFrom(arrival, caller.leg.user);
    const visit: Visit = { why, from, sendOn: onwardFrom(arrival, by), callBack };
    const party = { number: `${code}${box.mailbox}`, name: box.name, kind: "mailbox" } as const;
    call.put(party, deposits(box, visit));
  };

  const listen = (arrival: Arrival, number: string, { own, language }: Pick<OwnerVisit, "own" | "language">): void => {
    if (!arrival.call.live) return;
    const visit: OwnerVisit = { own, language, sendOn: onwardFrom(arrival, arrival.by) };
    // Colleagues are not told that somebody talks to themselves.
    arrival.call.put({ number, name: "Voicemail", kind: "messages" }, owners(visit));
  };

  /** A person whose box cannot be looked up is rung all the same. */
  const boxOf = async ({ id }: DirectoryUser): Promise<VoicemailBox | undefined> => {
    try {
      return await boxes.boxOfUser(id);
    } catch (error) {
      deps.log.error("a voicemail box could not be read", { user: id, error: String(error) });
      return undefined;
    }
  };

  const reach =
    (arrival: Arrival, number: string, name: string) =>
    (box: VoicemailBox | undefined): void => {
      if (!arrival.call.live) return;
      if (box === undefined) return arrival.call.refuse({ number, name }, NO_BOX);
      leave(arrival, box, "unavailable", arrival.by);
    };

  return {
    secure: async (arrival, user, next) => {
      const { call, caller } = arrival;
      // Who forwards has chosen another place; one's own messages are heard, not left.
      const own = caller.leg.user.id === user.id;
      const box = user.forward !== undefined || own ? undefined : await boxOf(user);
      if (!call.live) return;
      if (box !== undefined)
        call.secure((reason) => {
          register.vacate(user.id, call);
          call.forwardedBy(partyOf(user));
          leave(arrival, box, BUSY.has(reason.status) ? "busy" : "unavailable", user);
        });
      await next();
    },
    feature: (arrival, { number, target }) => {
      if (target !== "") return onAnswer(boxes.boxByMailbox(realm, target), reach(arrival, number, ""));
      // Before they have signed in they are spoken to as in their own box.
      return onAnswer(boxOf(arrival.caller.leg.user), (box) =>
        listen(arrival, number, { language: box?.language ?? "en" }),
      );
    },
    own: (arrival, { number }) =>
      onAnswer(boxes.boxOfUser(arrival.caller.leg.user.id), (own) =>
        own === undefined
          ? arrival.call.refuse({ number, name: "" }, NO_BOX)
          : listen(arrival, number, { own, language: own.language }),
      ),
    place: (arrival, { number, place }) => onAnswer(boxes.boxById(place.id), reach(arrival, number, place.name)),
  };
}
