/** New calls: admission, where they lead, who is rung (docs/spec/calls.md, rules CALL-1 to CALL-18). */
import { matchReplaces, maxForwards, type ServerTransaction } from "@callpanel/sip";
import type { PhoneConnection } from "../connection/connections.ts";
import type { CallView, ParkedCall } from "../events.ts";
import type { AudioCodec, MediaEngine, MediaPort } from "../media/media.port.ts";
import type { Directory, DirectoryUser, Party } from "../ports.ts";
import type { Bindings } from "../registrar/bindings.ts";
import { stripNumber } from "../dialplan/number.ts";
import type { Destination, DialPlan } from "../dialplan/resolve.ts";
import { createCall, type Call, type CallDeps, type CallerEnd, type MoveWatcher, type Peer } from "./call.ts";
import { createCalleeLeg, type CalleeLeg } from "./callee-leg.ts";
import { createCallerLeg, refuse, type CallerLeg } from "./caller-leg.ts";
import { cleanName } from "./caller-identity.ts";
import { dialledText } from "./dialled-text.ts";
import { partyOf, type Leg, type LegDeps } from "./leg.ts";
import type { LegReason } from "./leg.model.ts";
import { readOffer } from "./offer.ts";
import { createParking } from "./parking.ts";
import { refusalOf } from "./refusal.ts";
import type { Service } from "./bridge.model.ts";

export interface CallControl {
  /** An INVITE outside a dialog; the sender is authenticated. */
  invite(transaction: ServerTransaction, connection: PhoneConnection, user: DirectoryUser): Promise<void>;
  /** The live call that a leg is part of. */
  callOf(leg: Leg): Call | undefined;
  /**
   * Moves a leg that has parted from its call to a new one and puts it through: to a number as the referrer may dial it, or
   * to a user. Who cannot be reached is told to the watcher, and the leg is then free again.
   */
  sendOn(leg: Leg, to: Onward, watcher: MoveWatcher): void;
  /** A leg is back in a call that it had left. */
  claim(leg: Leg, call: Call): void;
  /** Two legs that have parted from their calls talk in a new one. */
  bringTogether(caller: Peer, callee: Peer, codec: AudioCodec | undefined): void;
  /** The codec of the call that a leg is part of. */
  codecOf(leg: Leg): AudioCodec | undefined;
  /** New calls are refused with 503 from now on. */
  stopTaking(): void;
  /** Resolves when no call is left and every record has been handed over. */
  idle(): Promise<void>;
  shutDown(): void;
  views(): readonly CallView[];
  parked(): readonly ParkedCall[];
  readonly count: number;
}

/** Where a leg that is moved is to go, and for whom. */
export type Onward =
  | {
      readonly kind: "number";
      readonly dialled: string;
      readonly by: DirectoryUser;
      readonly codec: AudioCodec | undefined;
    }
  | { readonly kind: "user"; readonly user: DirectoryUser; readonly codec: AudioCodec | undefined };

export interface CallControlDeps extends CallDeps, LegDeps {
  readonly media: MediaEngine;
  readonly bindings: Bindings;
  readonly connectionById: (id: string) => PhoneConnection | undefined;
  readonly directory: Directory;
  readonly dialPlan: DialPlan;
  /** Whether a host is this system. */
  readonly isOwnHost: (host: string) => boolean;
}

const CALL_ID_LENGTH = 16;
const NO_MEDIA: LegReason = { status: 488, text: "No usable audio" };
const NOBODY_TO_PARK: LegReason = { status: 480, text: "Nobody to park" };
const SERVICES: ReadonlyMap<string, { readonly service: Service; readonly name: string }> = new Map([
  ["echo", { service: "echo", name: "Echo test" }],
  ["moh", { service: "music", name: "Music on Hold" }],
]);

