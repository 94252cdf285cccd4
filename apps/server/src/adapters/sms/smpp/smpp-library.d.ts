/** Types of node-smpp, as far as they are used here. It emits what a far end sends, so fields may be missing or of another kind. */
declare module "smpp" {
  import type { EventEmitter } from "node:events";
  import type { Server as NetServer, Socket } from "node:net";

  export interface Pdu {
    readonly command: string;
    readonly command_status: number;
    readonly sequence_number: number;
    readonly message_id?: unknown;
    readonly esm_class?: unknown;
    readonly source_addr?: unknown;
    readonly source_addr_ton?: unknown;
    readonly destination_addr?: unknown;
    readonly dest_addr_ton?: unknown;
    readonly short_message?: unknown;
    readonly message_payload?: unknown;
    readonly data_coding?: unknown;
    readonly registered_delivery?: unknown;
    readonly receipted_message_id?: unknown;
    readonly message_state?: unknown;
    readonly sar_msg_ref_num?: unknown;
    readonly sar_total_segments?: unknown;
    readonly sar_segment_seqnum?: unknown;
    readonly system_id?: unknown;
    readonly password?: unknown;
    isResponse(): boolean;
    response(options?: object): Pdu;
  }

  export interface Session extends EventEmitter {
    readonly socket: Socket;
    /** False: the socket takes nothing more. */
    send(pdu: Pdu, answered?: (answer: Pdu) => void): boolean;
    destroy(): void;
    close(): void;
  }

  interface Library {
    readonly connect: (options: {
      readonly host: string;
      readonly port: number;
      readonly tls: boolean;
      readonly servername?: string;
      readonly ca?: string;
    }) => Session;
    readonly createServer: (
      options: { readonly key?: string; readonly cert?: string },
      onSession: (session: Session) => void,
    ) => NetServer;
    readonly PDU: new (command: string, options?: object) => Pdu;
    readonly encodings: { readonly ASCII: { readonly encode: (text: string) => Buffer } };
  }
  const library: Library;
  export default library;
}
