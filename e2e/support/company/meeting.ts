/** People in a video meeting: what each of them sees and hears, measured by colours and tones. */
import { expect, type Locator, type Page } from "@playwright/test";
import { FACES, type Rgb } from "../media/face.ts";
import type { FirefoxPerson } from "./firefox.ts";
import type { Person } from "./company.ts";
import { hear } from "../media/sound.ts";

/** One tile of a page, as it is drawn. */
export interface TileLook {
  /** Its accessible name: `Tile of …` or `Screen of …`. */
  readonly label: string;
  /** `off`: no picture is sent. */
  readonly video: string;
  readonly audio: string;
  /** The middle colour of the picture; null: there is none yet. */
  readonly colour: readonly number[] | null;
  readonly width: number;
  /** A sum of the pixels: another one is another frame. */
  readonly sum: number;
  /** From 0 (grey) to 1: how far neighbouring columns of the picture are from each other in the middle row. */
  readonly contrast: number;
}

/** A participant in a meeting, in any browser. */
export interface Seat {
  readonly name: string;
  readonly voiceHz: number;
  /** The colour of the camera's picture; undefined: one that changes. */
  readonly face: Rgb | undefined;
  look(): Promise<readonly TileLook[]>;
  /** The level of each frequency, dB. */
  levels(frequenciesHz: readonly number[]): Promise<readonly number[]>;
}

/** Runs in a page: every tile of its meeting. */
function lookAtTiles(): TileLook[] {
  const tiles = document.querySelectorAll<HTMLElement>("[role=group][data-kind][data-video]");
  return [...tiles].map((tile) => {
    const picture = tile.querySelector("video");
    const { video = "", audio = "" } = tile.dataset;
    const label = tile.getAttribute("aria-label") ?? "";
    const none = { label, video, audio, colour: null, width: 0, sum: 0, contrast: 0 };
    if (picture === null || picture.videoWidth === 0) return none;
    const canvas = document.createElement("canvas");
    const context = canvas.getContext("2d", { willReadFrequently: true });
    if (context === null) return none;
    const draw = (width: number, height: number) => {
      canvas.width = width;
      canvas.height = height;
      context.drawImage(picture, 0, 0, width, height);
    };
    draw(32, 18);
    const small = [...context.getImageData(0, 0, 32, 18).data];
    const middle = (channel: number) => small.filter((_, at) => at % 4 === channel).toSorted((a, b) => a - b)[288] ?? 0;
    const colour = [middle(0), middle(1), middle(2)];
    draw(picture.videoWidth, picture.videoHeight);
    const row = context.getImageData(0, Math.floor(picture.videoHeight / 2), picture.videoWidth, 1).data;
    const greens = [...row].filter((_, at) => at % 4 === 1);
    const steps = greens.slice(1).map((green, at) => Math.abs(green - (greens[at] ?? 0)) / 255);
    return {
      ...none,
      colour,
      width: picture.videoWidth,
      sum: small.reduce((sum, value, at) => (sum + value * (at + 1)) % 1_000_003, 0),
      contrast: steps.reduce((sum, step) => sum + step, 0) / steps.length,
    };
  });
}

export function seatOf({ page, voiceHz }: Person, name: string, face: Rgb): Seat {
  return {
    name,
    voiceHz,
    face,
    look: () => page.evaluate(lookAtTiles),
    levels: async (frequenciesHz) => (await hear(page, frequenciesHz)).levelsDb,
  };
}

export function firefoxSeat({ page, voiceHz }: FirefoxPerson, name: string): Seat {
  return {
    name,
    voiceHz,
    face: undefined,
    look: () => page.evaluate(lookAtTiles),
    levels: async (frequenciesHz) =>
      (await page.evaluate((wanted) => window.callpanelHeard(wanted), frequenciesHz)).levelsDb,
  };
}

/** Runs in a page before its own code: a small and slow camera. */
export function hasSmallCamera(): void {
  const real = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
  const small = { width: 320, height: 180, frameRate: 8 };
  navigator.mediaDevices.getUserMedia = (wanted = {}) =>
    real(wanted.video === undefined || wanted.video === false ? wanted : { ...wanted, video: small });
}

const FAR = 60;
export const isNear = (seen: readonly number[] | null, wanted: Rgb): boolean =>
  seen !== null && wanted.every((value, at) => Math.abs(value - (seen[at] ?? 0)) < FAR);

/** Of one line of the spectrum: voices come in at −15 to −30, and what a busy machine makes up for late packets of others at −50. */
const AUDIBLE_DB = -42;

/** The current state of a meeting: its participants, and those who send neither picture nor sound. */
export interface Scene {
  readonly seats: readonly Seat[];
  readonly dark?: readonly Seat[];
  readonly muted?: readonly Seat[];
  /** Are cut off: their last picture stands still, and what they see and hear counts for nothing. */
  readonly away?: readonly Seat[];
  /** Shares a screen with stripes of one pixel, and a tone. */
  readonly screen?: { readonly seat: Seat; readonly toneHz: number };
}

/** Everybody sees everybody's moving picture, and hears everybody else who is not muted, and nothing more. */
export async function expectScene(scene: Scene, when: string): Promise<void> {
  const { seats, away = [] } = scene;
  const there = seats.filter((seat) => !away.includes(seat));
  await Promise.all(there.map((viewer) => expectSeesScene(viewer, scene, when)));
  await Promise.all(there.map((listener) => expectHearsScene(listener, scene, when)));
}

