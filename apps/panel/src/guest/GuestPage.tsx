import { Button, IconVideo, IconVideoOff, Spinner, StatePanel, TipLayer } from "@callpanel/ui";
import type { Wire } from "../shared/api/api.ts";
import { useWords } from "../shared/words/useWords.ts";
import { ExternalRoom } from "../features/video/external/ExternalRoom.tsx";
import { roomMessages } from "../features/video/room/room.messages.ts";
import { refusalText } from "../features/video/room/refusal.ts";
import { RoomView } from "../features/video/room/RoomView.tsx";
import { guestMessages } from "./guest.messages.ts";
import styles from "./GuestPage.module.css";
import { Preview } from "./Preview.tsx";
import { useGuest } from "./useGuest.ts";
import type { Guest } from "./useGuest.ts";

interface GuestPageProps {
  readonly wire: Wire;
  /** What the address ends in; empty: nothing. */
  readonly link: string;
}

/** The way of a guest: preview, lobby, meeting, and what ended it (VROOM-20). */
export function GuestPage({ wire, link }: GuestPageProps) {
  const t = useWords(guestMessages);
  if (typeof RTCPeerConnection === "undefined" || !("mediaDevices" in navigator))
    return (
      <main className={styles.page}>
        <StatePanel heading icon={IconVideoOff} title={t("guest.oldBrowser")} />
      </main>
    );
  return <Way wire={wire} link={link} />;
}

function Way({ wire, link }: GuestPageProps) {
  const t = useWords(guestMessages);
  const guest = useGuest(wire, link);
  const { state } = guest;
  return (
    <>
      <main className={state.phase === "meeting" || state.phase === "external" ? styles.meeting : styles.page}>
        {state.phase === "loading" ? (
          <output className={styles.loading}>
            <Spinner size={24} />
            {t("guest.loading")}
          </output>
        ) : state.phase === "preview" ? (
          <Preview state={state} onJoin={guest.join} />
        ) : state.phase === "meeting" ? (
          <RoomView client={state.client} />
        ) : state.phase === "external" ? (
          <ExternalRoom meeting={state.meeting} />
        ) : (
          <Ended guest={guest} />
        )}
      </main>
      <TipLayer />
    </>
  );
}

const OVER = ["left", "removed", "denied", "ended", "expired", "replaced", "elsewhere", "lost"] as const;
/** After these the guest may come back at once. */
const RETURNS: ReadonlySet<string> = new Set(["left", "elsewhere", "lost", "denied", "ended"]);

function Ended({ guest: { state, load } }: { readonly guest: Guest }) {
  const t = useWords(guestMessages);
  const room = useWords(roomMessages);
  if (state.phase === "failed") {
    const { code } = state;
    const title =
      code === "video.expired"
        ? room("room.over.expired")
        : t(code === "video.unknown" ? "guest.noLink" : "guest.failed");
    return (
      <StatePanel
        heading
        urgent
        icon={IconVideoOff}
        title={title}
        text={state.code === "video.unknown" ? t("guest.noLinkText") : state.text}
        action={<Button onClick={load}>{t("guest.retry")}</Button>}
      />
    );
  }
  if (state.phase !== "over") return null;
  const known = OVER.find((one) => one === state.reason);
  const returns = known === undefined || RETURNS.has(known);
  return (
    <StatePanel
      heading
      urgent
      icon={known === "left" ? IconVideo : IconVideoOff}
      title={room(known === undefined ? "room.over.refused" : `room.over.${known}`)}
      text={
        known === undefined
          ? refusalText(room, state.reason)
          : t(known === "replaced" || known === "expired" ? "guest.askLink" : "guest.closeTab")
      }
      action={
        returns ? (
          <Button look="primary" onClick={load}>
            {t("guest.again")}
          </Button>
        ) : undefined
      }
    />
  );
}
