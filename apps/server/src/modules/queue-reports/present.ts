import { QUEUE_CALL_STATUSES, type QueueCall, type QueueLogEntry } from "@callpanel/contract";
import { queueLogValues, type QueueLogRow } from "@callpanel/phone-port";
import type { TimeZone } from "../../kernel/text/time-zone.ts";
import type { QueueStay } from "./queue-report.store.ts";
import type { ReportNames } from "./report-names.ts";
import { seconds } from "./summary.ts";

interface Shown {
  readonly zone: TimeZone;
  readonly names: ReportNames;
}

/** The stay of a caller as the API has it. */
export async function presentStay(stay: QueueStay, { zone, names }: Shown): Promise<QueueCall> {
  const agent = await names.agent(stay.agentId);
  return {
    callid: stay.callId,
    queue: stay.queueId,
    queue_name: names.queue(stay.queueId),
    date: zone.iso(stay.enteredAt),
    number: stay.number,
    name: stay.name,
    agent: agent.extension,
    agent_name: agent.name,
    position: stay.position,
    wait: stay.waitMs === null ? null : seconds(stay.waitMs),
    talk: stay.talkMs === null ? null : seconds(stay.talkMs),
    callback: stay.isCallback,
    status: QUEUE_CALL_STATUSES.find((one) => one === stay.status) ?? "in queue",
  };
}

/** A row of the queue log as the API has it. */
export async function presentRow(row: QueueLogRow, { zone, names }: Shown): Promise<QueueLogEntry> {
  const agent = await names.agent(row.agentId ?? null);
  const { queueId, callId = "", at, event } = row;
  return {
    date: zone.iso(at),
    callid: callId,
    queue: queueId ?? "",
    queue_name: queueId === undefined ? "" : names.queue(queueId),
    agent: agent.extension,
    agent_name: agent.name,
    event,
    values: [...queueLogValues(row)],
  };
}
