/** Far ends through audio elements: Chromium plays a remote stream only when an element holds it. */
import { routeElement } from "./speaker.ts";

export interface StreamPlayers {
  /** Returns stop. */
  play(stream: MediaStream): () => void;
  setVolume(volume: number): void;
  /** Moves what plays to another device; rejects when the device is gone. */
  route(deviceId: string): Promise<void>;
  /** The browser blocks at least one until the person acts. */
  isBlocked(): boolean;
  /** To be called when the person acts. */
  unblock(): Promise<void>;
}

interface StreamPlayersDeps {
  /** The device for what plays from now on. */
  readonly device: () => string;
  /** Called when `isBlocked` may have changed. */
  readonly onBlocked: () => void;
}

export function createStreamPlayers({ device, onBlocked }: StreamPlayersDeps): StreamPlayers {
  const players = new Set<HTMLAudioElement>();
  const blocked = new Set<HTMLAudioElement>();
  let volume = 1;

  const start = async (player: HTMLAudioElement): Promise<void> => {
    try {
      await player.play();
      blocked.delete(player);
    } catch (error) {
      const mayNot = error instanceof Error && error.name === "NotAllowedError";
      if (mayNot && players.has(player)) blocked.add(player);
    }
    onBlocked();
  };

  return {
    play: (stream) => {
      const player = new Audio();
      player.autoplay = true;
      player.volume = volume;
      player.srcObject = stream;
      players.add(player);
      void routeElement(player, device()).catch(() => undefined); // gone: the default device plays
      void start(player);
      return () => {
        players.delete(player);
        blocked.delete(player);
        player.pause();
        player.srcObject = null;
        onBlocked();
      };
    },
    setVolume: (wanted) => {
      volume = wanted;
      for (const player of players) player.volume = wanted;
    },
    route: async (deviceId) => {
      await Promise.all([...players].map((player) => routeElement(player, deviceId)));
    },
    isBlocked: () => blocked.size > 0,
    unblock: async () => {
      await Promise.all([...blocked].map(start));
    },
  };
}
