// @vitest-environment jsdom
import { mergePermissions } from "@callpanel/contract";
import { cleanup, fireEvent, within } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { ApiError } from "../../../../shared/api/api.ts";
import type { RecordingState } from "./recordings.store.ts";
import { BOB, talk } from "../../test/callSteps.ts";
import { openSoftphone, pass } from "../../test/openSoftphone.tsx";
import type { OpenOptions } from "../../test/openSoftphone.tsx";
import { nameCalls, reportCalls, reportedCall } from "../../test/reportedCalls.ts";

afterEach(cleanup);

const SUPERVISOR = mergePermissions([{ module: "active_calls", rule: "execute_record" }]);
const refused = new ApiError({
  kind: "answer",
  status: 0,
  code: "sipua.error.recDisabled",
  text: "Recording is disabled for this call",
  details: {},
});

/** Alice, who may record, talks with Bob. */
async function talking(options: OpenOptions = {}) {
  const opened = openSoftphone({ rights: SUPERVISOR, ...options });
  await talk(opened, BOB);
  nameCalls(opened);
  const tells = (recording: RecordingState) => reportCalls(opened, reportedCall({ recording }));
  const call = () => within(opened.call("Bob Brandt"));
  const press = (name: string) => fireEvent.click(call().getByRole("button", { name }));
  const buttons = () =>
    call()
      .getAllByRole("button")
      .map((button) => button.getAttribute("aria-label"))
      .filter((label) => /record/i.test(label ?? ""));
  const mark = () => call().queryByText(/^Recording( paused)?$/)?.textContent;
  return { opened, tells, press, buttons, mark };
}

test("REC-40 the buttons record, pause, resume and stop, on the own channel of the call", async () => {
  const { opened, tells, press, buttons, mark } = await talking();
  tells("off");
  expect([buttons(), mark()]).toEqual([["Record"], undefined]);
  press("Record");
  tells("on");
  expect([buttons(), mark()]).toEqual([["Stop recording", "Pause recording"], "Recording"]);
  press("Pause recording");
  tells("paused");
  expect([buttons(), mark()]).toEqual([["Stop recording", "Resume recording"], "Recording paused"]);
  press("Resume recording");
  tells("on");
  press("Stop recording");
  tells("off");
  expect(buttons()).toEqual(["Record"]);
  expect(opened.commands).toEqual([
    { command: "MixMonitor", channel: "own" },
    { command: "MixMonitorMute", channel: "own", muted: true },
    { command: "MixMonitorMute", channel: "own", muted: false },
    { command: "StopMixMonitor", channel: "own" },
  ]);
});

test("REC-40 a person who may not record has no button, but sees the mark when the other side records", async () => {
  const { tells, buttons, mark } = await talking({ rights: mergePermissions([]) });
  tells("on");
  expect([buttons(), mark()]).toEqual([[], "Recording"]);
});

test("REC-41 a click shows immediately, and a report of the phone system replaces it", async () => {
  const { opened, tells, press, buttons, mark } = await talking();
  tells("off");
  press("Record");
  expect([buttons(), mark()]).toEqual([["Stop recording", "Pause recording"], "Recording"]);
  await pass(opened.clock, 0);
  expect(mark()).toBe("Recording");
  tells("paused");
  expect(mark()).toBe("Recording paused");
  tells("on");
  press("Stop recording");
  press("Record");
  expect(mark()).toBe("Recording");
  tells("off");
  expect(mark()).toBeUndefined();
  expect(opened.commands.map(({ command }) => command)).toEqual(["MixMonitor", "StopMixMonitor", "MixMonitor"]);
});

test("REC-41 a refusal reverts the click and shows a notice", async () => {
  const { opened, tells, press, buttons, mark } = await talking({
    answer: () => {
      throw refused;
    },
  });
  tells("off");
  press("Record");
  expect(mark()).toBe("Recording");
  await pass(opened.clock, 0);
  expect([buttons(), mark()]).toEqual([["Record"], undefined]);
  expect(opened.told()).toEqual(["Recording is disabled for this call"]);
});

test("REC-41 a call that the phone system does not report cannot be recorded", async () => {
  const { opened, press, mark } = await talking();
  press("Record");
  expect(opened.told()).toEqual(["Recording is disabled for this call"]);
  expect([opened.commands, mark()]).toEqual([[], undefined]);
});
