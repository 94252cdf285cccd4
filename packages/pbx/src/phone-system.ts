import type {
  AnnouncementParts,
  CallLedger,
  Clock,
  Directory,
  DirectoryChange,
  GuessGuard,
  Log,
  OutsideCallBook,
  PhoneEvent,
  PhoneSystem,
  RecordingFolder,
  VoicemailParts,
} from "@callpanel/phone-port";
import { createSipStack, type StackFault } from "@callpanel/sip";
import { createCallControl } from "./calls/call-control.ts";
import { createInDialog } from "./calls/leg/in-dialog.ts";
import { createLegIndex } from "./calls/leg/leg-index.ts";
import { createTransfers } from "./calls/moving/transfer.ts";
import type { Leg } from "./calls/leg/leg.port.ts";
import { createConnections, type PhoneConnection } from "./connection/connections.ts";
import { createDialPlan } from "./dialplan/resolve.ts";
import type { MediaEngine } from "@callpanel/media";
import { createRandomText } from "./random-text.ts";
import { createAuthentication } from "./registrar/authentication.ts";
import { createRegistrar } from "./registrar/registrar.ts";
import { createDispatch } from "./requests/dispatch.ts";
import { createMessageWaiting } from "./requests/message-waiting.ts";
import { createPublications } from "./requests/publications.ts";
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
  /** Realm of the digest and host part of every address of record, e.g. `demo`. */
  readonly realm: string;
  readonly settings?: Partial<PhoneSettings>;
  readonly log: Log;
}

const GOING_AWAY = 1001; // RFC 6455 §7.4.1
const POLICY = 1008;
/** How long `stop` waits for the last records after it has ended the calls. */
const FILING_LIMIT_MS = 5_000;

/** Creates the phone system. It does not listen on a port: sockets are passed to `connect`. */
export function createPhoneSystem(deps: PhoneSystemDeps): PhoneSystem {
  const { clock, directory, media, realm, log } = deps;
  const settings = { ...DEFAULT_PHONE_SETTINGS, ...deps.settings };
  const randomText = createRandomText(deps.random);
  let stopped = false;
  const listeners = new Set<(event: PhoneEvent) => void>();
  const emit = (event: PhoneEvent): void => {
    for (const listener of listeners) tell(log, listener, event);
  };
  const hosts = new Set([realm, ...settings.domains].map((host) => host.toLowerCase()));
  const index = createLegIndex<Leg>();
  const connectionById = (id: string): PhoneConnection | undefined => connections.byId(id);

  const stack = createSipStack({
    clock,
    random: randomText,
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
      messageWaiting.connectionClosed(connection.id);
      for (const leg of index.onConnection(connection.id)) leg.send({ kind: "detached" });
      stack.connectionClosed(connection);
    },
  });
  const authentication = createAuthentication({
    clock,
    log,
    directory,
    guard: deps.guard,
    realm,
    settings,
    randomText,
  });
  const registrar = createRegistrar({
    clock,
    realm,
    settings,
    emit,
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
  const messageWaiting = createMessageWaiting({
    clock,
    log,
    stack,
    bindings,
    connectionById,
    realm,
    randomText,
    boxes: deps.voicemail?.boxes,
  });
  const dialPlan = createDialPlan({ directory, realm, featureCodes: settings.featureCodes });
  const control = createCallControl({
    clock,
    log,
    stack,
    index,
    settings,
    realm,
    randomText,
    ledger: deps.calls,
    outsideCalls: deps.outsideCalls,
    emit,
    media,
    recordings: deps.recordings,
    voicemail: deps.voicemail,
    announcements: deps.announcements,
    bindings: registrar.bindings,
    connectionById,
    directory,
    dialPlan,
    isOwnHost: (host) => hosts.has(host),
  });
  const random01 = (): number => (deps.random(1)[0] ?? 0) / 256;
  const { register, passOn } = control;
  const isOwnHost = (host: string): boolean => hosts.has(host);
  const refer = createTransfers({ realm, moves: control, register, passOn, index, isOwnHost });
  const dispatch = createDispatch({
    log,
    authentication,
    registrar,
    control,
    inDialog: createInDialog({ log, realm, random01, refer }),
    index,
    messageWaiting,
    publications: createPublications({ clock, realm, log, directory, randomText, emit }),
    connectionById,
  });

  /** Closes connections on which the authentication is no longer valid. The phone then reconnects and must authenticate. */
  const directoryChanged = async (change: DirectoryChange): Promise<void> => {
    if (change.realm !== realm) return;
    const user = change.kind === "user" ? await directory.userBySipUsername(realm, change.sipUsername) : undefined;
    if (user?.mayUseSoftphone === true) return;
    const held = connections.provedBy(
      ({ sipUsername, credentialId }) =>
        sipUsername === change.sipUsername && (change.kind === "user" || credentialId === change.credentialId),
    );
    for (const connection of held) {
      registrar.bindings.removeConnection(connection.id, "revoked");
      connection.drop(POLICY, "Sign in again");
    }
  };
  const stopWatching = directory.subscribe((change) => {
    directoryChanged(change).catch((error: unknown) => log.error("a change went unread", { error: String(error) }));
  });

  return {
    connect: (socket) => {
      if (!stopped) return connections.connect(socket);
      socket.close(GOING_AWAY, "Server stops");
      return { receive: () => undefined, closed: () => undefined };
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    snapshot: () => {
      const { clientTransactions, serverTransactions } = stack.counts();
      return {
        registrations: registrar.registrations(),
        calls: register.views(),
        parked: control.parked(),
        rooms: control.rooms(),
        counts: {
          connections: connections.count,
          registrations: registrar.bindings.count,
          calls: register.count,
          legs: index.legCount,
          dialogs: index.dialogCount,
          transactions: clientTransactions + serverTransactions,
          mediaPorts: media.openPortCount,
        },
      };
    },
    commands: control.commands,
    notifyMailbox: messageWaiting.notify,
    stop: async ({ graceMs }) => {
      control.stopTaking();
      await within(clock, graceMs, register.idle());
      register.shutDown();
      await within(clock, FILING_LIMIT_MS, register.idle());
      stopped = true;
      stopWatching();
      registrar.bindings.removeAll("shutdown");
      connections.dropAll(GOING_AWAY, "Server stops");
      stack.close();
    },
  };
}

/** An exception of a listener must not interrupt the handling of a call. */
function tell(log: Log, listener: (event: PhoneEvent) => void, event: PhoneEvent): void {
  try {
    listener(event);
  } catch (error) {
    log.error("a listener failed", { event: event.kind, error: String(error) });
  }
}

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
