/**
 * Voicemail boxes: a caller who reaches no one or dials a box leaves a message; the owner of a box listens (rules
 * VMP-20 to VMP-26).
 */
import type { Destination } from "../../dialplan/resolve.ts";
import type { DirectoryUser, VoicemailBox, VoicemailParts } from "@callpanel/phone-port";
import type { Arrival } from "../call/arrival.ts";
import type { CallRegister } from "../call/call-register.ts";
import { partyOf } from "../leg/leg.ts";
import type { LegReason } from "../leg/leg.model.ts";
import { LAST_WAY, type SendOn } from "../call/moves.port.ts";
import { whenReady } from "../../when-ready.ts";
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
  /** If a person has a box, makes it the onward destination of a call to them. Then continues with `next`. */
  secure(arrival: Arrival, user: DirectoryUser, next: () => Reached): Reached;
  /** *98 followed by a box number; *98 alone is for owners, at any phone. */
  readonly feature: ReachFeature;
  /** *97, for the caller's own box. */
  readonly own: ReachFeature;
  /** A number that belongs to a box. */
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
  const codeNow = () => settings.featureCodes().find(({ name }) => name === "vm")?.code ?? "";

  /** Sends a caller on from a box, with the rights of `by`. */
  const onwardFrom =
    ({ call }: Arrival, by: DirectoryUser) =>
    (dialled: string): void => {
      const leg = call.caller;
      const { codec } = call;
      const came = { how: "forwarded", by: call.callee } as const;
      call.part(leg);
      sendOn(leg, { kind: "number", dialled, by, codec, came }, LAST_WAY);
    };

  /** `by`: the caller reaches the operator with this person's rights. */
  const leave = (arrival: Arrival, box: VoicemailBox, why: Visit["why"], by: DirectoryUser): void => {
    const { call, caller } = arrival;
    const from = caller.leg.shown;
    const callBack = onwardFrom(arrival, caller.leg.user);
    const visit: Visit = { why, from, sendOn: onwardFrom(arrival, by), callBack };
    const party = { number: `${codeNow()}${box.mailbox}`, name: box.name, kind: "mailbox" } as const;
    call.put(party, deposits(box, visit));
  };

  const listen = (arrival: Arrival, number: string, { own, language }: Pick<OwnerVisit, "own" | "language">): void => {
    if (!arrival.call.live) return;
    const visit: OwnerVisit = { own, language, sendOn: onwardFrom(arrival, arrival.by) };
    // The generic name hides from colleagues that the person listens to their messages.
    arrival.call.put({ number, name: "Voicemail", kind: "messages" }, owners(visit));
  };

  /** When the box cannot be read, the person is rung without one. */
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
      // A person who forwards has chosen another destination. A caller to their own number listens to messages and
      // leaves none.
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
      if (target !== "") return whenReady(boxes.boxByMailbox(realm, target), reach(arrival, number, ""));
      // Before sign-in, the language is that of the caller's own box.
      return whenReady(boxOf(arrival.caller.leg.user), (box) =>
        listen(arrival, number, { language: box?.language ?? "en" }),
      );
    },
    own: (arrival, { number }) =>
      whenReady(boxes.boxOfUser(arrival.caller.leg.user.id), (own) =>
        own === undefined
          ? arrival.call.refuse({ number, name: "" }, NO_BOX)
          : listen(arrival, number, { own, language: own.language }),
      ),
    place: (arrival, { number, place }) => whenReady(boxes.boxById(place.id), reach(arrival, number, place.name)),
  };
}
