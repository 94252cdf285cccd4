import { IconButton, IconDots, IconHeadset, IconMessage, IconUsersPlus, PopMenu } from "@callpanel/ui";
import { useListening } from "../../../shared/phone/useListening.ts";
import { useWords } from "../../../shared/words/useWords.ts";
import { conferencesMessages } from "../conferences.messages.ts";

const ICON = { size: 18, stroke: 1.7, "aria-hidden": true } as const;
const MODES = [
  { mode: "monitor", icon: IconHeadset },
  { mode: "whisper", icon: IconMessage },
  { mode: "fullbarge", icon: IconUsersPlus },
] as const;

/** CONFPAGE-10: `More` of a member, for viewers who may listen to them. */
export function MemberMenu({ number }: { readonly number: string }) {
  const t = useWords(conferencesMessages);
  const listen = useListening(number);
  if (listen === null) return null;
  return (
    <PopMenu width={220}>
      <PopMenu.Target>
        <IconButton label={t("conferences.more")} icon={IconDots} />
      </PopMenu.Target>
      <PopMenu.Dropdown>
        {MODES.map(({ mode, icon: Shape }) => (
          <PopMenu.Item key={mode} leftSection={<Shape {...ICON} />} onClick={() => listen(mode)}>
            {t(`conferences.listen.${mode}`)}
          </PopMenu.Item>
        ))}
      </PopMenu.Dropdown>
    </PopMenu>
  );
}
