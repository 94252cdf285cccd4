// @vitest-environment jsdom
import { createFakeWebphone } from "@callpanel/testkit/fake-webphone";
import type { MeterReading, MicrophoneMeter } from "@callpanel/webphone";
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { CheckSection } from "./CheckSection.tsx";
import { shareOf, wordOf } from "./level.model.ts";
import { SoundDevices } from "./SoundDevices.tsx";

afterEach(cleanup);

function createFakeMeter() {
  const started: string[] = [];
  let running = 0;
  let tell: (reading: MeterReading) => void = () => undefined;
  const meter: MicrophoneMeter = {
    start(deviceId, listener) {
      started.push(deviceId);
      running += 1;
      tell = listener;
      return () => {
        running -= 1;
      };
    },
  };
  return { meter, started, running: () => running, reads: (one: MeterReading) => act(() => tell(one)) };
}

function openDevices() {
  const phone = createFakeWebphone();
  const fake = createFakeMeter();
  render(<SoundDevices phone={phone} meter={fake.meter} onRefusal={() => undefined} />);
  return { phone, ...fake };
}
const select = (label: string) => screen.getByLabelText(label);
const options = (label: string) => [...select(label).children].map(({ textContent }) => textContent);
const choose = (label: string, value: string) =>
  act(async () => fireEvent.change(select(label), { target: { value } }));
const click = (name: string) => act(async () => fireEvent.click(screen.getByRole("button", { name })));

it("SET-13 the choice is passed to the phone", async () => {
  const { phone } = openDevices();
  expect(options("Microphone")).toEqual(["System default", "Headset"]);
  await choose("Microphone", "mic-1");
  await choose("Ring device", "out-1");
  expect(phone.asked).toEqual(["chooseDevice input mic-1", "chooseDevice ring out-1"]);
});

it("SET-13 a chosen device that is missing stays in the list and is marked; a browser without a choice of devices shows this too", () => {
  const { phone } = openDevices();
  const { devices } = phone.getSnapshot();
  act(() => phone.far.shows({ devices: { ...devices, chosen: { input: "gone", output: "", ring: "" } } }));
  expect(options("Microphone")).toEqual(["System default", "Headset", "A device that isn’t connected"]);
  expect(screen.getByText("The system default is used until it is connected again.")).toBeTruthy();
  act(() => phone.far.shows({ devices: { ...devices, inputs: [], canChooseOutput: false } }));
  expect(select("Speaker")).toHaveProperty("disabled", true);
  expect(screen.getByText(/^Allow the microphone to see the names/)).toBeTruthy();
});

it("SET-13 the meter opens the microphone only while it is tried, and reads its level out", async () => {
  const { phone, started, running, reads } = openDevices();
  expect(running()).toBe(0);
  await click("Test microphone");
  reads({ kind: "level", levelDb: -25 });
  const meter = screen.getByRole("meter", { name: "Microphone level" });
  expect(meter.getAttribute("aria-valuetext")).toBe("Good level");
  expect(meter.getAttribute("aria-valuenow")).toBe("-25");
  expect(phone.asked).toContain("refreshDevices");
  await choose("Microphone", "mic-1");
  expect([started, running()]).toEqual([["", "mic-1"], 1]);
  await click("Stop testing");
  expect(running()).toBe(0);
  expect(screen.queryByRole("meter")).toBeNull();
});

it("SET-13 if the microphone is denied, the page says what to do", async () => {
  const { reads } = openDevices();
  await click("Test microphone");
  reads({ kind: "fault", fault: "denied" });
  expect(screen.getByRole("alert").textContent).toMatch(/^Your microphone is blocked\. Click the icon/);
});

it.each([
  [-120, "silent", 0],
  [-50, "quiet", 2 / 7],
  [-21, "fine", 0.7],
  [-3, "loud", 67 / 70],
] as const)("SET-13 %d dB is %s", (db, word, share) => {
  expect(wordOf(db)).toBe(word);
  expect(shareOf(db)).toBeCloseTo(share, 5);
});

