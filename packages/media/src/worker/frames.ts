/** Datagrams in a TCP stream: each has its length in two bytes before it (RFC 4571 §2). */
export interface FrameReader {
  /** Returns false when the stream cannot be one of ours; it must be closed then. */
  take(chunk: Buffer): boolean;
}

const LENGTH_BYTES = 2;
/** No datagram of a call is larger than a packet of the network. So much of one stream is kept at most. */
const MOST_BYTES = 2048;

export function createFrameReader(onFrame: (datagram: Buffer) => void): FrameReader {
  let rest: Buffer = Buffer.alloc(0);
  return {
    take: (chunk) => {
      const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
      let at = 0;
      while (bytes.length - at >= LENGTH_BYTES) {
        const length = bytes.readUInt16BE(at);
        if (length > MOST_BYTES) return false;
        const end = at + LENGTH_BYTES + length;
        if (end > bytes.length) break;
        onFrame(bytes.subarray(at + LENGTH_BYTES, end));
        at = end;
      }
      // A copy: a part of a chunk would keep all of it.
      rest = Buffer.from(bytes.subarray(at));
      return true;
    },
  };
}

export function frameOf(datagram: Buffer): Buffer {
  const frame = Buffer.allocUnsafe(LENGTH_BYTES + datagram.length);
  frame.writeUInt16BE(datagram.length);
  frame.set(datagram, LENGTH_BYTES);
  return frame;
}
