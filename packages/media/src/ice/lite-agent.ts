import { randomBytes } from "node:crypto";
import type { RemoteIce } from "../description/remote-description.ts";
import { createFallbackGate } from "./fallback-gate.ts";
import type { FallbackGate } from "./fallback-gate.ts";
import { ATTRIBUTE, errorCode, readStun, STUN, writeStun, xorMapped } from "./stun-message.ts";
import type { StunAttribute, StunMessage } from "./stun-message.ts";

/** The source or destination of a datagram. */
export interface TransportAddress {
  readonly address: string;
  readonly port: number;
  /**
   * The index of our own candidate at which it arrived or from which it is sent: the same remote address is another
   * pair with each of them.
   */
  readonly local: number;
}

export interface IceCredentials {
  readonly usernameFragment: string;
  readonly password: string;
}

/**
 * The server's half of ICE as a lite agent (RFC 8445 §2.5): it has only host candidates, waits for the far end's
 * checks, responds to them, and sends to the address that the far end nominated. Nothing is paced or retransmitted
 * here, and candidates of the far end are not needed (an unresolvable mDNS name does no harm: its checks arrive as
 * peer-reflexive). The far end's own checks refresh consent (RFC 7675). One thing is more than a lite agent does: when
 * media already flows to one address and the far end nominates another one, we check that address ourselves, and move
 * when it responds. A source address can be forged, but a response to a number that was sent there cannot. Otherwise a
 * far end could send its call's media to a stranger.
 */
export interface LiteAgent {
  /** Credentials for the next local description. */
  readonly local: IceCredentials;
  /**
   * Where to send: the nominated pair or, before there is one, the source of the last check (RFC 8445 §12.1), because
   * browsers send ClientHello first and nominate later. Once there is a `proven` address it is that one, until a later
   * nominee responds to a check of ours. Undefined before the first check and after consent has expired.
   */
  readonly selected: TransportAddress | undefined;
  /** The far end has proved that it is at this address by a handshake from there; undefined: earlier proof is void. */
  setProven(at: TransportAddress | undefined): void;
  /** Epoch ms of the last valid check; 0 before the first. */
  readonly lastCheckAt: number;
  /**
   * Sets the far end's credentials. If they differ from earlier ones the far end restarts ICE, and so does this side,
   * unless this side asked for the restart (RFC 8839 §4.4.1.1.1).
   */
  setRemote(remote: RemoteIce): void;
  /** Stops sending until the far end checks the selected pair again (RFC 7675 §5.1). */
  expireConsent(): void;
  /** Makes new local credentials. The earlier ones stay valid until the far end nominates a pair with the new ones. */
  restart(): void;
  /**
   * Responds to a STUN check and processes responses to our own checks; malformed or not authentic datagrams are
   * dropped without a response. Returns false for what was certainly not meant for this agent.
   */
  receive(datagram: Buffer, from: TransportAddress): boolean;
  close(): void;
}

export interface LiteAgentOptions {
  readonly now: () => number;
  readonly setTimeout: (run: () => void, ms: number) => () => void;
  /** Whether an address is a way for networks that block the others: TCP. */
  readonly isFallback: (at: TransportAddress) => boolean;
  readonly send: (datagram: Buffer, to: TransportAddress) => void;
  readonly onSelected: () => void;
  /** A username fragment that is unique at our port; `dropName` when no check can come with it any more. */
  readonly newName: () => string;
  readonly dropName: (name: string) => void;
  /** An authentic check came from this address. */
  readonly onAdmitted: (at: TransportAddress) => void;
  /** The far end has proven that it is at this address. */
  readonly onProven: (at: TransportAddress) => void;
}

interface Generation {
  readonly credentials: IceCredentials;
  readonly key: Buffer;
  /** Checks by the fallback, which wait for their answer. */
  readonly gate: FallbackGate;
}