async function expectSeesScene(
  viewer: Seat,
  { seats, dark = [], away = [], screen }: Scene,
  when: string,
): Promise<void> {
  const sums = new Map<string, number>();
  const wanted = [
    ...seats.map(
      (seat) => `Tile of ${seat.name}: ${dark.includes(seat) ? "off" : away.includes(seat) ? "still" : "seen"}`,
    ),
    ...(screen === undefined ? [] : [`Screen of ${screen.seat.name}: seen`]),
  ];
  await expect
    .poll(
      async () => {
        const tiles = await viewer.look();
        return tiles
          .map((tile) => {
            const { label, video } = tile;
            const moves = (sums.get(label) ?? tile.sum) !== tile.sum;
            sums.set(label, tile.sum);
            // A screen goes before cameras (VENG-40): where little fits, these pause.
            const mayPause = screen !== undefined && label.startsWith("Tile of ");
            return `${label}: ${video === "off" ? "off" : mayPause ? "seen" : moves ? stateOf(tile, seats) : "still"}`;
          })
          .toSorted();
      },
      { message: `${when}: what ${viewer.name} sees`, intervals: [330] },
    )
    .toEqual(wanted.toSorted());
}

/** Of stripes of one pixel at least half is left: text can be read. */
const SHARP = 0.5;

function stateOf({ label, colour, contrast }: TileLook, seats: readonly Seat[]): string {
  if (label.startsWith("Screen of ")) return contrast > SHARP ? "seen" : `contrast ${contrast.toFixed(2)}`;
  const face = seats.find(({ name }) => label === `Tile of ${name}`)?.face;
  return face === undefined || isNear(colour, face) ? "seen" : String(colour);
}

async function expectHearsScene(
  listener: Seat,
  { seats, muted = [], away = [], screen }: Scene,
  when: string,
): Promise<void> {
  const voices = [
    ...seats.map((seat) => ({
      who: seat.name,
      hz: seat.voiceHz,
      isHeard: seat !== listener && !muted.includes(seat) && !away.includes(seat),
    })),
    ...(screen === undefined ? [] : [{ who: "the screen", hz: screen.toneHz, isHeard: screen.seat !== listener }]),
  ];
  await expect
    .poll(
      async () => {
        const levels = await listener.levels(voices.map(({ hz }) => hz));
        return voices.flatMap(({ who, isHeard }, at) => {
          const level = levels[at] ?? -120;
          if (level <= AUDIBLE_DB) return [];
          return isHeard ? [who] : [`${who} at ${Math.round(level)} dB`];
        });
      },
      { message: `${when}: whom ${listener.name} hears` },
    )
    .toEqual(voices.filter(({ isHeard }) => isHeard).map(({ who }) => who));
}

/** Runs in a page before its own code: the picker of screens gives a white screen of 1280x720 with a band of stripes of one pixel in the middle, and a tone of 2,450 Hz. */
export function sharesStripes(): void {
  navigator.mediaDevices.getDisplayMedia = async () => {
    const canvas = document.createElement("canvas");
    canvas.width = 1_280;
    canvas.height = 720;
    const context = canvas.getContext("2d");
    let count = 0;
    const draw = (): void => {
      if (context === null) return;
      context.fillStyle = "white";
      context.fillRect(0, 0, 1_280, 720);
      context.fillStyle = "black";
      for (let x = 0; x < 1_280; x += 2) context.fillRect(x, 344, 1, 32);
      // A screen on which something moves: large enough for the samples of `lookAtTiles`, 40 pixels apart.
      count += 1;
      context.fillRect((count * 40) % 1_280, 0, 80, 80);
    };
    draw();
    setInterval(draw, 200);
    const sound = new AudioContext();
    const tone = new OscillatorNode(sound, { frequency: 2_450 });
    const end = sound.createMediaStreamDestination();
    tone.connect(new GainNode(sound, { gain: 0.3 })).connect(end);
    tone.start();
    return new MediaStream([...canvas.captureStream(5).getTracks(), ...end.stream.getTracks()]);
  };
}
export const SCREEN_TONE_HZ = 2_450;

export const button = (place: Locator | Page, name: string): Locator =>
  place.getByRole("button", { name, exact: true });
export const videoWindow = ({ page }: Person): Locator => page.getByRole("region", { name: "Video", exact: true });
export const tileOf = ({ page }: Person, name: string): Locator =>
  page.getByRole("group", { name: `Tile of ${name}`, exact: true });
export const roomRow = ({ page }: Person, name: string): Locator =>
  page.getByRole("listitem", { name: `Room ${name}` });

export interface RoomLinks {
  /** Paths of the short links. */
  readonly guest: string;
  readonly admin: string;
}

/** A room of the company, made in the page. */
export async function makeRoom({ page }: Person, name: string, pin = ""): Promise<RoomLinks> {
  await button(page, "New room").first().click();
  const dialog = page.getByRole("dialog", { name: "Video room" });
  await dialog.getByRole("textbox", { name: "Name", exact: true }).fill(name);
  if (pin !== "") await dialog.getByRole("textbox", { name: "PIN for guests" }).fill(pin);
  const answered = page.waitForResponse(
    (one) => one.url().endsWith("/video_conferences") && one.request().method() === "POST",
  );
  await button(dialog, "Create").click();
  const made = await (await answered).text();
  const linkOf = (role: string) => new RegExp(`"${role}":\\{"shortUrl":"([^"]+)"`).exec(made)?.[1] ?? "";
  return { guest: new URL(linkOf("guest")).pathname, admin: new URL(linkOf("admin")).pathname };
}

export async function letIn({ page }: Person, name: string): Promise<void> {
  await button(page, "People").click();
  await button(page, `Let in ${name}`).click();
  await button(page, "People").click();
}

export { FACES };
