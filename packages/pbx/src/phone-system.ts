import type {
  AnnouncementParts,
  CallLedger,
  Clock,
  Directory,
  GuessGuard,
  Log,
  OutsideCallBook,
  QueueParts,
  PhoneSystem,
  RecordingFolder,
  RoomParts,
  VideoParts,
  VoicemailParts,
  Texting,
  Waking,
  Watching,
} from "@callpanel/phone-port";
import { createSipStack, type SipStack, type StackFault } from "@callpanel/sip";
import { createSoundOf } from "./calls/call/sound/call-sound.ts";
import { createCallControl } from "./calls/call-control.ts";
import { createLineTest } from "./calls/lines/line-test.ts";
import { createInDialog } from "./calls/leg/in-dialog.ts";
import { createLegIndex, type LegIndex } from "./calls/leg/leg-index.ts";
import { createTransfers } from "./calls/moving/transfer.ts";
import type { Leg } from "./calls/leg/leg.port.ts";
import { createConnections, type PhoneConnection } from "./connection/connections.ts";
import { createDialPlan } from "./dialplan/resolve.ts";
import { createPhoneEvents } from "./phone-events.ts";
import { startRevoking } from "./registrar/revocation.ts";
import type { MediaEngine } from "@callpanel/media";
import { createRandomText } from "./random-text.ts";
import { createAuthentication } from "./registrar/authentication.ts";
import { createRegistrar } from "./registrar/registrar.ts";
import { createDispatch } from "./requests/dispatch.ts";
import { createPhoneMessages } from "./requests/phone-messages.ts";
import { createTexts } from "./requests/texts.ts";
import { createPublications } from "./requests/publications.ts";
import { createPhoneSubscriptions } from "./subscriptions/phone-subscriptions.ts";
import { DEFAULT_PHONE_SETTINGS, type PhoneSettings } from "./settings.ts";

export interface PhoneSystemDeps {
  readonly clock: Clock;
  /** Cryptographically strong bytes, e.g. `randomBytes` of node:crypto. */
  readonly random: (byteCount: number) => Uint8Array;
  readonly directory: Directory;
  readonly guard: GuessGuard;
  readonly calls: CallLedger;
  /** Without it the outside calls of the last hour are forgotten at a restart. */
  readonly outsideCalls?: OutsideCallBook | undefined;
  readonly media: MediaEngine;
  /** Where recordings are stored; without it nothing is recorded. */
  readonly recordings?: RecordingFolder | undefined;
  /** Without it there is no voicemail. */
  readonly voicemail?: VoicemailParts | undefined;
  /** Without it there are no announcements. */
  readonly announcements?: AnnouncementParts | undefined;
  /** Without it there are no queues. */
  readonly queues?: QueueParts | undefined;
  /** Without it rooms have no settings and no PINs. */
  readonly conferences?: RoomParts | undefined;
  /** Without it telephones do not reach video rooms. */
  readonly video?: VideoParts | undefined;
  /** Without it phones learn nothing about other people. */
  readonly watching?: Watching | undefined;
  /** Without it phones cannot write text messages. */
  readonly texting?: Texting | undefined;
  /** Without it people without a registered phone cannot be reached. */
  readonly waking?: Waking | undefined;
  /** Realm of the digest and host part of every address of record, e.g. `demo`. */
  readonly realm: string;
  readonly settings?: Partial<PhoneSettings>;
  readonly log: Log;
}

const GOING_AWAY = 1001; // RFC 6455 §7.4.1
/** How long `stop` waits for the last records after it has ended the calls. */
const FILING_LIMIT_MS = 5_000;

