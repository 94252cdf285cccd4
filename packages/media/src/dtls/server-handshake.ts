import type { ECDH } from "node:crypto";
import { SIGNATURE, requireSignature, signWith } from "./certificate.ts";
import { DtlsFault } from "./dtls-fault.ts";
import {
  MESSAGE,
  RANDOM_BYTES,
  certificate,
  certificateRequest,
  keyParameters,
  readCertificate,
  readCertificateVerify,
  readClientHello,
  readClientKeyExchange,
  serverHello,
  signatureOf,
} from "./handshake-message.ts";
import { agreeSecret, createKeyPair, requireFinished, unexpected } from "./handshake-tools.ts";
import type { Handshake, HandshakeTools } from "./handshake-tools.ts";
import { createKeySchedule } from "./key-schedule.ts";
import type { KeySchedule } from "./key-schedule.ts";
import type { HandshakeMessage } from "./message-assembly.ts";
import { chooseSrtpProfile } from "./srtp-keys.ts";
import type { SrtpProfile } from "./srtp-keys.ts";

interface Hello {
  readonly ecdh: ECDH;
  readonly clientRandom: Buffer;
  readonly serverRandom: Buffer;
  readonly profile: SrtpProfile;
}

type State =
  | { readonly awaits: "clientHello" }
  | ({ readonly awaits: "certificate" } & Hello)
  | ({ readonly awaits: "keyExchange"; readonly remote: Buffer } & Hello)
  | {
      readonly awaits: "verify" | "finished";
      readonly remote: Buffer;
      readonly keys: KeySchedule;
      readonly profile: SrtpProfile;
    }
  | { readonly awaits: "nothing" };

/**
 * The server's side, which requires a certificate of the client. There is no cookie exchange (RFC 6347 §4.2.1): an
 * authentic ICE check has already shown that the client receives at its address.
 */
export function createServerHandshake(tools: HandshakeTools): Handshake {
  let state: State = { awaits: "clientHello" };
  return {
    start: () => undefined,
    take: (message) => {
      state = step(state, message, tools);
    },
  };
}

function step(state: State, message: HandshakeMessage, tools: HandshakeTools): State {
  const { transcript } = tools;
  switch (state.awaits) {
    case "clientHello":
      if (message.type !== MESSAGE.clientHello) throw unexpected(message);
      transcript.add(message.whole);
      return answerHello(message.body, tools);
    case "certificate":
      if (message.type !== MESSAGE.certificate) throw unexpected(message);
      transcript.add(message.whole);
      return { ...state, awaits: "keyExchange", remote: readCertificate(message.body) };
    case "keyExchange": {
      if (message.type !== MESSAGE.clientKeyExchange) throw unexpected(message);
      transcript.add(message.whole);
      const { clientRandom, serverRandom, profile, remote } = state;
      const premasterSecret = agreeSecret(state.ecdh, readClientKeyExchange(message.body));
      const sessionHash = transcript.hash();
      const keys = createKeySchedule({ premasterSecret, sessionHash, clientRandom, serverRandom });
      tools.setKeys({ local: keys.record.server, remote: keys.record.client });
      return { awaits: "verify", remote, keys, profile };
    }
    case "verify": {
      if (message.type !== MESSAGE.certificateVerify) throw unexpected(message);
      const { scheme, signature } = readCertificateVerify(message.body);
      requireSignature(state.remote, scheme, transcript.bytes(), signature);
      transcript.add(message.whole);
      return { ...state, awaits: "finished" };
    }
    case "finished": {
      if (message.type !== MESSAGE.finished) throw unexpected(message);
      requireFinished(message.body, state.keys.finished("client", transcript.hash()));
      transcript.add(message.whole);
      sendFinished(tools, state.keys);
      tools.onFinished(state.keys.srtp(state.profile, "server"), state.remote);
      return { awaits: "nothing" };
    }
    case "nothing":
      return state; // renegotiation is not supported; the far end gets no response
  }
}

function answerHello(body: Buffer, { certificate: own, flights, transcript, randomBytes }: HandshakeTools): State {
  const hello = readClientHello(body);
  const profile = chooseSrtpProfile(hello.srtpProfiles);
  if (profile === undefined) throw new DtlsFault("handshakeFailure", "no common SRTP profile");
  const serverRandom = randomBytes(RANDOM_BYTES);
  const { ecdh, point } = createKeyPair();
  const parameters = keyParameters(point);
  const signature = signWith(own, Buffer.concat([hello.random, serverRandom, parameters]));

  flights.start();
  transcript.add(flights.message(MESSAGE.serverHello, serverHello(serverRandom, profile, hello)));
  transcript.add(flights.message(MESSAGE.certificate, certificate(own.der)));
  const exchange = Buffer.concat([parameters, signatureOf(SIGNATURE.ecdsaSecp256r1Sha256, signature)]);
  transcript.add(flights.message(MESSAGE.serverKeyExchange, exchange));
  transcript.add(flights.message(MESSAGE.certificateRequest, certificateRequest()));
  transcript.add(flights.message(MESSAGE.serverHelloDone, Buffer.alloc(0)));
  flights.send({ repeat: true });
  return { awaits: "certificate", ecdh, clientRandom: hello.random, serverRandom, profile };
}

/** The last flight is repeated only when the client repeats its own. */
function sendFinished({ flights, transcript }: HandshakeTools, keys: KeySchedule): void {
  const verify = keys.finished("server", transcript.hash());
  flights.start();
  flights.changeCipherSpec();
  flights.message(MESSAGE.finished, verify);
  flights.send({ repeat: false });
}
