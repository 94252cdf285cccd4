import { Message, classes, methods } from "werift";
import type { DtlsCertificate } from "../src/dtls/certificate.ts";
import { startDtlsSession } from "../src/dtls/dtls-session.ts";
import { createSrtpSession, rtpHeaderLength } from "../src/srtp/srtp-session.ts";
import type { SrtpSession } from "../src/srtp/srtp-session.ts";

/** A browser's transport into a video room: it speaks STUN, DTLS and SRTP; what it sends and receives is plain. */
export interface RoomClient {
  /** As Chromium makes it: a voice in section 0, a camera in three layers in 1, then slots for sound and pictures. */
  offer(slots: { readonly sounds: number; readonly pictures: number }): string;
  /** Begins to connect. */
  accept(answer: string): void;
  receive(datagram: Buffer): void;
  readonly isConnected: boolean;
  /** Plain packets; false before it is connected. */
  sendRtp(packet: Buffer): boolean;
  sendRtcp(compound: Buffer): void;
  /** Repeats the check, as browsers do. */
  check(): void;
  close(): void;
}

export interface RoomClientOptions {
  readonly name: string;
  /** `offers/chromium.sdp`. */
  readonly browserOffer: string;
  readonly certificate: DtlsCertificate;
  readonly setTimeout: (run: () => void, ms: number) => () => void;
  readonly send: (datagram: Buffer) => void;
  readonly onConnected?: () => void;
  /** Plain, with the length of the header. */
  readonly onRtp?: (packet: Buffer, headerLength: number) => void;
  readonly onRtcp?: (compound: Buffer) => void;
}

const PADDED = 0x20; // RFC 3550 §5.1

export function createRoomClient(options: RoomClientOptions): RoomClient {
  const { name, certificate, send } = options;
  let remote = { username: "", password: "" };
  let srtp: SrtpSession | undefined;
  let dtls: ReturnType<typeof startDtlsSession> | undefined;

  const check = (): void => {
    const request = new Message(methods.BINDING, classes.REQUEST)
      .setAttribute("USERNAME", `${remote.username}:${name}`)
      .setAttribute("ICE-CONTROLLING", 1n)
      .setAttribute("USE-CANDIDATE", null)
      .addMessageIntegrity(Buffer.from(remote.password))
      .addFingerprint();
    send(request.bytes);
  };

  const takeMedia = (datagram: Buffer): void => {
    const type = datagram[1] ?? 0;
    if (type >= 192 && type <= 223) {
      const compound = srtp?.unprotectRtcp(datagram);
      if (compound !== undefined) options.onRtcp?.(compound);
      return;
    }
    const payload = srtp?.unprotectRtp(datagram);
    const headerLength = rtpHeaderLength(datagram);
    if (payload === undefined || headerLength === undefined) return;
    const plain = Buffer.concat([datagram.subarray(0, headerLength), payload]);
    // The payload comes without its padding.
    plain.writeUInt8(plain.readUInt8(0) & ~PADDED, 0);
    options.onRtp?.(plain, headerLength);
  };

  return {
    offer: ({ sounds, pictures }) => {
      const [session = "", voice = "", camera = "", sound = "", picture = ""] = options.browserOffer.split(/^(?=m=)/m);
      const slots = [
        ...Array.from({ length: sounds }, (_, at) => sound.replace("a=mid:2", `a=mid:a${at}`)),
        ...Array.from({ length: pictures }, (_, at) => picture.replace("a=mid:3", `a=mid:v${at}`)),
      ];
      const all = [voice, camera, ...slots];
      const mids = all.map((section) => /^a=mid:(\S+)/m.exec(section)?.[1]).join(" ");
      return [session.replace("BUNDLE 0 1 2 3", `BUNDLE ${mids}`), ...all]
        .join("")
        .replaceAll(/a=ice-ufrag:.*/g, `a=ice-ufrag:${name}`)
        .replaceAll(/a=fingerprint:.*/g, `a=fingerprint:sha-256 ${certificate.fingerprint}`);
    },
    accept: (answer) => {
      remote = {
        username: /^a=ice-ufrag:(\S+)/m.exec(answer)?.[1] ?? "",
        password: /^a=ice-pwd:(\S+)/m.exec(answer)?.[1] ?? "",
      };
      check();
      dtls ??= startDtlsSession({
        role: "client",
        certificate,
        setTimeout: options.setTimeout,
        send: (datagram) => send(Buffer.from(datagram)),
        onFinished: (keys) => {
          srtp = createSrtpSession(keys, 1000);
          options.onConnected?.();
        },
        onFailed: () => undefined,
      });
    },
    receive: (datagram) => {
      const first = datagram[0] ?? 0;
      if (first >= 20 && first < 64) dtls?.receive(datagram);
      else if (first >= 128) takeMedia(datagram);
    },
    get isConnected() {
      return srtp !== undefined;
    },
    sendRtp: (packet) => {
      const headerLength = rtpHeaderLength(packet) ?? 0;
      const protectedPacket = srtp?.protectRtp(packet.subarray(0, headerLength), packet.subarray(headerLength));
      if (protectedPacket !== undefined) send(protectedPacket);
      return protectedPacket !== undefined;
    },
    sendRtcp: (compound) => {
      const report = srtp?.protectRtcp(compound);
      if (report !== undefined) send(report);
    },
    check,
    close: () => dtls?.close(),
  };
}
