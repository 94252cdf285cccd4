/** Assembles handshake messages from their fragments, in any order of arrival (RFC 6347 §4.2.3). */
export interface MessageAssembly {
  /** Adds the fragments of one record. Returns whether one of them belongs to a message that was already returned. */
  add(content: Buffer, epoch: number): { readonly repeated: boolean };
  /** The next message in order, when it is complete. */
  next(): HandshakeMessage | undefined;
}

export interface HandshakeMessage {
  readonly type: number;
  /** 1 when all of it was protected with the new keys. */
  readonly epoch: number;
  readonly body: Buffer;
  /** Header and body as one fragment: the form for the transcript (RFC 6347 §4.2.6). */
  readonly whole: Buffer;
}

interface PartialMessage {
  readonly epoch: number;
  readonly whole: Buffer;
  /** One byte for each byte of the body that has arrived. */
  readonly present: Uint8Array;
  missing: number;
}

export const MESSAGE_HEADER = 12;
const MAX_MESSAGE = 16_384; // bytes; the longest real one is a certificate chain of a few thousand
const MAX_AHEAD = 8; // messages; a flight has six at most

export function createMessageAssembly(): MessageAssembly {
  const partials = new Map<number, PartialMessage>();
  let nextSequence = 0;

  const addFragment = (header: Buffer, fragment: Buffer, epoch: number): void => {
    const length = header.readUIntBE(1, 3);
    const sequence = header.readUInt16BE(4);
    const offset = header.readUIntBE(6, 3);
    if (length > MAX_MESSAGE || offset + fragment.length > length || sequence >= nextSequence + MAX_AHEAD) return;
    const partial = partials.get(sequence) ?? startMessage(header, length, epoch);
    const differs = partial.epoch !== epoch || partial.whole.readUInt32BE(0) !== header.readUInt32BE(0); // type and length
    if (differs) return;
    partials.set(sequence, partial);
    fragment.copy(partial.whole, MESSAGE_HEADER + offset);
    for (let i = offset; i < offset + fragment.length; i += 1) {
      if (partial.present[i] === 1) continue;
      partial.present[i] = 1;
      partial.missing -= 1;
    }
  };

  return {
    add: (content, epoch) => {
      let repeated = false;
      let start = 0;
      while (start + MESSAGE_HEADER <= content.length) {
        const header = content.subarray(start, start + MESSAGE_HEADER);
        const end = start + MESSAGE_HEADER + header.readUIntBE(9, 3);
        if (end > content.length) break;
        if (header.readUInt16BE(4) < nextSequence) repeated = true;
        else addFragment(header, content.subarray(start + MESSAGE_HEADER, end), epoch);
        start = end;
      }
      return { repeated };
    },
    next: () => {
      const partial = partials.get(nextSequence);
      if (partial === undefined || partial.missing > 0) return undefined;
      partials.delete(nextSequence);
      nextSequence += 1;
      const { whole, epoch } = partial;
      return { epoch, type: whole.readUInt8(0), body: whole.subarray(MESSAGE_HEADER), whole };
    },
  };
}

function startMessage(header: Buffer, length: number, epoch: number): PartialMessage {
  const whole = Buffer.alloc(MESSAGE_HEADER + length);
  header.copy(whole, 0, 0, 6); // type, length, sequence
  whole.writeUIntBE(length, 9, 3);
  return { epoch, whole, present: new Uint8Array(length), missing: length };
}
