import type { Buddy, BuddyMeeting, Presence } from "@callpanel/contract";
import { IconButton, IconDots, IconMessageCircle, IconPhone, IconVideo, Skeleton } from "@callpanel/ui";
import { memo, useEffect, useId, useMemo, useRef, useState } from "react";
import type { CSSProperties } from "react";
import type { LiveBuddy } from "../../../shared/live/liveBuddies.ts";
import { usePanel, useService } from "../../../shared/panel.ts";
import { MOVING } from "../../../shared/phone/moving.ts";
import { buttonOf } from "../../../shared/phone/softphoneButton.ts";
import { useSnapshot } from "../../../shared/store.ts";
import { useWords } from "../../../shared/words/useWords.ts";
import { MoveMark } from "../../moving/index.ts";
import { BuddyCalls } from "./BuddyCalls.tsx";
import { BuddyMarks } from "./BuddyMarks.tsx";
import { BuddyMenu } from "./BuddyMenu.tsx";
import { BuddyPicture } from "./BuddyPicture.tsx";
import { awayOf, ownPresence } from "./away.model.ts";
import { buddiesMessages } from "../buddies.messages.ts";
import { MEASURES } from "../grid/cardMeasures.ts";
import type { CardMeasure } from "../grid/window.model.ts";
import type { CardActions } from "./cardActions.ts";
import type { BuddyView } from "../preferences.store.ts";
import { useLiveBuddy } from "../live/useLiveBuddy.ts";
import styles from "./BuddyCard.module.css";

const PICTURE_PX: Readonly<Record<BuddyView, number>> = { cards: 44, compact: 36, light: 22 };

