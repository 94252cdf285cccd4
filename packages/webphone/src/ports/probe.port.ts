/** The instruments of a check: a tone that can be sent as a microphone's sound, and an ear that measures a stream. */

export interface ToneSource {
  /** Silent until `sound`. */
  readonly stream: MediaStream;
  sound(): void;
  close(): void;
}

/** What is heard at this moment. */
export interface Look {
  /** dBFS of all of it; -120 is nothing. */
  readonly levelDb: number;
  /** Of the strongest part, in Hz. */
  readonly frequencyHz: number;
}

export interface Ear {
  look(): Look;
  close(): void;
}

export interface Probe {
  tone(frequencyHz: number): ToneSource;
  listen(stream: MediaStream): Ear;
}