it("SET-13 speaker, ring device and ringback", async () => {
  const { phone } = openDevices();
  await click("Test speaker");
  await click("Test ringing");
  await act(async () => fireEvent.click(screen.getByRole("switch", { name: "Always play my own ringback tone" })));
  expect(phone.asked).toEqual(["testSound output", "testSound ring", "setRingback own"]);
});

it("NOISE-6 background noise: the switch explains its effect, or why it does not work", async () => {
  const { phone } = openDevices();
  const noise = () => screen.getByRole("switch", { name: "Reduce background noise" });
  expect([noise(), screen.getByText(/^Others hear your voice without typing/)]).toMatchObject([{ checked: false }, {}]);
  await act(async () => fireEvent.click(noise()));
  expect([noise(), phone.asked]).toMatchObject([{ checked: true }, ["setNoiseReduction on"]]);
  act(() => phone.far.shows({ noise: "slow" }));
  expect([noise(), screen.getByText(/^This computer is too slow/)]).toMatchObject([{ checked: true }, {}]);
  act(() => phone.far.shows({ noise: "blocked" }));
  expect(screen.getByText(/^It can’t be reduced right now/)).toBeTruthy();
  act(() => phone.far.shows({ noise: "unsupported" }));
  expect([noise(), screen.getByText(/^This browser can’t/)]).toMatchObject([{ checked: false, disabled: true }, {}]);
});

function openCheck() {
  const phone = createFakeWebphone();
  const refusals: unknown[] = [];
  const view = render(<CheckSection phone={phone} onRefusal={(result) => refusals.push(result)} />);
  const steps = () => screen.getAllByRole("listitem").map((item) => `${item.textContent} ${item.dataset["state"]}`);
  return { phone, refusals, view, steps, verdict: () => screen.getByRole("status").textContent };
}

it("SET-14 the steps are shown as they are done", async () => {
  const { phone, steps } = openCheck();
  await click("Check now");
  expect(phone.asked).toEqual(["startCheck"]);
  act(() => phone.far.shows({ check: { phase: "running", step: "network", figures: { microphoneDb: -20 } } }));
  expect(steps()).toEqual([
    "Microphoneworks done",
    "Registrationworks done",
    "Networkbeing checked running",
    "Soundnot yet waiting",
  ]);
  await click("Stop checking");
  expect(phone.asked).toContain("stopCheck");
});

it("SET-14 the result is in words: good, poor with its reasons, failed with what to do", () => {
  const { phone, verdict } = openCheck();
  const figures = {
    microphoneDb: -20,
    levelDb: -18.2,
    frequencyHz: 1_699.6,
    echoMs: 120,
    roundTripMs: 21.4,
    jitterMs: 3,
    lossPercent: 0.04,
  };
  act(() => phone.far.shows({ check: { phase: "good", figures } }));
  expect(verdict()).toBe("Good: calls work, and will sound clear.");
  expect(screen.getByText("-18 dB, 1700 Hz")).toBeTruthy();
  expect(screen.getByText("21 ms")).toBeTruthy();
  act(() => phone.far.shows({ check: { phase: "poor", flaws: ["loss", "quietMicrophone"], figures } }));
  expect(verdict()).toBe(
    "Poor: calls work, but people will notice.Some of the sound is lost on the way.Your microphone is silent. It may be muted.",
  );
  act(() => phone.far.shows({ check: { phase: "failed", step: "network", fault: "noAnswer", figures: {} } }));
  expect(verdict()).toBe("Failed at the network.The phone system doesn’t answer. Check your network.");
});

it("SET-14 a refusal shows a notice, and leaving the page ends the check", async () => {
  const { phone, refusals, view } = openCheck();
  phone.far.refusesNext("startCheck", "sipua.check.inUse");
  await click("Check now");
  expect(refusals).toMatchObject([{ ok: false, code: "sipua.check.inUse" }]);
  view.unmount();
  expect(phone.asked.at(-1)).toBe("stopCheck");
});
