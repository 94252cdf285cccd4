import OpusScript from "opusscript";

/** Opus for one direction of one stream: the state of encoder and decoder is kept between calls. */
export interface OpusCoder {
  /** Sample rate of the PCM side. */
  readonly rate: OpusRate;
  /** Encodes 2.5 to 60 ms of mono audio into one packet. */
  encode(pcm: Int16Array): Uint8Array;
  /** Decodes one packet of at most 60 ms into mono audio; undefined when the bytes are not a packet. */
  decode(packet: Uint8Array): Int16Array | undefined;
  /** Frees its memory, which is not garbage collected. */
  close(): void;
}

export type OpusRate = 8000 | 16_000 | 48_000;

const BITRATE = 32_000; // bits a second, as browsers use for speech
const SET_COMPLEXITY = 4010; // OPUS_SET_COMPLEXITY of opus_defines.h
/**
 * Of 10. From 5 on the encoder looks for the pitch, which takes half of its time and saves a quarter of the bits: those
 * are cheaper.
 */
const LIVE_COMPLEXITY = 4;
const LIVE_BITRATE = 44_000;
const LONGEST_PACKET = 3828; // bytes that opusscript allocates
const LONGEST_SAMPLES = 2880; // 60 ms at 48 kHz

/**
 * `live` is for audio that is mixed in real time: an eighth of the encoder's cost for a third more bits, without an
 * audible difference for speech.
 */
export function createOpusCoder(rate: OpusRate, use: "recording" | "live" = "recording"): OpusCoder {
  const script = open(rate, 1);
  script.setBitrate(use === "live" ? LIVE_BITRATE : BITRATE);
  if (use === "live") script.encoderCTL(SET_COMPLEXITY, LIVE_COMPLEXITY);
  let isOpen = true;
  return {
    rate,
    encode: (pcm) => {
      const { place, writeSamples, read } = deskNow();
      writeSamples(pcm);
      const length = script.handler._encode(place.samplesIn, pcm.length, place.packetOut, pcm.length);
      if (length < 0) throw new Error(`Opus cannot encode ${pcm.length} samples: ${length}`);
      return read(length);
    },
    decode: (packet) => {
      if (packet.length > LONGEST_PACKET) return undefined;
      const { place, write, readSamples } = deskNow();
      write(packet);
      const samples = script.handler._decode(place.packetIn, packet.length, place.samplesOut);
      return samples < 0 ? undefined : readSamples(samples);
    },
    close: () => {
      if (!isOpen) return;
      isOpen = false;
      script.delete();
    },
  };
}

/** The shared buffers through which all coders of a thread pass their data. */
type Desk = ReturnType<typeof createDesk>;

let desk: Desk | undefined;

/** When more coders make the memory grow, the buffers must be mapped again. */
function deskNow(): Desk {
  if (desk === undefined || desk.buffer.byteLength === 0) desk = createDesk();
  return desk;
}

/**
 * opusscript 0.1.1 uses the byte addresses of its buffers as 16-bit word addresses: with several coders in a thread,
 * each one writes into another one's memory. So every coder works on the buffers of one coder that is made for this
 * purpose, with correct addresses. They hold one byte of audio in each 16-bit word.
 */
function createDesk() {
  const own = open(48_000, 2); // two channels have room for 60 ms of one
  const { buffer } = own.outPCM; // created last: the others may be views from before the memory grew
  const place = {
    samplesIn: own.inPCMPointer,
    samplesOut: own.outPCMPointer,
    packetIn: own.inOpusPointer,
    packetOut: own.outOpusPointer,
  };
  const samplesIn = new Uint16Array(buffer, place.samplesIn, LONGEST_SAMPLES * 2);
  const samplesOut = new Uint16Array(buffer, place.samplesOut, LONGEST_SAMPLES * 2);
  const packetIn = new Uint8Array(buffer, place.packetIn, LONGEST_PACKET);
  const packetOut = new Uint8Array(buffer, place.packetOut, LONGEST_PACKET);
  return {
    buffer,
    place,
    write: (packet: Uint8Array): void => packetIn.set(packet),
    read: (length: number): Uint8Array => packetOut.slice(0, length),
    writeSamples: (pcm: Int16Array): void => {
      for (let i = 0; i < pcm.length; i += 1) {
        const sample = pcm[i] ?? 0;
        samplesIn[2 * i] = sample & 0xff;
        samplesIn[2 * i + 1] = (sample >> 8) & 0xff;
      }
    },
    readSamples: (count: number): Int16Array => {
      const pcm = new Int16Array(count);
      for (let i = 0; i < count; i += 1) pcm[i] = (samplesOut[2 * i] ?? 0) | ((samplesOut[2 * i + 1] ?? 0) << 8);
      return pcm;
    },
  };
}

/** Internals of opusscript that its types do not declare. */
interface Insides {
  readonly handler: {
    _encode(samplesAt: number, sampleCount: number, packetAt: number, frameSamples: number): number;
    _decode(packetAt: number, packetLength: number, samplesAt: number): number;
  };
  readonly outPCM: Uint16Array<ArrayBuffer>;
  readonly inPCMPointer: number;
  readonly outPCMPointer: number;
  readonly inOpusPointer: number;
  readonly outOpusPointer: number;
}

function open(rate: OpusRate, channels: 1 | 2): OpusScript & Insides {
  const script = new OpusScript(rate, channels, OpusScript.Application.AUDIO);
  if (hasInsides(script)) return script;
  throw new Error("opusscript is not built as expected");
}

function hasInsides(script: OpusScript): script is OpusScript & Insides {
  const names = ["handler", "outPCM", "inPCMPointer", "outPCMPointer", "inOpusPointer", "outOpusPointer"];
  return names.every((name) => name in script);
}
