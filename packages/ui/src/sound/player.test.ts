import { expect, it } from "vitest";
import { createPlayer } from "./createPlayer.ts";
import type { FetchSound, PlayerAudio } from "./createPlayer.ts";
import { seekByKey } from "./player.model.ts";

/** The browser's player without a sound card. */
class FakeAudio extends EventTarget implements PlayerAudio {
  paused = true;
  currentTime = 0;
  duration = 20;
  playbackRate = 1;
  src = "";
  plays: string[] = [];
  canPlay: CanPlayTypeResult = "probably";
  refuses = false;
  canPlayType(): CanPlayTypeResult {
    return this.canPlay;
  }
  play(): Promise<void> {
    if (this.refuses) return Promise.reject(new Error("NotAllowedError"));
    this.paused = false;
    this.plays.push(this.src);
    this.dispatchEvent(new Event("play"));
    return Promise.resolve();
  }
  pause(): void {
    if (this.paused) return;
    this.paused = true;
    this.dispatchEvent(new Event("pause"));
  }
  removeAttribute(): void {
    this.src = "";
  }
  load(): void {
    // Nothing to do: there is no pipeline.
  }
}

const SOUND = new Blob(["sound"]);
const turn = async () => {
  for (let at = 0; at < 8; at += 1) await Promise.resolve();
};

function bench(fetchSound: FetchSound = () => Promise.resolve(SOUND), page = new EventTarget()) {
  const audio = new FakeAudio();
  const kept = new Set<string>();
  const frames: Array<() => void> = [];
  const asked: string[] = [];
  const player = createPlayer({
    fetchSound: (request) => {
      asked.push(request.format);
      return fetchSound(request);
    },
    audio,
    page,
    addresses: {
      create() {
        kept.add("blob:1");
        return "blob:1";
      },
      revoke: (address) => kept.delete(address),
    },
    decode: () => Promise.resolve([new Float32Array(960).fill(0.5)]),
    nextFrame(run) {
      frames.push(run);
      return () => frames.splice(frames.indexOf(run), 1);
    },
  });
  const arrive = async () => {
    await turn();
    audio.dispatchEvent(new Event("loadedmetadata"));
    await turn();
  };
  return { audio, kept, frames, asked, player, page, arrive };
}

it("PLAY-1 a sound is loaded once, as Ogg if the browser plays it", async () => {
  const { player, asked, arrive } = bench();
  player.start();
  player.load();
  await arrive();
  player.play();
  expect(asked).toEqual(["ogg"]);
  expect(player.get()).toMatchObject({ phase: "ready", playing: true, durationSeconds: 20 });
});

it("PLAY-1 if the browser cannot play Ogg, MP3 is requested", () => {
  const { player, asked, audio } = bench();
  audio.canPlay = "";
  player.load();
  expect(asked).toEqual(["mp3"]);
});

it("PLAY-2 the waveform comes from the decoded sound; a long sound is played without one", async () => {
  const { player, arrive } = bench();
  player.load();
  await arrive();
  expect(player.get()).toMatchObject({ phase: "ready", peaks: Array.from({ length: 96 }, () => 1) });
  const long = bench();
  long.audio.duration = 3_600;
  long.player.load();
  await long.arrive();
  expect(long.player.get()).toMatchObject({ phase: "ready", peaks: null, durationSeconds: 3_600 });
});

it("PLAY-3 play before the sound is loaded starts it when it is loaded", async () => {
  const { player, audio, arrive } = bench();
  player.start();
  player.play();
  expect(player.get()).toMatchObject({ phase: "loading", wanted: true });
  await arrive();
  expect(audio.plays).toEqual(["blob:1"]);
});

it("PLAY-3 the time follows the sound, and stops where it was paused", async () => {
  const { player, audio, frames, arrive } = bench();
  player.start();
  player.play();
  await arrive();
  audio.currentTime = 3;
  frames.shift()?.();
  expect(player.get()).toMatchObject({ atSeconds: 3, playing: true });
  player.pause();
  expect(player.get()).toMatchObject({ atSeconds: 3, playing: false });
  expect(frames).toEqual([]);
});

it("PLAY-4 only one player of a page plays: the others are paused at their position", async () => {
  const one = bench();
  const other = bench(undefined, one.page);
  for (const { player, arrive } of [one, other]) {
    player.start();
    player.load();
    await arrive();
  }
  one.player.play();
  one.player.seek(5);
  other.player.play();
  expect(one.player.get()).toMatchObject({ playing: false, atSeconds: 5 });
  expect(other.player.get()).toMatchObject({ playing: true });
});

it("PLAY-5 the speed applies to the current and to later sounds", async () => {
  const { player, audio, arrive } = bench();
  player.chooseSpeed(1.5);
  player.start();
  player.play();
  await arrive();
  expect(audio.playbackRate).toBe(1.5);
  player.chooseSpeed(2);
  expect(audio.playbackRate).toBe(2);
  expect(player.get()).toMatchObject({ playing: true, speed: 2 });
});

it("PLAY-6 keys move by one second in short sounds, by five in long ones, by tenths, and to both ends", () => {
  const short = { atSeconds: 5, durationSeconds: 20 };
  expect(["ArrowRight", "ArrowLeft", "PageUp", "Home", "End", "a"].map((key) => seekByKey(key, short))).toEqual([
    6,
    4,
    7,
    0,
    20,
    null,
  ]);
  const long = { atSeconds: 2, durationSeconds: 600 };
  expect(["ArrowRight", "ArrowLeft"].map((key) => seekByKey(key, long))).toEqual([7, 0]);
});

it("PLAY-7 a sound that cannot be loaded or played says so, and can be tried again", async () => {
  let there = false;
  const { player, audio, arrive } = bench(() => (there ? Promise.resolve(SOUND) : Promise.reject(new Error("404"))));
  player.load();
  await turn();
  expect(player.get().phase).toBe("failed");
  there = true;
  player.load();
  await turn();
  audio.dispatchEvent(new Event("error"));
  await turn();
  expect(player.get().phase).toBe("failed");
  player.load();
  await arrive();
  expect(player.get().phase).toBe("ready");
});

it("PLAY-7 if the browser requires a click first, the sound stays ready", async () => {
  const { player, audio, arrive } = bench();
  audio.refuses = true;
  player.start();
  player.play();
  await arrive();
  expect(player.get()).toMatchObject({ phase: "ready", playing: false });
});

it("PLAY-8 a stopped player is silent and frees its resources", async () => {
  const { player, audio, kept, frames, arrive } = bench();
  const stop = player.start();
  player.play();
  await arrive();
  stop();
  expect(audio.paused).toBe(true);
  expect([...kept]).toEqual([]);
  expect(frames).toEqual([]);
});

it("PLAY-8 a load that ends after stop changes nothing", async () => {
  let give: (sound: Blob) => void = () => undefined;
  const { player, kept } = bench(() => new Promise((resolve) => (give = resolve)));
  const stop = player.start();
  player.load();
  stop();
  give(SOUND);
  await turn();
  expect(player.get().phase).toBe("loading");
  expect([...kept]).toEqual([]);
});
