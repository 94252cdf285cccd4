import { IconAlertCircle, IconAlertTriangle, IconCircleCheck } from "@callpanel/ui";
import type { Icon } from "@callpanel/ui";
import { useWords } from "../../../shared/words/useWords.ts";
import type { ServiceLevelMark } from "../dashboard/serviceLevel.model.ts";
import { queuesMessages } from "../queues.messages.ts";
import styles from "./ServiceLevelSign.module.css";

const SIGNS: Readonly<Record<Exclude<ServiceLevelMark, "none">, Icon>> = {
  good: IconCircleCheck,
  atRisk: IconAlertTriangle,
  low: IconAlertCircle,
};

/** How a service level is judged, by icon and word; the figure around it has the colour. */
export function ServiceLevelSign({ mark }: { readonly mark: ServiceLevelMark }) {
  const t = useWords(queuesMessages);
  if (mark === "none") return null;
  const Sign = SIGNS[mark];
  return (
    <span className={styles.sign}>
      <Sign stroke={2} aria-hidden />
      {t(`queues.level.${mark}`)}
    </span>
  );
}
