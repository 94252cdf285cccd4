import { LOCALES } from "@callpanel/contract";
import {
  IconChevronDown,
  IconHeadset,
  IconKeyboard,
  IconLanguage,
  IconLogout,
  IconMoon,
  IconPencil,
  IconSettings,
  MenuSwitch,
  PopMenu,
} from "@callpanel/ui";
import { useNavigate } from "@tanstack/react-router";
import { Suspense, useState } from "react";
import { PresenceItems } from "../../../features/chat/index.ts";
import { DoNotDisturbItem, ForwardItem } from "../../../features/settings/index.ts";
import { usePanel, useService } from "../../../shared/panel.ts";
import { useNumberText } from "../../../shared/phone/useNumberText.ts";
import { SERVICE_PATHS } from "../../../shared/routes.ts";
import { useSnapshot } from "../../../shared/store.ts";
import { fullNameOf } from "../../../shared/viewer.ts";
import { WELCOME } from "../../../shared/welcome.ts";
import { LOCALE_NAMES } from "../../../shared/words/locales.ts";
import { useWords } from "../../../shared/words/useWords.ts";
import { useComposedPanel } from "../../panelContext.ts";
import type { Layer } from "../../workplace.ts";
import { FLAGS } from "./flags.ts";
import { OwnPicture } from "./OwnPicture.tsx";
import { shellMessages } from "../shell.messages.ts";
import type { MenuEntry } from "../menu/useMenu.ts";
import styles from "./AccountMenu.module.css";

const ICON = { size: 18, stroke: 1.7, "aria-hidden": true } as const;

export interface AccountItemsProps {
  /** The menu's links; the settings are linked here too. */
  readonly entries: readonly MenuEntry[];
  readonly onLayer: (layer: Layer) => void;
  /** Before a dialog opens. */
  readonly onLeave: () => void;
}

/** The items of the account menu: the signed-in person and their settings (spec 1 §2, current-user menu). */
export function AccountItems({ entries, onLayer, onLeave }: AccountItemsProps) {
  const t = useWords(shellMessages);
  const navigate = useNavigate();
  const { preferences } = useComposedPanel();
  const { dark } = useSnapshot(preferences);
  const { viewer } = usePanel();
  const welcome = useService(WELCOME);
  const settings = entries.find(({ area }) => area === "settings");
  return (
    <>
      <Person onEdit={() => onLayer("picture")} />
      <PopMenu.Divider />
      {settings ? (
        <PopMenu.Item leftSection={<IconSettings {...ICON} />} onClick={() => void navigate({ to: settings.to })}>
          {t("shell.account.settings")}
        </PopMenu.Item>
      ) : null}
      {viewer.flags.chatsRead ? (
        <Suspense fallback={null}>
          <PresenceItems onLeave={onLeave} />
        </Suspense>
      ) : null}
      {viewer.flags.dndRead ? (
        <Suspense fallback={null}>
          <DoNotDisturbItem />
        </Suspense>
      ) : null}
      {viewer.flags.fwdRead ? (
        <Suspense fallback={null}>
          <ForwardItem />
        </Suspense>
      ) : null}
      <MenuSwitch
        icon={IconMoon}
        label={t("shell.account.dark")}
        checked={dark}
        onChange={(checked) => preferences.set({ dark: checked })}
      />
      <LanguageItems />
      {viewer.flags.softphone ? (
        <PopMenu.Item leftSection={<IconHeadset {...ICON} />} onClick={welcome.open}>
          {t("shell.account.welcome")}
        </PopMenu.Item>
      ) : null}
      <PopMenu.Item leftSection={<IconKeyboard {...ICON} />} onClick={() => onLayer("shortcuts")}>
        {t("shell.account.shortcuts")}
      </PopMenu.Item>
      <PopMenu.Divider />
      <PopMenu.Item leftSection={<IconLogout {...ICON} />} onClick={() => void navigate({ to: SERVICE_PATHS.signOut })}>
        {t("shell.account.signOut")}
      </PopMenu.Item>
    </>
  );
}

function Person({ onEdit }: { readonly onEdit: () => void }) {
  const t = useWords(shellMessages);
  const { viewer, events } = usePanel();
  const isLive = useSnapshot(events).phase === "open";
  const { user } = viewer;
  const write = useNumberText(viewer);
  return (
    <div className={styles.person}>
      <PopMenu.Item
        className={styles.picture}
        aria-label={t("shell.account.picture")}
        data-tip={t("shell.account.picture")}
        onClick={onEdit}
      >
        <OwnPicture sizePx={52} />
        <span className={styles.pencil}>
          <IconPencil size={13} stroke={2} aria-hidden />
        </span>
      </PopMenu.Item>
      <div className={styles.lines}>
        <span className={styles.name}>{fullNameOf(user)}</span>
        <span>{t("shell.account.extension", { extension: user.extension })}</span>
        <span>{user.company}</span>
        {user.dids.map(({ number, name }) => (
          <span key={number} className={styles.number}>
            {write(number)} {name ? <span>{name}</span> : null}
          </span>
        ))}
        {viewer.flags.confRead ? (
          <span className={styles.live} data-hint={isLive ? 1 : 0}>
            {t(isLive ? "shell.events.on" : "shell.events.off")}
          </span>
        ) : null}
      </div>
    </div>
  );
}

/** The four languages expand in place: there is no space for a submenu on a mobile phone. */
function LanguageItems() {
  const t = useWords(shellMessages);
  const [opened, setOpened] = useState(false);
  const { preferences } = useComposedPanel();
  const { locale } = useSnapshot(preferences);
  const choose = (value: string) => {
    const chosen = LOCALES.find((one) => one === value);
    if (chosen) preferences.set({ locale: chosen });
  };
  return (
    <>
      <PopMenu.Item
        aria-expanded={opened}
        closeMenuOnClick={false}
        leftSection={<IconLanguage {...ICON} />}
        rightSection={<IconChevronDown {...ICON} className={styles.chevron} data-opened={opened ? "" : undefined} />}
        onClick={() => setOpened(!opened)}
      >
        {t("shell.account.language")}
      </PopMenu.Item>
      {opened ? (
        <PopMenu.RadioGroup value={locale} onChange={choose}>
          {LOCALES.map((one) => (
            <PopMenu.RadioItem
              key={one}
              value={one}
              rightSection={<img src={FLAGS[one]} alt="" width={24} height={16} />}
            >
              <span lang={one}>{LOCALE_NAMES[one]}</span>
            </PopMenu.RadioItem>
          ))}
        </PopMenu.RadioGroup>
      ) : null}
    </>
  );
}
