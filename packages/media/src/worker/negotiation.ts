import { agree, answerFormats, mirrored, offerFormats } from "../description/audio-agreement.ts";
import type { AudioAgreement } from "../description/audio-agreement.ts";
import { OWN_LAYOUT, writeDescription } from "../description/local-description.ts";
import type { LocalFormat, SectionLayout } from "../description/local-description.ts";
import { readDescription } from "../description/remote-description.ts";
import type { DtlsSetup, RemoteDescription } from "../description/remote-description.ts";
import type { IceCredentials } from "../ice/lite-agent.ts";
import { MediaError } from "../media.port.ts";
import type { AudioCodec, MediaDirection } from "../media.port.ts";
import type { DtlsRole, RemoteSecurity } from "./secure-transport.ts";
import type { Candidate } from "./worker-socket.ts";

/**
 * Offer and answer of one port (RFC 3264): keeps the layout, the agreement and the DTLS role. Input and output are SDP
 * texts.
 */
export interface Negotiation {
  readonly agreement: AudioAgreement | undefined;
  takeOffer(sdp: string, allowed: readonly AudioCodec[] | undefined): Taken;
  /** The answer to the last accepted offer. */
  writeAnswer(): string;
  writeOffer(allowed: readonly AudioCodec[] | undefined): string;
  takeAnswer(sdp: string): Taken;
}

export interface Taken {
  readonly agreement: AudioAgreement;
  readonly security: RemoteSecurity;
}

export interface NegotiationOptions {
  readonly sessionId: string;
  readonly candidates: readonly Candidate[];
  readonly ssrc: number;
  readonly fingerprint: string;
  /** Read for each description, because a restart changes them. */
  readonly credentials: () => IceCredentials;
}

export function createNegotiation(options: NegotiationOptions): Negotiation {
  let version = 0;
  let layout: SectionLayout | undefined;
  let agreement: AudioAgreement | undefined;
  let role: DtlsRole | undefined;
  let offered: readonly AudioCodec[] | undefined;

  const write = (part: {
    layout: SectionLayout;
    setup: DtlsSetup;
    direction: MediaDirection;
    formats: readonly LocalFormat[];
    audioLevelId: number | undefined;
  }): string => {
    version += 1;
    const { sessionId, candidates, ssrc, fingerprint } = options;
    return writeDescription({
      sessionId,
      version,
      candidates,
      ssrc,
      fingerprint,
      ice: options.credentials(),
      ...part,
    });
  };

  const settle = (
    description: RemoteDescription,
    allowed: readonly AudioCodec[] | undefined,
    next: DtlsRole,
  ): Taken => {
    const found = agree(description, allowed);
    if (found === undefined) throw unusable("no common codec");
    agreement = found;
    role = next;
    const { ice, fingerprints } = description;
    return { agreement: found, security: { ice, fingerprints, role: next } };
  };

  return {
    get agreement() {
      return agreement;
    },
    takeOffer: (sdp, allowed) => {
      const description = read(sdp);
      const { sections, audioIndex, bundled } = description;
      const taken = settle(description, allowed, answerRole(description.setup, role));
      layout = { sections, audioIndex, bundled };
      return taken;
    },
    writeAnswer: () => {
      if (agreement === undefined || layout === undefined) throw unusable("no offer to answer");
      return write({
        layout,
        setup: role === "client" ? "active" : "passive",
        direction: mirrored(agreement.direction),
        formats: answerFormats(agreement),
        audioLevelId: agreement.audioLevelId,
      });
    },
    writeOffer: (allowed) => {
      offered = allowed;
      layout ??= OWN_LAYOUT;
      return write({
        layout,
        setup: "actpass",
        direction: "sendrecv",
        formats: offerFormats(allowed, agreement),
        audioLevelId: agreement === undefined ? OWN_AUDIO_LEVEL_ID : agreement.audioLevelId,
      });
    },
    takeAnswer: (sdp) => {
      if (layout === undefined) throw unusable("an answer without an offer");
      const description = read(sdp);
      if (description.setup === "actpass") throw unusable("an answer with setup actpass");
      return settle(description, offered, description.setup === "active" ? "server" : "client");
    },
  };
}

const OWN_AUDIO_LEVEL_ID = 1; // in an offer of ours, to a far end that has not numbered it yet

/** Passive if the far end lets us choose: its ClientHello then follows its first check without waiting for us. */
export function answerRole(setup: DtlsSetup, earlier: DtlsRole | undefined): DtlsRole {
  if (setup === "active") return "server";
  if (setup === "passive") return "client";
  return earlier ?? "server";
}

function read(sdp: string): RemoteDescription {
  const reading = readDescription(sdp);
  if (!reading.usable) throw unusable(reading.problem);
  return reading.description;
}

function unusable(problem: string): MediaError {
  return new MediaError("unusable-description", problem);
}
