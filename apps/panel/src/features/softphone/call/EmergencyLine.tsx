import { getCurrentUser, stripNumber } from "@callpanel/contract";
import { IconAlertTriangle } from "@callpanel/ui";
import { useQuery } from "@tanstack/react-query";
import { useNumberText } from "../../../shared/phone/useNumberText.ts";
import { useWords } from "../../../shared/words/useWords.ts";
import { useSoftphone } from "../softphone.context.ts";
import { softphoneMessages } from "../softphone.messages.ts";
import styles from "./EmergencyLine.module.css";

/**
 * SET-18: the address that help would be sent to, next to an emergency number. It only informs: the call starts with the
 * next click or key, as every call does.
 */
export function EmergencyLine({ number }: { readonly number: string }) {
  const { viewer } = useSoftphone();
  const stripped = stripNumber(number);
  if (!viewer.user.emergency_numbers?.includes(stripped)) return null;
  return <PresentLocation number={stripped} />;
}

function PresentLocation({ number }: { readonly number: string }) {
  const t = useWords(softphoneMessages);
  const { api, viewer } = useSoftphone();
  const write = useNumberText(viewer);
  // Show the location loaded at start-up immediately; a later choice replaces it.
  const { data: user } = useQuery({
    queryKey: ["settings", "emergency_caller_id", "me"],
    queryFn: ({ signal }) => api.call(getCurrentUser, { signal }),
    initialData: viewer.user,
    initialDataUpdatedAt: 0,
  });
  const location = user.emergency_callerid_dispatchable_location;
  const profile = user.emergency_callerid_callback_profile;
  const place = location ? [location.name, location.address, location.details].filter(Boolean).join(", ") : "";
  return (
    <output className={styles.line}>
      <IconAlertTriangle size={18} stroke={1.75} aria-hidden />
      <span>
        <strong>{t("softphone.emergency.title", { number })}</strong>{" "}
        {place ? t("softphone.emergency.place", { place }) : t("softphone.emergency.nowhere")}{" "}
        {profile ? t("softphone.emergency.callback", { number: write(profile.number) }) : ""}
      </span>
    </output>
  );
}
