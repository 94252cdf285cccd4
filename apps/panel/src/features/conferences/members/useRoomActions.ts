import type { Conference, PanelErrorCode } from "@callpanel/contract";
import { useMemo } from "react";
import { sayError } from "../../../shared/api/api.ts";
import type { Command } from "../../../shared/live/events.ts";
import { usePanel } from "../../../shared/panel.ts";
import { useLocaleWords } from "../../../shared/words/useWords.ts";

/** What is done to a conference and its members; a refusal is shown as a notice, the effect by the events. */
export interface RoomActions {
  mute(channel: string, muted: boolean): void;
  kick(channel: string): void;
  letIn(channel: string): void;
  lock(locked: boolean): void;
  record(recorded: boolean): void;
  /** Rings somebody for the room. Resolves with whether their phone is called. */
  invite(number: string): Promise<boolean>;
}

export function useRoomActions({ confno }: Pick<Conference, "confno">): RoomActions {
  const { events, notices } = usePanel();
  const words = useLocaleWords();
  return useMemo(() => {
    const order = async (command: Command, fallback: PanelErrorCode): Promise<boolean> => {
      try {
        await events.command(command);
        return true;
      } catch (error) {
        notices.error(words.say(sayError(error, fallback)));
        return false;
      }
    };
    const change = (command: Command) => void order(command, "conferences.change");
    return {
      mute: (channel, muted) => change({ command: "ConfbridgeMute", confno, channel, muted }),
      kick: (channel) => change({ command: "ConfbridgeKick", confno, channel }),
      letIn: (channel) => change({ command: "ConfbridgeLetIn", confno, channel }),
      lock: (locked) => change({ command: "ConfbridgeLock", confno, locked }),
      record: (recorded) => change({ command: "ConfbridgeRecord", confno, recorded }),
      invite: (number) => order({ command: "Originate", from: confno, to: number }, "conferences.invite"),
    };
  }, [confno, events, notices, words]);
}
