import type { MessagePort } from "node:worker_threads";
import type { ClipLibrary } from "./prompt/clip.ts";
import type {
  AudioCodec,
  DtmfDigit,
  MediaDirection,
  MediaErrorReason,
  MediaEvent,
  MediaStats,
  Prompt,
  RecordedSides,
  RecordedSound,
  Early,
} from "./media.port.ts";
import type { SourceKind, VideoRoomEvent, WantedTile } from "./video.port.ts";

/** The messages between the engine in the main thread and its workers. */

export interface WorkerSettings {
  /** The address written into descriptions. */
  readonly mediaAddress: string;
  /** The address that sockets are bound to. */
  readonly bindAddress: string;
  /** Whether the machine's other addresses are offered after it. */
  readonly offersOwnAddresses: boolean;
  /** First and last port that workers may use. */
  readonly portRange: readonly [number, number] | undefined;
  /** How many workers share the range. */
  readonly workers: number;
}

/** The first message to a thread; for a media worker every later one is a list of `ToWorker`, and its own are lists of `FromWorker`. */
export type WorkerStart =
  | { readonly role: "media"; readonly worker: number; readonly settings: WorkerSettings }
  /** Reads or makes the prompts, sends one `ClipLibrary` and ends. */
  | { readonly role: "prompts" };

export type ToWorker =
  /** `inner`: without a far end. */
  | { readonly kind: "open"; readonly port: string; readonly inner?: true }
  | { readonly kind: "request"; readonly id: number; readonly port: string; readonly request: PortRequest }
  | { readonly kind: "hear"; readonly port: string; readonly source: WireSource }
  /** Only for an inner port. */
  | { readonly kind: "say"; readonly port: string; readonly source: WireSource }
  | { readonly kind: "sendDigit"; readonly port: string; readonly digit: DtmfDigit; readonly durationMs: number }
  | { readonly kind: "pauseRecording"; readonly port: string; readonly paused: boolean }
  | { readonly kind: "stopRecording"; readonly port: string; readonly keepMs?: number }
  | { readonly kind: "close"; readonly port: string }
  | { readonly kind: "video"; readonly room: string; readonly order: VideoOrder }
  | { readonly kind: "clips"; readonly library: ClipLibrary }
  /** A channel to another worker, for bridges between the two. */
  | { readonly kind: "link"; readonly worker: number; readonly channel: MessagePort }
  | { readonly kind: "shutdown" };

export type FromWorker =
  | { readonly kind: "reply"; readonly id: number; readonly reply: PortReply }
  | { readonly kind: "event"; readonly port: string; readonly event: MediaEvent }
  | { readonly kind: "videoEvent"; readonly room: string; readonly event: VideoRoomEvent }
  /** So many datagrams within 10 s belonged to no port. */
  | { readonly kind: "flood"; readonly count: number };

export type VideoOrder =
  | { readonly kind: "open" }
  | { readonly kind: "show"; readonly participant: string; readonly tiles: readonly WantedTile[] }
  | { readonly kind: "block"; readonly participant: string; readonly kinds: readonly SourceKind[] }
  | {
      readonly kind: "attach";
      readonly participant: string;
      readonly voice: { readonly id: string; readonly worker: number } | undefined;
    }
  | { readonly kind: "leave"; readonly participant: string }
  | { readonly kind: "close" };

export type PortRequest =
  | {
      readonly kind: "answer";
      readonly offer: string;
      readonly codecs: readonly AudioCodec[] | undefined;
      readonly early?: Early | undefined;
    }
  | { readonly kind: "offer"; readonly codecs: readonly AudioCodec[] | undefined; readonly restartIce: boolean }
  | { readonly kind: "accept"; readonly answer: string; readonly early?: Early | undefined }
  | { readonly kind: "stats" }
  | JoinRequest
  | RecordRequest;

/** Of a video room, whose id stands for the port's. */
export interface JoinRequest {
  readonly kind: "join";
  readonly participant: string;
  readonly offer: string;
  readonly sends: readonly { readonly mid: string; readonly kind: SourceKind }[];
}

/** The reply comes when the recording has ended. */
export interface RecordRequest {
  readonly kind: "record";
  readonly path: string;
  readonly sides: RecordedSides;
}

export type PortReply =
  | { readonly kind: "answer"; readonly sdp: string; readonly codec: AudioCodec; readonly direction: MediaDirection }
  | { readonly kind: "offer"; readonly sdp: string }
  | { readonly kind: "accept"; readonly codec: AudioCodec; readonly direction: MediaDirection }
  | { readonly kind: "stats"; readonly stats: MediaStats }
  | { readonly kind: "record"; readonly recorded: RecordedSound }
  | { readonly kind: "join"; readonly answer: string }
  | { readonly kind: "refused"; readonly reason: MediaErrorReason; readonly message: string };

export type WireSource =
  | { readonly kind: "peer"; readonly port: string; readonly worker: number }
  /** The samples of a party are multiplied by `factor`. */
  | {
      readonly kind: "mix";
      readonly parties: readonly { readonly id: string; readonly worker: number; readonly factor?: number }[];
    }
  | { readonly kind: "prompt"; readonly prompt: Prompt }
  | { readonly kind: "file"; readonly path: string; readonly fromMs?: number; readonly token?: number }
  | { readonly kind: "echo" }
  | { readonly kind: "none" };
