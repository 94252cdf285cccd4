import { uint } from "./byte-reader.ts";
import { MESSAGE_HEADER } from "./message-assembly.ts";
import { CONTENT } from "./record-layer.ts";
import type { DtlsRecord, RecordLayer } from "./record-layer.ts";

/** Sends our flights, and repeats the last one until the far end's next flight shows that it arrived (RFC 6347 §4.2.4). */
export interface FlightSender {
  start(): void;
  /** Adds a message; returns the complete message, for the transcript. */
  message(type: number, body: Buffer): Buffer;
  /** Later messages are sent with the new keys. */
  changeCipherSpec(): void;
  send(options: { readonly repeat: boolean }): void;
  /** Sends the last flight again. */
  sendAgain(): void;
  /** The flight arrived, or the handshake is over. */
  stop(): void;
}

export interface FlightSenderOptions {
  readonly records: RecordLayer;
  readonly send: (datagram: Buffer) => void;
  readonly setTimeout: (run: () => void, ms: number) => () => void;
}

const FIRST_REPEAT_MS = 250; // RFC 6347 says 1 s, for any network; here ICE has just had a successful round trip
const LAST_REPEAT_MS = 4000;
const FRAGMENT = 1100; // bytes of body, so that a datagram stays below any MTU
const DATAGRAM = 1200;

export function createFlightSender({ records, send, setTimeout }: FlightSenderOptions): FlightSender {
  let flight: DtlsRecord[] = [];
  let epoch = 0;
  let sequence = 0;
  let cancel = (): void => undefined;

  const sendAgain = (): void => {
    let datagram: Buffer[] = [];
    let length = 0;
    for (const record of flight) {
      const sealed = records.seal(record);
      if (length + sealed.length > DATAGRAM && length > 0) {
        send(Buffer.concat(datagram));
        datagram = [];
        length = 0;
      }
      datagram.push(sealed);
      length += sealed.length;
    }
    if (length > 0) send(Buffer.concat(datagram));
  };

  const repeatAfter = (ms: number): void => {
    cancel = setTimeout(() => {
      sendAgain();
      repeatAfter(Math.min(ms * 2, LAST_REPEAT_MS));
    }, ms);
  };

  return {
    start: () => {
      cancel();
      flight = [];
    },
    message: (type, body) => {
      const start = Buffer.concat([uint(1, type), uint(3, body.length), uint(2, sequence)]);
      sequence += 1;
      for (let offset = 0; offset === 0 || offset < body.length; offset += FRAGMENT) {
        const fragment = body.subarray(offset, offset + FRAGMENT);
        const content = Buffer.concat([start, uint(3, offset), uint(3, fragment.length), fragment]);
        flight.push({ type: CONTENT.handshake, epoch, content });
      }
      const whole = Buffer.alloc(MESSAGE_HEADER);
      start.copy(whole);
      whole.writeUIntBE(body.length, 9, 3);
      return Buffer.concat([whole, body]);
    },
    changeCipherSpec: () => {
      flight.push({ type: CONTENT.changeCipherSpec, epoch, content: Buffer.from([1]) });
      epoch = 1;
    },
    send: ({ repeat }) => {
      sendAgain();
      if (repeat) repeatAfter(FIRST_REPEAT_MS);
    },
    sendAgain,
    stop: () => cancel(),
  };
}
