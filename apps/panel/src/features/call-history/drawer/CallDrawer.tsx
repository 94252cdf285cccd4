import type { CallDetails } from "@callpanel/contract";
import { Button, IconButton, IconHistory, IconPhone, IconX, Skeleton, StatePanel } from "@callpanel/ui";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import type { KeyboardEvent, ReactNode } from "react";
import { ApiError } from "../../../shared/api.ts";
import { LoadFailed } from "../../../shared/LoadFailed.tsx";
import { usePanel } from "../../../shared/panel.ts";
import { useDial } from "../../../shared/useDial.ts";
import { useWords } from "../../../shared/words/useWords.ts";
import { callQuery } from "../call-history.api.ts";
import { callHistoryMessages } from "../call-history.messages.ts";
import { peerOf } from "../call-history.model.ts";
import { CallMenu } from "../CallMenu.tsx";
import { useCallTitle } from "../CallRow.tsx";
import { useZoned } from "../useZoned.ts";
import { CallChain } from "./CallChain.tsx";
import { CallFacts } from "./CallFacts.tsx";
import { CallQuality } from "./CallQuality.tsx";
import { Recordings } from "./Recordings.tsx";
import styles from "./CallDrawer.module.css";

export interface CallDrawerProps {
  readonly id: number;
  readonly zone: string;
  readonly onOpen: (id: number) => void;
  readonly onClose: () => void;
}

/** The open call beside the list. Escape closes it. */
export function CallDrawer({ id, zone, onOpen, onClose }: CallDrawerProps) {
  const t = useWords(callHistoryMessages);
  const { api } = usePanel();
  const query = useQuery(callQuery(api, id, zone));
  const drawer = useRef<HTMLElement>(null);
  useEffect(() => drawer.current?.focus(), []);
  const press = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || event.defaultPrevented) return;
    event.preventDefault();
    onClose();
  };
  return (
    // Escape is heard from every control inside.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <aside
      ref={drawer}
      className={styles.drawer}
      tabIndex={-1}
      aria-label={t("callHistory.details")}
      aria-busy={query.isPending}
      onKeyDown={press}
    >
      {query.data !== undefined ? (
        <OpenCall call={query.data} zone={zone} onOpen={onOpen} onClose={onClose} />
      ) : (
        <Bare onClose={onClose}>
          {!query.isError ? (
            <>
              <Skeleton height={44} />
              <Skeleton height={44} />
              <Skeleton height={140} />
            </>
          ) : isNotFound(query.error) ? (
            <StatePanel icon={IconHistory} title={t("callHistory.goneTitle")} text={t("callHistory.goneText")} />
          ) : (
            <LoadFailed error={query.error} fallback="cdrs.load" onRetry={() => void query.refetch()} />
          )}
        </Bare>
      )}
    </aside>
  );
}

const isNotFound = (error: unknown): boolean =>
  error instanceof ApiError && error.fault.kind === "answer" && error.fault.status === 404;

function Bare({ onClose, children }: { readonly onClose: () => void; readonly children: ReactNode }) {
  const t = useWords(callHistoryMessages);
  return (
    <>
      <div className={styles.bare}>
        <IconButton icon={IconX} label={t("callHistory.close")} onClick={onClose} />
      </div>
      {children}
    </>
  );
}

interface OpenCallProps extends Omit<CallDrawerProps, "id"> {
  readonly call: CallDetails;
}

function OpenCall({ call, zone, onOpen, onClose }: OpenCallProps) {
  const t = useWords(callHistoryMessages);
  const { viewer } = usePanel();
  const dial = useDial();
  const title = useCallTitle(call);
  const formats = useZoned(zone);
  const peer = peerOf(call, viewer.user.id);
  return (
    <>
      <header className={styles.head}>
        <div className={styles.who}>
          <h2 className={styles.name}>
            <bdi>{title}</bdi>
          </h2>
          <p className={styles.dim}>
            <time dateTime={call.calldate}>{formats.dateTime(call.calldate)}</time>
          </p>
        </div>
        <IconButton icon={IconX} label={t("callHistory.close")} onClick={onClose} />
      </header>
      <Recordings call={call} zone={zone} />
      <div className={styles.tools}>
        {dial === null || peer === null ? null : (
          <Button icon={IconPhone} onClick={() => dial(peer.number)}>
            {t("callHistory.call", { number: peer.number })}
          </Button>
        )}
        <CallMenu call={call} title={title} />
      </div>
      <CallFacts call={call} zone={zone} />
      <CallQuality quality={call.quality} />
      <CallChain call={call} zone={zone} onOpen={onOpen} />
    </>
  );
}
