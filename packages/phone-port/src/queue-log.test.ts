import { expect, test } from "vitest";
import { queueLogValues, type QueueLogEvent } from "./queue-log.ts";

const PLACE = { position: 2, originalPosition: 3, waitMs: 41_400 };
const TALK = { waitMs: 41_400, talkMs: 62_600, originalPosition: 3 };
const VALUES: readonly (readonly [QueueLogEvent, readonly string[]])[] = [
  [{ event: "QUEUESTART" }, []],
  [{ event: "ENTERQUEUE", number: "+16045550000", name: "Ann", position: 3 }, ["", "+16045550000", "3", "Ann"]],
  [{ event: "CONNECT", waitMs: 41_400, agentLegId: "leg1", ringMs: 3_600 }, ["41", "leg1", "4"]],
  [{ event: "COMPLETECALLER", ...TALK }, ["41", "63", "3"]],
  [{ event: "COMPLETEAGENT", ...TALK }, ["41", "63", "3"]],
  [{ event: "BLINDTRANSFER", to: "103", ...TALK }, ["103", "", "41", "63", "3"]],
  [{ event: "ATTENDEDTRANSFER", to: "103", ...TALK }, ["BRIDGE", "103", "41", "63", "3"]],
  [{ event: "ABANDON", ...PLACE }, ["2", "3", "41"]],
  [{ event: "EXITWITHTIMEOUT", ...PLACE }, ["2", "3", "41"]],
  [{ event: "EXITEMPTY", ...PLACE }, ["2", "3", "41"]],
  [{ event: "EXITWITHKEY", key: "0", ...PLACE }, ["0", "2", "3", "41"]],
  [{ event: "WITHDRAW", why: "x".repeat(60), ...PLACE }, ["2", "3", "41", "x".repeat(40)]],
  [{ event: "RINGNOANSWER", ringMs: 15_000 }, ["15000"]],
  [{ event: "RINGCANCELED", ringMs: 700 }, ["700"]],
  [
    { event: "OUTCALL", step: "noAnswer", number: "+16045550000", attempt: 2, priority: 0 },
    ["NOANSWER", "+16045550000", "2"],
  ],
  [{ event: "ADDMEMBER", penalty: 2, paused: true }, ["PAUSED"]],
  [{ event: "PENALTY", penalty: 2 }, ["2"]],
  [{ event: "RINGINUSE", ringInUse: true }, ["1"]],
  [{ event: "PAUSEALL", reason: "meeting" }, ["meeting"]],
  [{ event: "UNPAUSE", reason: "meeting" }, ["meeting"]],
  [{ event: "AGENTLOGOFF", loginMs: 90_000 }, ["", "90"]],
  [{ event: "AGENTDUMP" }, []],
];

test.each(VALUES)("QLOG-2 the values of $event in the usual order", (row, values) => {
  expect(queueLogValues(row)).toEqual(values);
});