export function createCallControl(deps: CallControlDeps): CallControl {
  const { media, bindings, settings, realm, index, randomText, log } = deps;
  const calls = new Map<string, Call>();
  const callOfLeg = new WeakMap<Leg, Call>();
  const callsOfUser = new Map<number, Set<Call>>();
  const filings = new Set<Promise<void>>();
  const waiters = new Set<() => void>();
  const parking = createParking(deps);
  let taking = true;

  const occupy = (userId: number, call: Call): void => {
    const known = callsOfUser.get(userId);
    if (known === undefined) callsOfUser.set(userId, new Set([call]));
    else known.add(call);
  };
  const vacate = (call: Call): void => {
    for (const userId of new Set([call.caller.user.id, call.view().callee.userId])) {
      if (userId === undefined) continue;
      const known = callsOfUser.get(userId);
      known?.delete(call);
      if (known?.size === 0) callsOfUser.delete(userId);
    }
  };
  const callCount = (userId: number): number => callsOfUser.get(userId)?.size ?? 0;
  const limitOf = (user: DirectoryUser): number => user.callLimit ?? settings.callsPerUser;

  const wake = (): void => {
    if (calls.size > 0 || filings.size > 0) return;
    for (const waiter of waiters) waiter();
    waiters.clear();
  };

  /** The limits that hold for whoever places a call; undefined lets it pass. */
  const admission = (connection: PhoneConnection, user: DirectoryUser): LegReason | undefined => {
    if (!taking) return { status: 503, text: "Shutting down" };
    if (!connection.invites.take()) return { status: 503, text: "Too many calls in a short time" };
    if (calls.size >= settings.callsInSystem) return { status: 503, text: "Too many calls" };
    if (callCount(user.id) >= limitOf(user)) return { status: 403, text: `At most ${limitOf(user)} calls at a time` };
    return undefined;
  };

  const startCall = (
    caller: CallerEnd,
    dialledNumber: string,
    moved?: { readonly codec: AudioCodec | undefined; readonly watcher: MoveWatcher },
  ): Call => {
    const call = createCall({
      deps,
      moved,
      id: randomText(CALL_ID_LENGTH),
      caller,
      dialledNumber,
      ended: (one) => {
        calls.delete(one.id);
        parking.ended(one);
        vacate(one);
      },
      filed: (_, filing) => {
        filings.add(filing);
        void filing.finally(() => {
          filings.delete(filing);
          wake();
        });
      },
    });
    calls.set(call.id, call);
    callOfLeg.set(caller.leg, call);
    occupy(caller.leg.user.id, call);
    return call;
  };

  /** An engine that has no port left must not leave the legs behind that were opened before. */
  const openPort = (options: { readonly near: MediaPort }): MediaPort | undefined => {
    try {
      return media.open(options);
    } catch (error) {
      log.error("no media port for a phone", { error: String(error) });
      return undefined;
    }
  };

  const ringUser = (
    call: Call,
    caller: CallerEnd,
    parts: { readonly user: DirectoryUser; readonly hops: number; readonly referredBy?: Party | undefined },
  ): void => {
    const { user, hops, referredBy } = parts;
    const callee = partyOf(user);
    const refused = refusalFor(call, user);
    if (refused !== undefined) return call.refuse(callee, refused);
    const candidates = bindings.ofUser(user.id).flatMap((binding): readonly CalleeLeg[] => {
      const connection = deps.connectionById(binding.connectionId);
      // A phone is not rung by its own call.
      if (connection === undefined || connection === caller.leg.connection) return [];
      const port = openPort({ near: caller.leg.port });
      const invite = { deps, binding, user, connection, caller: caller.leg.party, maxForwards: hops, referredBy };
      return port === undefined ? [] : [createCalleeLeg({ ...invite, port })];
    });
    for (const { leg } of candidates) callOfLeg.set(leg, call);
    occupy(user.id, call);
    call.ring(callee, candidates);
  };

  const refusalFor = (call: Call, user: DirectoryUser): LegReason | undefined => {
    if (!user.mayUseSoftphone || bindings.ofUser(user.id).length === 0) return refusalOf(480);
    if (user.doNotDisturb) return { status: 486, text: "Do not disturb" };
    const others = callCount(user.id) - (call.caller.user.id === user.id ? 1 : 0);
    if (others >= limitOf(user) || (!user.callWaiting && others > 0)) return refusalOf(486);
    return undefined;
  };

  /** The one who was sent to a lot waits there; a full lot is busy. */
  const park = async (call: Call, parker: DirectoryUser, lotId: string): Promise<void> => {
    const lot = await parking.lotOf(lotId);
    if (!call.live) return;
    if (lot === undefined) return call.refuse({ number: call.dialledNumber, name: "" }, refusalOf(404));
    const leg = call.caller;
    const { codec } = call;
    const timedOut = (): void => {
      call.part(leg);
      // Where the parker does not answer either, the lot has the call again.
      const again: MoveWatcher = {
        ...NO_WATCHER,
        handBack: () => sendOn(leg, { kind: "number", dialled: lot.extension, by: parker, codec }, onward(leg)),
      };
      sendOn(leg, { kind: "user", user: parker, codec }, again);
    };
    const put = (slot: number): void => call.put({ number: String(slot), name: lot.name }, "music");
    if (!parking.park({ call, lot, parker, put, timedOut }))
      call.refuse({ number: lot.extension, name: lot.name }, { status: 486, text: "Parking is full" });
  };

  /** For a leg whose last way this is. */
  const onward = (leg: Leg): MoveWatcher => ({
    ...NO_WATCHER,
    handBack: (reason) => leg.send({ kind: "hangUp", reason }),
  });

  const retrieve = async (
    call: Call,
    caller: CallerEnd,
    destination: Destination & { kind: "slot" },
  ): Promise<void> => {
    const party: Party = { number: destination.number, name: destination.place.name };
    const parked = parking.waitingIn(destination.number);
    if (parked?.lone !== true) return call.refuse(party, { status: 404, text: "Nobody is parked here" });
    const { codec } = parked;
    try {
      const direction = await caller.fit(codec === undefined ? undefined : [codec]);
      if (!call.live) return;
      if (parking.waitingIn(destination.number) !== parked) return call.refuse(party, refusalOf(404));
      const leg = parked.caller;
      parking.unpark(parked);
      parked.part(leg);
      callOfLeg.set(leg, call);
      occupy(leg.user.id, call);
      call.meet({ leg, party: leg.party }, codec);
      caller.leg.noteDirection(direction);
    } catch (error) {
      log.warn("whoever dialled a slot does not fit", { call: call.id, error: String(error) });
      call.refuse(party, NO_MEDIA);
    }
  };

  const act = (
    call: Call,
    caller: CallerEnd,
    parts: {
      readonly destination: Destination;
      readonly by: DirectoryUser;
      readonly hops: number;
      readonly referredBy?: Party;
    },
  ): void => {
    const { destination, hops, referredBy } = parts;
    if (!call.live) return; // given up meanwhile
    const named = (name: string): Party => ({ number: destination.number, name });
    switch (destination.kind) {
      case "user":
        return ringUser(call, caller, { user: destination.user, hops, referredBy });
      case "feature": {
        const known = SERVICES.get(destination.feature.name);
        if (known === undefined) return call.refuse(named(""), { status: 480, text: "Feature not available" });
        return call.put(named(known.name), known.service);
      }
      case "lot":
        if (referredBy === undefined) return call.refuse(named(destination.place.name), NOBODY_TO_PARK);
        void park(call, parts.by, destination.place.id);
        return;
      case "slot":
        void retrieve(call, caller, destination);
        return;
      case "queue":
      case "room":
      case "box":
      case "announcement":
        return call.refuse(named(destination.place.name), { status: 480, text: `No ${destination.kind} service yet` });
      case "outside":
        return call.refuse(named(""), { status: 404, text: "No outside line" });
      case "nothing":
        return call.refuse({ number: call.view().dialledNumber, name: "" }, refusalOf(404));
    }
  };

  /** RFC 3891: the caller's new leg takes the place of one of the same user's. */
  const replace = async (caller: CallerLeg, old: Leg, transaction: ServerTransaction): Promise<void> => {
    const call = callOfLeg.get(old);
    const fail = (status: 403 | 481 | 488): void => caller.leg.send({ kind: "hangUp", reason: refusalText(status) });
    if (call === undefined || !call.live) return fail(481);
    if (old.user.id !== caller.leg.user.id) return fail(403);
    try {
      const direction = await caller.fit(call.codec === undefined ? undefined : [call.codec]);
      if (transaction.cancelled || caller.leg.state.phase === "ended") return;
      callOfLeg.set(caller.leg, call);
      if (!call.replace(old, caller.leg, direction)) fail(481);
    } catch (error) {
      log.warn("a replacing leg does not fit", { call: call.id, error: String(error) });
      fail(488);
    }
  };

  /** The rest of `invite` and of `sendOn`: where the number leads, and there. */
  const route = async (
    call: Call,
    caller: CallerEnd,
    parts: { readonly dialled: string; readonly by: DirectoryUser; readonly hops: number; readonly referredBy?: Party },
  ): Promise<void> => {
    try {
      act(call, caller, { ...parts, destination: await deps.dialPlan.resolve(parts.dialled, parts.by) });
    } catch (error) {
      log.error("a call could not be routed", { call: call.id, error: String(error) });
      call.refuse({ number: call.dialledNumber, name: "" }, refusalOf(500));
    }
  };

  const sendOn = (leg: Leg, to: Onward, watcher: MoveWatcher): void => {
    const end = movedEnd(leg, to.codec);
    const moved = { codec: to.codec, watcher };
    if (to.kind === "user") {
      const call = startCall(end, to.user.extension, moved);
      ringUser(call, end, { user: to.user, hops: ONWARD_HOPS });
      return;
    }
    const { dialled, by } = to;
    const call = startCall(end, stripNumber(dialled) ?? cleanName(dialled), moved);
    void route(call, end, { dialled, by, hops: ONWARD_HOPS, referredBy: partyOf(by) });
  };

  return {
    callOf: (leg) => {
      const call = callOfLeg.get(leg);
      return call?.live === true ? call : undefined;
    },
    sendOn,
    claim: (leg, call) => void callOfLeg.set(leg, call),
    bringTogether: (caller, callee, codec) => {
      const call = startCall(movedEnd(caller.leg, codec), callee.party.number, { codec, watcher: NO_WATCHER });
      callOfLeg.set(callee.leg, call);
      if (callee.party.userId !== undefined) occupy(callee.party.userId, call);
      call.meet(callee, codec);
    },
    invite: async (transaction, connection, user) => {
      const { request } = transaction;
      const replaced = matchReplaces(request, (key) => index.byDialog(key)?.dialog);
      if (replaced.kind === "refused") return void transaction.respond(replaced.status);
      const old = replaced.kind === "match" ? index.byDialog(replaced.dialog.key) : undefined;
      const refused = old === undefined ? admission(connection, user) : undefined;
      if (refused !== undefined) return refuse(transaction, refused, realm);
      const hops = maxForwards(request);
      if (hops === 0) return void transaction.respond(483);
      const offer = readOffer(request, media);
      if (offer.kind === "unusable") return refuse(transaction, NO_MEDIA, realm);

      const codecs = offer.kind === "offer" ? offer.codecs : undefined;
      const caller = createCallerLeg({ deps, transaction, connection, user, openPort: () => media.open(), codecs });
      if (caller === undefined) return void transaction.respond(400, { reason: "No Contact" });
      if (old !== undefined) return replace(caller, old, transaction);

      const dialled = dialledText(request.uri, deps.isOwnHost);
      const number = stripNumber(dialled) ?? cleanName(dialled);
      const call = startCall(caller, number);
      await route(call, caller, { dialled, by: user, hops: hops - 1 });
    },
    codecOf: (leg) => callOfLeg.get(leg)?.codec,
    stopTaking: () => {
      taking = false;
    },
    idle: () =>
      new Promise((resolve) => {
        waiters.add(resolve);
        wake();
      }),
    shutDown: () => {
      for (const call of calls.values()) call.shutDown();
    },
    parked: parking.views,
    views: () => [...calls.values()].map((call) => call.view()),
    get count() {
      return calls.size;
    },
  };
}

const ONWARD_HOPS = 70; // RFC 3261 §8.1.1.6
/** For a leg that has nowhere to go back to. */
export const NO_WATCHER: MoveWatcher = {
  rang: () => undefined,
  answered: () => undefined,
  handBack: () => undefined,
  lost: () => undefined,
};

/** A leg that is up already: it needs no answer and keeps its codec. */
function movedEnd(leg: Leg, codec: AudioCodec | undefined): CallerEnd {
  return {
    leg,
    codecs: codec === undefined ? undefined : [codec],
    connectedTo: () => undefined,
    fit: () => Promise.resolve("held" in leg.state && leg.state.held ? "sendonly" : "sendrecv"),
  };
}

function refusalText(status: 403 | 481 | 488): LegReason {
  switch (status) {
    case 403:
      return { status, text: "Not your call" };
    case 481:
      return { status, text: "Call/Transaction Does Not Exist" };
    case 488:
      return NO_MEDIA;
  }
}
