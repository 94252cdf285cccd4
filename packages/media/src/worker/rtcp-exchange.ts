import type { InboundStream } from "../rtp/inbound-stream.ts";
import type { OutboundStream } from "../rtp/outbound-stream.ts";
import { readSenderReports, writeReport } from "../rtp/rtcp-report.ts";
import type { SenderReport } from "../rtp/rtcp-report.ts";

/** Our reports to one far end, with the times from its own reports that they repeat (RFC 3550 §6.4). */
export interface RtcpExchange {
  receive(compound: Buffer): void;
  report(): Buffer;
}

export interface RtcpExchangeOptions {
  readonly now: () => number;
  readonly inbound: InboundStream;
  readonly outbound: OutboundStream;
}

export function createRtcpExchange({ now, inbound, outbound }: RtcpExchangeOptions): RtcpExchange {
  let heard: (SenderReport & { readonly at: number }) | undefined;
  return {
    receive: (compound) => {
      for (const report of readSenderReports(compound)) heard = { ...report, at: now() };
    },
    report: () => {
      const rtpTime = outbound.rtpTimeNow();
      const reception = inbound.report();
      const last = heard !== undefined && heard.ssrc === reception?.ssrc ? heard : undefined;
      return writeReport({
        ssrc: outbound.ssrc,
        now: now(),
        sent:
          rtpTime === undefined ? undefined : { rtpTime, packets: outbound.packetsSent, octets: outbound.octetsSent },
        reception:
          reception === undefined
            ? undefined
            : {
                ...reception,
                lastReport: last?.lastReport ?? 0,
                delaySinceLastReportMs: last === undefined ? 0 : now() - last.at,
              },
      });
    },
  };
}