export function createLiteAgent(options: LiteAgentOptions): LiteAgent {
  const { now, send, onSelected } = options;
  let current = newGeneration(options);
  let previous: Generation | undefined;
  let remote: RemoteIce | undefined;
  /** The nominated address or, before there is one, that of the last check. */
  let nominee: TransportAddress | undefined;
  let proven: TransportAddress | undefined;
  /** Our check of a nominee to which no media is sent so far. */
  let ownCheck: OwnCheck | undefined;
  let nominated = false;
  let consented = true;
  let awaitingRestart = false;
  let lastCheckAt = 0;

  const generationOf = (usernameFragment: string): Generation | undefined =>
    [current, previous].find((generation) => generation?.credentials.usernameFragment === usernameFragment);

  const nominate = (from: TransportAddress): void => {
    if (nominee !== undefined && sameAddress(nominee, from)) return;
    nominee = from;
    if (proven === undefined) consented = true;
    onSelected();
  };

  /** Each check of a nominee triggers one of ours, so that a lost one is repeated. */
  const checkNominee = (localFragment: string): void => {
    if (nominee === undefined || proven === undefined || remote === undefined || sameAddress(nominee, proven)) return;
    const same = ownCheck !== undefined && sameAddress(ownCheck.to, nominee) && ownCheck.remote === remote;
    ownCheck = same && ownCheck !== undefined ? ownCheck : { to: nominee, remote, transactionId: randomBytes(12) };
    send(checkOf(ownCheck, localFragment), nominee);
  };

  const prove = (at: TransportAddress): void => {
    proven = at;
    ownCheck = undefined;
    options.onProven(at);
  };

  const takeAnswer = (answer: StunMessage, from: TransportAddress): boolean => {
    if (ownCheck === undefined || !sameAddress(ownCheck.to, from)) return false;
    if (answer.type !== STUN.success || !answer.transactionId.equals(ownCheck.transactionId)) return false;
    if (!answer.isAuthentic(Buffer.from(ownCheck.remote.password))) return false;
    prove(ownCheck.to);
    consented = true;
    return true;
  };

  const dropPrevious = (): void => {
    if (previous !== undefined) options.dropName(previous.credentials.usernameFragment);
    previous?.gate.close();
    previous = undefined;
  };

  const restart = (): void => {
    dropPrevious();
    previous = current;
    current = newGeneration(options);
  };

  const takeCheck = (message: StunMessage, from: TransportAddress): void => {
    const check = readCheck(message);
    if (check === undefined) return;
    const [localFragment = "", remoteFragment = ""] = check.username.split(":");
    const generation = generationOf(localFragment);
    if (generation === undefined || !message.isAuthentic(generation.key)) return;
    if (generation === current && remote !== undefined && remote.usernameFragment !== remoteFragment) return;

    if (check.claimsControlled) {
      send(roleConflict(check.request, generation.key), from);
      return;
    }
    lastCheckAt = now();
    options.onAdmitted(from);
    const answer = (): void => answerCheck(check, from, generation, localFragment);
    if (options.isFallback(from)) return generation.gate.take(`${from.local} ${from.port} ${from.address}`, answer);
    generation.gate.others();
    answer();
  };

  const answerCheck = (check: Check, from: TransportAddress, generation: Generation, localFragment: string): void => {
    send(success(check.request, from, generation.key), from);
    const selected = proven ?? nominee;
    if (selected !== undefined && sameAddress(selected, from)) consented = true;
    if (check.nominates && generation === current) dropPrevious();
    if (check.nominates || !nominated) nominate(from);
    nominated ||= check.nominates;
    if (nominee !== undefined && sameAddress(nominee, from)) checkNominee(localFragment);
  };

  return {
    get local() {
      return current.credentials;
    },
    get selected() {
      return consented ? (proven ?? nominee) : undefined;
    },
    setProven: (at) => {
      if (at !== undefined) return prove(at);
      proven = undefined;
      ownCheck = undefined;
    },
    get lastCheckAt() {
      return lastCheckAt;
    },
    setRemote: (next) => {
      const restarts = remote !== undefined && remote.usernameFragment !== next.usernameFragment;
      if (restarts && !awaitingRestart) restart();
      awaitingRestart = false;
      remote = next;
    },
    expireConsent: () => {
      consented = false;
    },
    restart: () => {
      restart();
      awaitingRestart = true;
    },
    receive: (datagram, from) => {
      const message = readStun(datagram);
      if (message === undefined) return false;
      if (message.type !== STUN.request) return takeAnswer(message, from);
      takeCheck(message, from);
      return true;
    },
    close: () => {
      for (const generation of [current, previous]) generation?.gate.close();
    },
  };
}

interface Check {
  readonly request: StunMessage;
  readonly username: string;
  readonly nominates: boolean;
  readonly claimsControlled: boolean;
}

function readCheck(request: StunMessage): Check | undefined {
  const of = (type: number): Buffer | undefined => request.attributes.find((one) => one.type === type)?.value;
  const username = of(ATTRIBUTE.username)?.toString();
  if (username === undefined || !request.hasFingerprint) return undefined; // RFC 8445 §7.2.2
  return {
    request,
    username,
    nominates: of(ATTRIBUTE.useCandidate) !== undefined,
    claimsControlled: of(ATTRIBUTE.iceControlled) !== undefined,
  };
}

interface OwnCheck {
  readonly to: TransportAddress;
  readonly remote: RemoteIce;
  readonly transactionId: Buffer;
}

const TIE_BREAKER = randomBytes(8);
/** RFC 8445 §7.1.1: as a peer-reflexive candidate, type preference 110. */
const PRIORITY = Buffer.from((1_862_270_975).toString(16), "hex");

const checkOf = ({ remote, transactionId }: OwnCheck, localFragment: string): Buffer =>
  writeStun({
    type: STUN.request,
    transactionId,
    attributes: [
      { type: ATTRIBUTE.username, value: Buffer.from(`${remote.usernameFragment}:${localFragment}`) },
      { type: ATTRIBUTE.iceControlled, value: TIE_BREAKER },
      { type: ATTRIBUTE.priority, value: PRIORITY },
    ],
    key: Buffer.from(remote.password),
    hasFingerprint: true,
  });

const success = ({ transactionId }: StunMessage, from: TransportAddress, key: Buffer): Buffer =>
  response(STUN.success, transactionId, key, {
    type: ATTRIBUTE.xorMappedAddress,
    value: xorMapped(from.address, from.port, transactionId),
  });

/** A lite agent is always controlled (RFC 8445 §6.1.1): a far end that claims the same gets a role conflict (§7.3.1.1). */
const roleConflict = ({ transactionId }: StunMessage, key: Buffer): Buffer =>
  response(STUN.error, transactionId, key, { type: ATTRIBUTE.errorCode, value: errorCode(487, "Role Conflict") });

const response = (type: number, transactionId: Buffer, key: Buffer, attribute: StunAttribute): Buffer =>
  writeStun({ type, transactionId, attributes: [attribute], key, hasFingerprint: true });

function newGeneration({ newName, setTimeout }: Pick<LiteAgentOptions, "newName" | "setTimeout">): Generation {
  const credentials = {
    usernameFragment: newName(),
    password: randomBytes(24).toString("base64"), // 192 bits; it asks for 128
  };
  return { credentials, key: Buffer.from(credentials.password), gate: createFallbackGate(setTimeout) };
}

export function sameAddress(one: TransportAddress, other: TransportAddress): boolean {
  return one.port === other.port && one.local === other.local && one.address === other.address;
}
