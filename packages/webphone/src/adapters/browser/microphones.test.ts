import { afterEach, expect, test, vi } from "vitest";
import { FakeStream } from "../../../test/fake-stream.ts";
import { createMicrophones } from "./microphones.ts";

afterEach(() => {
  vi.unstubAllGlobals();
});

/** A browser that has these microphones, or that refuses by the name of an error. */
function browser(deviceIds: readonly string[], refusal?: string) {
  const asked: unknown[] = [];
  const getUserMedia = ({ audio }: { readonly audio: { readonly deviceId?: { readonly exact: string } } }) => {
    const exact = audio.deviceId?.exact;
    asked.push(exact);
    if (refusal) return Promise.reject(new DOMException("no", refusal));
    if (deviceIds.length === 0) return Promise.reject(new DOMException("none", "NotFoundError"));
    if (exact !== undefined && !deviceIds.includes(exact))
      return Promise.reject(new DOMException("gone", "OverconstrainedError"));
    return Promise.resolve(new FakeStream(exact ?? deviceIds[0]));
  };
  const enumerateDevices = () =>
    refusal
      ? Promise.reject(new DOMException("no", refusal))
      : Promise.resolve([
          ...deviceIds.map((deviceId) => ({ kind: "audioinput", deviceId, label: deviceId })),
          { kind: "audiooutput", deviceId: "", label: "" },
          { kind: "videoinput", deviceId: "camera", label: "Camera" },
        ]);
  vi.stubGlobal("navigator", { mediaDevices: { getUserMedia, enumerateDevices } });
  vi.stubGlobal("RTCPeerConnection", class {});
  return { microphones: createMicrophones(), asked };
}

test("PHONE-32 a chosen microphone that has vanished gives way to the default one", async () => {
  const { microphones, asked } = browser(["built-in"]);
  const stream = await microphones.open("headset");
  expect(microphones.sourceOf(stream)).toBe("built-in");
  expect(asked).toEqual(["headset", undefined]);
  microphones.close(stream);
  expect(microphones.sourceOf(stream)).toBeUndefined();
});

test.each([
  ["NotAllowedError", "denied"],
  ["SecurityError", "denied"],
  ["NotFoundError", "not-found"],
  ["NotReadableError", "failed"],
])("PHONE-31 %s is %s", async (name, fault) => {
  const { microphones } = browser(["built-in"], name);
  await expect(microphones.open("")).rejects.toMatchObject({ fault });
});

test("PHONE-31 a person who refuses is asked once", async () => {
  const { microphones, asked } = browser(["headset"], "NotAllowedError");
  await expect(microphones.open("headset")).rejects.toMatchObject({ fault: "denied" });
  expect(asked).toHaveLength(1);
});

test("PHONE-33 devices without a name or of another kind are not listed, a forbidden list is empty", async () => {
  expect(await browser(["headset"]).microphones.list()).toEqual({
    inputs: [{ deviceId: "headset", label: "headset" }],
    outputs: [],
  });
  expect(await browser([], "NotAllowedError").microphones.list()).toEqual({ inputs: [], outputs: [] });
});

test("PHONE-1 a page without media devices, or a browser without WebRTC, is not supported", () => {
  expect(browser([]).microphones.supported).toBe(true);
  vi.stubGlobal("RTCPeerConnection", undefined);
  expect(createMicrophones().supported).toBe(false);
  vi.stubGlobal("navigator", {});
  expect(createMicrophones().supported).toBe(false);
});
