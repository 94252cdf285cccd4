import type { QueueLogEntry } from "@callpanel/contract";
import { clockText } from "../../shared/formats/duration.ts";
import { usePanel } from "../../shared/panel.ts";
import { useNumberText } from "../../shared/phone/useNumberText.ts";
import { useWords } from "../../shared/words/useWords.ts";
import type { WordValues } from "../../shared/words/words.ts";
import { queueReportsMessages } from "./queue-reports.messages.ts";
import { useCause } from "./table/useCause.ts";

/** Spec 1 §3, the events of calls and agents; their values are those of docs/spec/queue-log.md. */
export function useEventWords(): (entry: QueueLogEntry, isCallback: boolean) => string {
  const t = useWords(queueReportsMessages);
  const write = useNumberText(usePanel().viewer);
  const causeOf = useCause();
  return ({ event, values, agent_name }, isCallback) => {
    const [one = "", two = "", three = "", four = ""] = values;
    const agent = agent_name || t("queueReports.removedPerson");
    const seconds = (text: string): string => clockText(Number(text) * 1_000);
    switch (event) {
      case "ENTERQUEUE":
        return t("queueReports.event.ENTERQUEUE", {
          caller: four || write(two) || t("queueReports.unknownCaller"),
          position: three,
        });
      case "CONNECT":
        return t("queueReports.event.CONNECT", { agent, wait: seconds(one) });
      case "COMPLETEAGENT":
      case "COMPLETECALLER":
        return t(`queueReports.event.${event}`, { agent, talk: seconds(two) });
      case "BLINDTRANSFER":
        return t("queueReports.event.BLINDTRANSFER", { to: write(one), talk: seconds(four) });
      case "ATTENDEDTRANSFER":
        return t("queueReports.event.ATTENDEDTRANSFER", { to: write(two), talk: seconds(four) });
      case "OUTCALL":
        return outcallWords(t, { step: one, number: write(two), agent });
      case "EXITWITHTIMEOUT":
        return t(isCallback ? "queueReports.event.callbackInVain" : "queueReports.event.EXITWITHTIMEOUT", {
          position: one,
          wait: seconds(three),
        });
      case "ABANDON":
      case "EXITEMPTY":
        return t(`queueReports.event.${event}`, { position: one, wait: seconds(three) });
      case "EXITWITHKEY":
        return t("queueReports.event.EXITWITHKEY", { key: one, wait: seconds(four) });
      case "WITHDRAW":
        return t(WITHDRAWN.get(four) ?? "queueReports.event.WITHDRAW", { wait: seconds(three) });
      case "RINGNOANSWER":
      case "RINGCANCELED":
        return t(`queueReports.event.${event}`, { agent, ring: clockText(Number(one)) });
      case "AGENTDUMP":
      case "SYSCOMPAT":
        return t(`queueReports.event.${event}`, { agent });
      case "AGENTLOGIN":
      case "REMOVEMEMBER":
      case "UNPAUSE":
      case "UNPAUSEALL":
        return t(`queueReports.event.${event}`);
      case "AGENTLOGOFF":
        return t("queueReports.event.AGENTLOGOFF", { time: seconds(two) });
      case "ADDMEMBER":
        return t(one === "PAUSED" ? "queueReports.event.addedPaused" : "queueReports.event.ADDMEMBER");
      case "PAUSE":
      case "PAUSEALL":
        return t(`queueReports.event.${event}`, { cause: causeOf(one) });
      case "PENALTY":
        return t("queueReports.event.PENALTY", { level: one });
      case "RINGINUSE":
        return t(one === "1" ? "queueReports.event.ringsInUse" : "queueReports.event.ringsFree");
      default:
        return event;
    }
  };
}

/** By the reason in the log. */
const WITHDRAWN: ReadonlyMap<string, keyof typeof queueReportsMessages> = new Map([
  ["callback removed", "queueReports.event.callbackRemoved"],
  ["called again", "queueReports.event.calledAgain"],
] as const);

function outcallWords(
  t: (id: keyof typeof queueReportsMessages, values?: WordValues) => string,
  { step, ...values }: { readonly step: string; readonly number: string; readonly agent: string },
): string {
  switch (step) {
    case "ASKED":
    case "DIALLED":
    case "NOANSWER":
    case "BUSY":
    case "NOTCONFIRMED":
    case "DROPPED":
      return t(`queueReports.outcall.${step}`, values);
    default:
      return "OUTCALL";
  }
}
