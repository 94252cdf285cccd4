import { SIGNATURE, requireSignature, signWith } from "./certificate.ts";
import { DtlsFault } from "./dtls-fault.ts";
import {
  MESSAGE,
  RANDOM_BYTES,
  certificate,
  clientHello,
  clientKeyExchange,
  readCertificate,
  readHelloVerifyRequest,
  readServerHello,
  readServerKeyExchange,
  signatureOf,
} from "./handshake-message.ts";
import { agreeSecret, createKeyPair, requireFinished, unexpected } from "./handshake-tools.ts";
import type { Handshake, HandshakeTools } from "./handshake-tools.ts";
import { createKeySchedule } from "./key-schedule.ts";
import type { KeySchedule } from "./key-schedule.ts";
import type { HandshakeMessage } from "./message-assembly.ts";
import { SRTP_PROFILES, chooseSrtpProfile } from "./srtp-keys.ts";
import type { SrtpProfile } from "./srtp-keys.ts";

interface Hello {
  readonly serverRandom: Buffer;
  readonly profile: SrtpProfile;
}

type State =
  | { readonly awaits: "serverHello" }
  | ({ readonly awaits: "certificate" } & Hello)
  | ({ readonly awaits: "keyExchange"; readonly remote: Buffer } & Hello)
  | ({
      readonly awaits: "helloDone";
      readonly remote: Buffer;
      readonly point: Buffer;
      readonly certificateAsked: boolean;
    } & Hello)
  | { readonly awaits: "finished"; readonly remote: Buffer; readonly keys: KeySchedule; readonly profile: SrtpProfile }
  | { readonly awaits: "nothing" };

/** The client's side, for far ends that must be the server. */
export function createClientHandshake(tools: HandshakeTools): Handshake {
  const random = tools.randomBytes(RANDOM_BYTES);
  let state: State = { awaits: "serverHello" };
  return {
    start: () => sendHello(tools, random, Buffer.alloc(0)),
    take: (message) => {
      state = step(state, message, tools, random);
    },
  };
}

function sendHello({ flights, transcript }: HandshakeTools, random: Buffer, cookie: Buffer): void {
  transcript.clear(); // the hello without a cookie and its response do not count (RFC 6347 §4.2.1)
  flights.start();
  transcript.add(flights.message(MESSAGE.clientHello, clientHello(random, cookie, SRTP_PROFILES)));
  flights.send({ repeat: true });
}

function step(state: State, message: HandshakeMessage, tools: HandshakeTools, clientRandom: Buffer): State {
  const { transcript } = tools;
  switch (state.awaits) {
    case "serverHello": {
      if (message.type === MESSAGE.helloVerifyRequest) {
        sendHello(tools, clientRandom, readHelloVerifyRequest(message.body).cookie);
        return state;
      }
      if (message.type !== MESSAGE.serverHello) throw unexpected(message);
      transcript.add(message.whole);
      const { random, srtpProfiles } = readServerHello(message.body);
      const profile = chooseSrtpProfile(srtpProfiles);
      if (profile === undefined) throw new DtlsFault("illegalParameter", "the server chose no SRTP profile of ours");
      return { awaits: "certificate", serverRandom: random, profile };
    }
    case "certificate":
      if (message.type !== MESSAGE.certificate) throw unexpected(message);
      transcript.add(message.whole);
      return { ...state, awaits: "keyExchange", remote: readCertificate(message.body) };
    case "keyExchange": {
      if (message.type !== MESSAGE.serverKeyExchange) throw unexpected(message);
      transcript.add(message.whole);
      const { parameters, point, scheme, signature } = readServerKeyExchange(message.body);
      const signed = Buffer.concat([clientRandom, state.serverRandom, parameters]);
      requireSignature(state.remote, scheme, signed, signature);
      return { ...state, awaits: "helloDone", point, certificateAsked: false };
    }
    case "helloDone":
      transcript.add(message.whole);
      if (message.type === MESSAGE.certificateRequest) return { ...state, certificateAsked: true };
      if (message.type !== MESSAGE.serverHelloDone) throw unexpected(message);
      return answerHello(state, tools, clientRandom);
    case "finished":
      if (message.type !== MESSAGE.finished) throw unexpected(message);
      requireFinished(message.body, state.keys.finished("server", transcript.hash()));
      tools.onFinished(state.keys.srtp(state.profile, "client"), state.remote);
      return { awaits: "nothing" };
    case "nothing":
      return state;
  }
}

function answerHello(
  state: Extract<State, { awaits: "helloDone" }>,
  tools: HandshakeTools,
  clientRandom: Buffer,
): State {
  const { certificate: own, flights, transcript } = tools;
  const { serverRandom, remote, profile, certificateAsked } = state;
  const { ecdh, point } = createKeyPair();
  const premasterSecret = agreeSecret(ecdh, state.point);

  flights.start();
  if (certificateAsked) transcript.add(flights.message(MESSAGE.certificate, certificate(own.der)));
  transcript.add(flights.message(MESSAGE.clientKeyExchange, clientKeyExchange(point)));
  const sessionHash = transcript.hash();
  const keys = createKeySchedule({ premasterSecret, sessionHash, clientRandom, serverRandom });
  if (certificateAsked) {
    const signature = signatureOf(SIGNATURE.ecdsaSecp256r1Sha256, signWith(own, transcript.bytes()));
    transcript.add(flights.message(MESSAGE.certificateVerify, signature));
  }
  tools.setKeys({ local: keys.record.client, remote: keys.record.server });
  flights.changeCipherSpec();
  transcript.add(flights.message(MESSAGE.finished, keys.finished("client", transcript.hash())));
  flights.send({ repeat: true });
  return { awaits: "finished", remote, keys, profile };
}