/** Creates the phone system. It does not listen on a port: sockets are passed to `connect`. */
export function createPhoneSystem(deps: PhoneSystemDeps): PhoneSystem {
  const { clock, media, realm, log } = deps;
  const events = createPhoneEvents(log);
  const settings = { ...DEFAULT_PHONE_SETTINGS, ...deps.settings };
  const index = createLegIndex<Leg>();
  const hosts = new Set([realm, ...settings.domains].map((host) => host.toLowerCase()));
  const shared = {
    ...deps,
    settings,
    index,
    randomText: createRandomText(deps.random),
    emit: events.emit,
    connectionById: (id: string): PhoneConnection | undefined => connections.byId(id),
    isOwnHost: (host: string): boolean => hosts.has(host),
  };
  let stopped = false;

  const stack = createSipStack({
    clock,
    random: shared.randomText,
    via: { transport: "WS", host: realm },
    onRequest: (transaction) => dispatch(transaction),
    onFault: (fault) => logFault(log, fault),
  });
  const connections = createConnections({
    clock,
    log,
    settings,
    received: (connection, frame) => stack.receive(connection, frame),
    closed: (connection) => {
      registrar.bindings.removeConnection(connection.id, "connectionLost");
      subscriptions.connectionClosed(connection.id);
      for (const leg of index.onConnection(connection.id)) leg.send({ kind: "detached" });
      stack.connectionClosed(connection);
    },
  });
  const authentication = createAuthentication(shared);
  const registrar = createRegistrar({
    ...shared,
    attached: (userId, phone, connection) => {
      for (const leg of index.ofUser(userId))
        if (leg.phone === phone && leg.connection !== connection) leg.attach(connection);
    },
    registered: (binding) => {
      messageWaiting.registered(binding);
      register.phoneCame(binding);
    },
  });
  const { bindings } = registrar;
  const { subscriptions, messageWaiting, stopWatching } = createPhoneSubscriptions({
    ...shared,
    stack,
    bindings,
    isOwnAddress: authentication.isOwnAddress,
    boxes: deps.voicemail?.boxes,
  });
  const dialPlan = createDialPlan({ ...shared, featureCodes: settings.featureCodes });
  const random01 = (): number => (deps.random(1)[0] ?? 0) / 256;
  const control = createCallControl({ ...shared, stack, ledger: deps.calls, bindings, dialPlan, random01 });
  const { register, passOn } = control;
  const refer = createTransfers({ ...shared, moves: control, register, passOn });
  const dispatch = createDispatch({
    ...shared,
    authentication,
    registrar,
    control,
    inDialog: createInDialog({ ...shared, random01, refer }),
    subscriptions,
    publications: createPublications(shared),
    texts: createTexts(shared),
  });
  events.subscribe((event) => {
    if (event.kind === "registered" || event.kind === "unregistered")
      control.queues?.changed(event.registration.userId);
  });
  const stopRevoking = startRevoking({ ...shared, connections, bindings, endCalls: endCallsIn(index) });

  return {
    connect: (socket) => {
      if (!stopped) return connections.connect(socket);
      socket.close(GOING_AWAY, "Server stops");
      return { receive: () => undefined, closed: () => undefined };
    },
    subscribe: events.subscribe,
    snapshot: () => ({
      registrations: registrar.registrations(),
      calls: register.views(),
      parked: control.parked(),
      rooms: control.rooms(),
      queues: control.queues?.views(),
      counts: {
        connections: connections.count,
        registrations: bindings.count,
        calls: register.count,
        legs: index.legCount,
        dialogs: index.dialogCount,
        transactions: transactionsOf(stack),
        mediaPorts: media.openPortCount,
      },
    }),
    commands: control.commands,
    queues: control.queues,
    notifyMailbox: messageWaiting.notify,
    texts: createPhoneMessages({ ...shared, stack, bindings }),
    soundOf: createSoundOf({ ...shared, register }),
    testLine: createLineTest({ ...shared, stack, bindings }),
    stop: async ({ graceMs }) => {
      control.stopTaking();
      await within(clock, graceMs, register.idle());
      register.shutDown();
      await within(clock, FILING_LIMIT_MS, register.idle());
      control.queues?.stop();
      await within(clock, FILING_LIMIT_MS, control.queues?.durable() ?? Promise.resolve());
      stopped = true;
      stopRevoking();
      stopWatching();
      bindings.removeAll("shutdown");
      connections.dropAll(GOING_AWAY, "Server stops");
      stack.close();
    },
  };
}

/** They do not wait for a phone, as those of a lost connection do (CALL-35). The calls of a line go on. */
const endCallsIn =
  (index: LegIndex<Leg>) =>
  (sipUsername: string): void => {
    for (const leg of index.all())
      if (leg.user.sipUsername === sipUsername && leg.user.trunk !== true) leg.send({ kind: "revoked" });
  };

const transactionsOf = (stack: SipStack): number => {
  const { clientTransactions, serverTransactions } = stack.counts();
  return clientTransactions + serverTransactions;
};

async function within(clock: Clock, ms: number, done: Promise<void>): Promise<void> {
  await new Promise<void>((resolve) => {
    const stop = clock.setTimeout(resolve, ms);
    void done.then(() => {
      stop();
      resolve();
    });
  });
}

function logFault(log: Log, fault: StackFault): void {
  const facts = { connection: fault.connection.id, address: fault.connection.remoteAddress };
  switch (fault.kind) {
    case "threw":
      log.error("a sip callback failed", { ...facts, error: String(fault.cause) });
      return;
    case "flood":
    case "merged":
      log.warn(`sip ${fault.kind}`, { ...facts, method: fault.method });
      return;
    case "malformed":
    case "strayResponse":
    case "sendFailed":
      log.debug(`sip ${fault.kind}`, facts);
  }
}
