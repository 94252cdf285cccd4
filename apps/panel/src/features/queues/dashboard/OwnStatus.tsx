import { Button, IconLogin2, IconLogout } from "@callpanel/ui";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { Elapsed } from "../../../shared/live/Elapsed.tsx";
import { LIVE_QUEUES } from "../../../shared/live/liveQueues.ts";
import type { AgentState, Membership } from "../../../shared/live/liveQueues.ts";
import { usePanel, useService } from "../../../shared/panel.ts";
import { useSnapshot } from "../../../shared/store.ts";
import { useWords } from "../../../shared/words/useWords.ts";
import { PauseButton } from "../card/PauseButton.tsx";
import { causeText } from "../causes.ts";
import { queueNamesQuery } from "../queues.api.ts";
import { queuesMessages } from "../queues.messages.ts";
import type { QueueActions } from "../useQueueActions.ts";
import styles from "./OwnStatus.module.css";

/** QDASH-5: the user's actions as an agent, over all queues: log in and out, pause. */
export function OwnStatus({ actions }: { readonly actions: QueueActions }) {
  const t = useWords(queuesMessages);
  const { viewer, api } = usePanel();
  const liveQueues = useService(LIVE_QUEUES);
  const { extension } = viewer.user;
  const own = useSnapshot(useMemo(() => liveQueues.memberships(extension), [liveQueues, extension]));
  const paused = own.filter(({ agent }) => agent.paused);
  const isLoggedIn = own.some(({ agent }) => agent.dynamic);
  const mayLogIn = useQuery(queueNamesQuery(api)).data?.may_log_in === true;
  return (
    <section className={styles.own} aria-label={t("queues.own")}>
      <Words own={own} paused={paused} />
      {own.length === 0 ? null : (
        <PauseButton
          form="head"
          paused={paused.length === own.length}
          permitted={own.every(({ queue }) => actions.mayPause(queue, extension))}
          onPause={(cause) => actions.pause("myself", cause)}
          onUnpause={() => actions.unpause("myself")}
        />
      )}
      {isLoggedIn ? (
        <Button icon={IconLogout} onClick={actions.logOut}>
          {t("queues.logOut")}
        </Button>
      ) : null}
      {mayLogIn && !isLoggedIn ? (
        <Button icon={IconLogin2} onClick={actions.logIn}>
          {t("queues.logIn")}
        </Button>
      ) : null}
    </section>
  );
}

/** The states that are about the queues; others are about a call of the user. */
const IN_QUEUES: ReadonlySet<AgentState> = new Set(["idle", "paused", "offline"]);

function Words({ own, paused }: { readonly own: readonly Membership[]; readonly paused: readonly Membership[] }) {
  const t = useWords(queuesMessages);
  // A state that another queue causes comes before idle: ringing, talking and wrap-up are the same person everywhere.
  const shown = paused[0] ?? own.find(({ agent }) => agent.state !== "idle") ?? own[0];
  if (shown === undefined) return <p className={styles.words}>{t("queues.own.none")}</p>;
  const { agent } = shown;
  const isPartly = paused.length > 0 && paused.length < own.length;
  return (
    <p className={styles.words} data-state={agent.state}>
      <span className={styles.state}>
        {isPartly
          ? t("queues.own.partly", { paused: paused.length, count: own.length })
          : IN_QUEUES.has(agent.state)
            ? t("queues.own.state", { state: t(`queues.state.${agent.state}`), count: own.length })
            : t(`queues.state.${agent.state}`)}
      </span>
      {agent.paused && !isPartly && agent.state !== "paused" ? <span>{t("queues.state.paused")}</span> : null}
      {agent.paused && agent.pausedReason !== "" ? <span>{causeText(t, agent.pausedReason)}</span> : null}
      <Elapsed since={agent.since} className={styles.since} />
    </p>
  );
}
