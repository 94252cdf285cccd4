import { QUEUE_AGENT_STATES } from "@callpanel/contract";
import { Button, IconButton, IconDeviceTv, IconStar, IconUsers, PopMenu } from "@callpanel/ui";
import type { ReactNode } from "react";
import { FilterMenu } from "../../../shared/list/FilterMenu.tsx";
import { SortMenu } from "../../../shared/list/SortMenu.tsx";
import type { AgentState } from "../../../shared/live/liveQueues.ts";
import { useWords } from "../../../shared/words/useWords.ts";
import { queuesMessages } from "../queues.messages.ts";
import { SORTS } from "./preferences.store.ts";
import type { DashboardPreferences } from "./preferences.store.ts";
import styles from "./DashboardHead.module.css";

export interface DashboardHeadProps {
  readonly looks: DashboardPreferences;
  readonly onChange: (change: Partial<DashboardPreferences>) => void;
  readonly onChoose: () => void;
  /** Opens the links of wall displays. */
  readonly onWalls: () => void;
  /** The content on the left. */
  readonly children: ReactNode;
}

/** The head above the cards: the user's own status, sort order, states of agents, which queues. */
export function DashboardHead({ looks, onChange, onChoose, onWalls, children }: DashboardHeadProps) {
  const t = useWords(queuesMessages);
  return (
    <div className={styles.head}>
      {children}
      <span className={styles.tools}>
        <SortMenu
          sorts={SORTS}
          sort={looks.sort}
          onSort={(sort) => onChange({ sort })}
          textOf={(one) => t(`queues.sort.${one}`)}
          label={t("queues.sort", { sort: t(`queues.sort.${looks.sort}`) })}
        />
        <StatesMenu states={looks.states} onStates={(states) => onChange({ states })} />
        <Button icon={IconStar} onClick={onChoose}>
          {t("queues.choose")}
        </Button>
        <IconButton look="outline" label={t("queues.wall.title")} icon={IconDeviceTv} onClick={onWalls} />
      </span>
    </div>
  );
}

interface StatesMenuProps {
  readonly states: readonly AgentState[];
  readonly onStates: (states: readonly AgentState[]) => void;
}

function StatesMenu({ states, onStates }: StatesMenuProps) {
  const t = useWords(queuesMessages);
  const isAll = states.length === QUEUE_AGENT_STATES.length;
  return (
    <FilterMenu
      icon={IconUsers}
      text={isAll ? t("queues.states.all") : t("queues.states.some", { count: states.length })}
      menuLabel={t("queues.states")}
      on={!isAll}
      width={200}
    >
      {QUEUE_AGENT_STATES.map((state) => (
        <PopMenu.CheckboxItem
          key={state}
          checked={states.includes(state)}
          // One state stays: without agents the dashboard would be of no use.
          disabled={states.length === 1 && states.includes(state)}
          onChange={(checked) =>
            onStates(QUEUE_AGENT_STATES.filter((one) => (one === state ? checked : states.includes(one))))
          }
        >
          {t(`queues.state.${state}`)}
        </PopMenu.CheckboxItem>
      ))}
    </FilterMenu>
  );
}
