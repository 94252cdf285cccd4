import { afterEach, expect, test, vi } from "vitest";
import { createMediaPeer } from "./media-peer.ts";
import type { MediaPeer } from "./media-peer.ts";

const peers: MediaPeer[] = [];
afterEach(async () => {
  vi.useRealTimers();
  await Promise.all(peers.splice(0).map((peer) => peer.close()));
});

function connecting(): MediaPeer {
  const peer = createMediaPeer({ codec: "PCMU" });
  peers.push(peer);
  return peer;
}

test("a peer whose process had no time for half a minute goes on talking", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ["setTimeout", "clearTimeout", "Date"] });
  const [near, far] = [connecting(), connecting()];
  await near.accept(await far.answer(await near.offer()));
  await Promise.all([near.connected(), far.connected()]);
  // All timers of this time fire before an answer to a check is read.
  vi.advanceTimersByTime(40_000);
  vi.useRealTimers();
  expect(near.state()).toMatch(/^ICE connected, DTLS connected, consent renewed [1-9]/);
  far.forget();
  near.sendTone({ frequencyHz: 440, amplitude: 0.5 });
  await expect.poll(() => far.packets.length).toBeGreaterThan(10);
});
