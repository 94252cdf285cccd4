import { createFakeClock, createFakeMedia, createFakeVoicemail, settle } from "@callpanel/testkit";
import { createOwners } from "../src/calls/services/voicemail/owners.ts";
import type { Log, VoicemailBox } from "@callpanel/phone-port";

const DIGITS = ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "*", "#"] as const;
export const MENU = "message-menu";

/** An owner at their box, which asks for no PIN: presses keys and hears prompts. */
export async function atBox(
  fields: Partial<VoicemailBox> = {},
  before: (boxes: Boxes, box: VoicemailBox) => void = () => undefined,
) {
  const clock = createFakeClock();
  const media = createFakeMedia();
  const opened = media.open();
  const port = media.portOf((await opened.offer({})).sdp);
  const boxes: Boxes = createFakeVoicemail("demo", { now: clock.now });
  const box = boxes.add({ mailbox: "101", name: "Alice", ownerId: 1, asksOwnerForPin: false, ...fields }, "2468");
  before(boxes, box);
  const logged: string[] = [];
  const note = (message: string): void => void logged.push(message);
  const log: Log = { debug: note, info: note, warn: note, error: note };
  const dismissals: number[] = [];
  const called: string[] = [];
  const owners = createOwners({ clock, log, realm: "demo" }, { boxes, promptsFolder: "/words" });
  const service = owners({ own: box, language: "en", sendOn: (number) => void called.push(number) });
  const stay = service.serve({
    callId: "call1",
    leg: { port, connected: true, party: { number: "101", name: "Alice", userId: 1 } },
    dismiss: ({ status }) => void dismissals.push(status),
  });

  /** Returns all prompts until the system listens. */
  const hear = async (most = 60): Promise<string> => {
    const said: string[] = [];
    for (let sounds = 0; sounds < most; sounds += 1) {
      await settle();
      const now = port.hearsNow;
      if (now.kind === "file") {
        const { path, token, fromMs = 0 } = now;
        said.push(`${/words\/en\/(.*)\.opus/.exec(path)?.[1] ?? path}${fromMs === 0 ? "" : `@${fromMs}`}`);
        port.emit({ kind: "played", path, ...(token === undefined ? {} : { token }) });
      } else if (now.kind === "prompt" && now.prompt.kind === "tone") {
        said.push("beep");
        await clock.advance(400);
        if (port.recordings.some(({ stopped }) => !stopped)) break;
      } else break;
    }
    return said.join(" ");
  };
  /** Presses keys and returns up to `most` sounds that the last key causes. */
  const press = async (keys: string, most?: number): Promise<string> => {
    for (const key of keys) {
      const digit = DIGITS.find((one) => one === key);
      if (digit !== undefined) stay.pressed?.({ digit, durationMs: 100 });
      await settle();
    }
    return hear(most);
  };
  return { clock, port, boxes, box, logged, dismissals, called, stay, hear, press };
}

export type Boxes = ReturnType<typeof createFakeVoicemail>;

export const three = (boxes: Boxes, { id }: VoicemailBox): void => {
  boxes.deliver(id, { id: "a", durationMs: 12_000 });
  boxes.deliver(id, { id: "b" });
  boxes.deliver(id, { id: "c" }, { kind: "old" });
};
export const where = ({ boxes, box }: { boxes: Boxes; box: VoicemailBox }) =>
  boxes.kept(box.id).map(({ id, folder }) => `${id} ${folder.kind === "custom" ? folder.name : folder.kind}`);