export interface BuddyCardProps {
  readonly buddy: Buddy;
  readonly view: BuddyView;
  readonly actions: CardActions;
  /** Zero-based, of `count`. */
  readonly index: number;
  readonly count: number;
  readonly columns: number;
  /** Includes the buttons that are shown on hover and focus. */
  readonly complete: boolean;
  /** The state from events is not current. */
  readonly stale: boolean;
  /** A call is being dragged, and could be dropped here. */
  readonly carrying: boolean;
  /** Whether Tab reaches this card. */
  readonly current: boolean;
  /** The menu of the card. The grid opens it; the card reports when it closes. */
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** A colleague: picture with phone state, name, extension, calls. Rendered only when that colleague changes. */
export const BuddyCard = memo(function BuddyCard(props: BuddyCardProps) {
  return props.actions.isSelf(props.buddy) ? <OwnCard {...props} /> : <ColleagueCard {...props} />;
});

function ColleagueCard(props: BuddyCardProps) {
  const live = useLiveBuddy(props.buddy.exten);
  return <Card {...props} live={live} presence={live?.presence ?? props.buddy.presence} />;
}

function OwnCard(props: BuddyCardProps) {
  const live = useLiveBuddy(props.buddy.exten);
  const slot = useSnapshot(usePanel().softphone);
  const presence = ownPresence(live?.presence ?? props.buddy.presence, useSnapshot(buttonOf(slot)));
  return <Card {...props} live={live} presence={presence} />;
}

interface CardProps extends BuddyCardProps {
  /** The state from events; null: the state from the list is used. */
  readonly live: LiveBuddy | null;
  readonly presence: Presence;
}

function Card({ live, presence, ...props }: CardProps) {
  const id = useId();
  const { index, count, columns, stale, ...content } = props;
  const { buddy, view, actions } = content;
  const card = useRef<HTMLLIElement>(null);
  const joinDrag = actions.arranging?.joinDrag;
  useEffect(() => (card.current ? joinDrag?.(card.current, buddy) : undefined), [joinDrag, buddy]);
  return (
    <li
      ref={card}
      className={styles.card}
      style={placeOf(index, columns, MEASURES[view])}
      aria-labelledby={id}
      aria-setsize={count}
      aria-posinset={index + 1}
      data-index={index}
      data-view={view}
      data-presence={presence}
      data-stale={stale ? "" : undefined}
    >
      <CardContent {...content} id={id} live={live} presence={presence} />
    </li>
  );
}

type CardContentProps = Omit<CardProps, "index" | "count" | "columns" | "stale"> & { readonly id: string };

/** The part that does not change when the card moves to another place. */
const CardContent = memo(function CardContent({ id, presence, live, ...props }: CardContentProps) {
  const t = useWords(buddiesMessages);
  const { buddy, view, actions } = props;
  // Rendered buttons stay: a menu may be anchored to them.
  const wanted = props.complete || props.current;
  const [complete, setComplete] = useState(wanted);
  if (wanted && !complete) setComplete(true);
  const { name, exten, department } = buddy;
  const self = actions.isSelf(buddy);
  return (
    <>
      <BuddyPicture
        buddy={{ ...buddy, presence }}
        sizePx={PICTURE_PX[view]}
        denied={!self && !actions.seesCalls(buddy)}
      />
      <div className={styles.lines} data-talking={live && live.calls.length > 0 ? "" : undefined}>
        <p className={styles.name}>
          <span id={id} className={styles.cut} data-tip={name}>
            {name}
          </span>
          {self ? <span className={styles.you}>{t("buddies.you")}</span> : null}
        </p>
        <p className={styles.detail}>
          <span className={styles.exten} data-tip={t("buddies.extension", { exten })}>
            {exten}
          </span>
          {department && view === "cards" ? (
            <span className={styles.cut} data-tip={department}>
              {department}
            </span>
          ) : null}
          {view === "light" ? null : (
            <BuddyMarks buddy={buddy} live={live} watched={actions.starred && actions.watching.isWatched(buddy)} />
          )}
        </p>
        <Doing name={name} exten={exten} presence={presence} live={live} />
      </div>
      {complete ? (
        <CardButtons
          actions={actions}
          self={self}
          chats={actions.message(buddy) !== null}
          current={props.current}
          openedFor={props.opened ? buddy : null}
          onClose={props.onClose}
        />
      ) : null}
      {props.carrying ? <PersonMark name={name} exten={exten} /> : null}
    </>
  );
});

/** Each card is translated from the corner of the grid to its place, so that a new order can be animated. */
export function placeOf(index: number, columns: number, { heightPx, gapPx }: CardMeasure): CSSProperties {
  const row = Math.floor(index / columns);
  return {
    width: `calc((100% - ${(columns - 1) * gapPx}px) / ${columns})`,
    height: heightPx,
    transform: `translate(calc(${index % columns} * (100% + ${gapPx}px)), ${row * (heightPx + gapPx)}px)`,
  };
}

function Doing({ name, exten, presence, live }: Pick<Buddy, "name" | "exten"> & Pick<CardProps, "presence" | "live">) {
  const t = useWords(buddiesMessages);
  if (live && live.calls.length > 0)
    return (
      <div className={styles.calls}>
        <BuddyCalls name={name} exten={exten} calls={live.calls} />
      </div>
    );
  if (live?.meeting) return <InMeeting meeting={live.meeting} />;
  const note = live?.note;
  return (
    <p className={styles.presence} data-tip={note ?? undefined}>
      {t(`buddies.presence.${awayOf(presence, live) ?? presence}`)}
      {note ? <span>: {note}</span> : null}
    </p>
  );
}

/** BUDDIES-36 */
function InMeeting({ meeting: { room } }: { readonly meeting: BuddyMeeting }) {
  const t = useWords(buddiesMessages);
  return (
    <p className={styles.presence} data-meeting="" data-tip={room || undefined}>
      <IconVideo size={13} stroke={1.9} aria-hidden />
      <span>{room === "" ? t("buddies.meeting") : t("buddies.meetingIn", { room })}</span>
    </p>
  );
}

/** Marks a card where the dragged call can be dropped. */
function PersonMark({ name, exten }: Pick<Buddy, "name" | "exten">) {
  const target = useMemo(() => ({ kind: "person", number: exten, name }) as const, [exten, name]);
  return <MoveMark moving={useService(MOVING)} target={target} />;
}

interface CardButtonsProps extends Pick<BuddyCardProps, "actions" | "current" | "onClose"> {
  readonly self: boolean;
  readonly chats: boolean;
  /** The person whose menu is open; null while it is closed. */
  readonly openedFor: Buddy | null;
}

/** The grid handles the clicks, so that the buttons are the same on every card (BUDDIES-33). */
const CardButtons = memo(function CardButtons({ actions, self, chats, current, openedFor, onClose }: CardButtonsProps) {
  const t = useWords(buddiesMessages);
  const more = useRef<HTMLButtonElement>(null);
  const tabIndex = current ? 0 : -1;
  return (
    <div className={styles.actions} data-opened={openedFor ? "" : undefined}>
      {actions.call && !self ? (
        <IconButton label={t("buddies.call")} icon={IconPhone} look="accent" tabIndex={tabIndex} data-action="call" />
      ) : null}
      {chats ? (
        <IconButton
          label={t("buddies.chat")}
          icon={IconMessageCircle}
          look="outline"
          tabIndex={tabIndex}
          data-action="chat"
        />
      ) : null}
      <span className={styles.more}>
        <IconButton
          ref={more}
          label={t("buddies.more")}
          icon={IconDots}
          look="outline"
          tabIndex={tabIndex}
          data-action="more"
          aria-haspopup="menu"
          aria-expanded={openedFor !== null}
        />
        {openedFor ? (
          <BuddyMenu
            buddy={openedFor}
            actions={actions}
            onClose={() => {
              onClose();
              more.current?.focus({ preventScroll: true });
            }}
          />
        ) : null}
      </span>
    </div>
  );
});

export function BuddyCardSkeleton({ view }: { readonly view: BuddyView }) {
  const sizePx = PICTURE_PX[view];
  return (
    <li
      className={styles.card}
      style={{ height: MEASURES[view].heightPx }}
      data-view={view}
      data-loading=""
      aria-hidden="true"
    >
      <Skeleton width={sizePx} height={sizePx} round />
      <div className={styles.lines} data-loading="">
        <Skeleton width="62%" height={13} />
        {view === "light" ? null : <Skeleton width="44%" height={11} />}
        {view === "cards" ? <Skeleton width="28%" height={11} /> : null}
      </div>
    </li>
  );
}
