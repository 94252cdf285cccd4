/** The only place with the words for the other end of a call, how the call came and what happens there (SOFT-70). */
import { THREE_WAY_ROOM_NAME, THREE_WAY_ROOM_PREFIX } from "@callpanel/contract";
import type { FarDoing, FarKind } from "@callpanel/contract";
import type { Came, FarEnd } from "@callpanel/webphone";
import type { WordValues } from "../words/words.ts";
import type { farEndMessages } from "./farEnd.messages.ts";

export type FarWords = (id: keyof typeof farEndMessages, values?: WordValues) => string;

type Named = Pick<FarEnd, "kind" | "number" | "name">;

/** The name of a service; null for people, who are named by the caller of this function. Names are not cleaned here. */
export function thingName(t: FarWords, { kind, number, name }: Named): string | null {
  switch (kind) {
    case "person":
    case "outside":
    case "listening":
      return null;
    case "mailbox":
      return name === "" ? t("farEnd.someMailbox") : t("farEnd.mailbox", { name });
    case "messages":
      return t("farEnd.messages");
    case "room":
      // For a participant of a three-way call: its people.
      if (name === THREE_WAY_ROOM_NAME || (name === "" && number.startsWith(THREE_WAY_ROOM_PREFIX)))
        return t("farEnd.threeWay");
      return name === "" ? t("farEnd.room", { number }) : name;
    case "parking":
      return t("farEnd.parking", { number });
    case "announcement":
      return name === "" ? t("farEnd.announcement", { number }) : name;
    case "videoRoom":
      return name === "" ? t("farEnd.videoRoom") : name;
    case "queue":
      return name === "" ? t("farEnd.queue", { name: number }) : name;
    case "service":
      return name === "" ? null : name;
  }
}

/** What happens at the other end, if the state of the own phone does not show it; null: nothing. */
export function nowText(
  t: FarWords,
  { kind, doing }: { readonly kind: FarKind; readonly doing?: FarDoing | undefined },
): string | null {
  if (doing !== undefined) return t(`farEnd.now.${doing}`);
  if (kind === "mailbox" || kind === "parking" || kind === "queue") return t(`farEnd.now.${kind}`);
  return null;
}

export function cameText(t: FarWords, { how, kind, number, name: known }: Came): string {
  const name = known === "" ? number : known;
  switch (how) {
    case "returned":
    case "retrieved":
      return t(`farEnd.came.${how}`, { number });
    case "forwarded":
      if (kind === "mailbox") return t("farEnd.came.fromMailbox", { name });
      if (kind === "queue") return t("farEnd.queue", { name });
      return kind === "announcement"
        ? t("farEnd.came.fromAnnouncement", { name })
        : t("farEnd.came.forwarded", { name });
    case "transferred":
    case "pickedUp":
    case "invited":
    case "calledBack":
      return t(`farEnd.came.${how}`, { name });
  }
}
