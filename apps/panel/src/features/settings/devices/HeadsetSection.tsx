import { Button, IconHeadset, IconPlus } from "@callpanel/ui";
import type { HeadsetButtons, HeadsetView } from "@callpanel/webphone/headset";
import { useEffect, useState } from "react";
import type { PhoneKeys } from "../../../shared/phone/softphone.ts";
import { useSnapshot } from "../../../shared/store.ts";
import { useWords } from "../../../shared/words/useWords.ts";
import { SettingsSection } from "../parts/SettingsSection.tsx";
import { devicesMessages } from "./devices.messages.ts";
import styles from "./HeadsetSection.module.css";

/** HEADSET-8: the headsets whose buttons and lights follow the calls. */
export function HeadsetSection({ keys }: { readonly keys: PhoneKeys }) {
  const t = useWords(devicesMessages);
  const [found, setFound] = useState<{ readonly headsets: HeadsetButtons | undefined } | null>(null);
  useEffect(() => {
    let isLeft = false;
    keys.headsets().then(
      (headsets) => {
        if (!isLeft) setFound({ headsets });
      },
      () => undefined, // its code did not load: the rest of the page works
    );
    return () => {
      isLeft = true;
    };
  }, [keys]);
  if (!found) return null;
  return (
    <SettingsSection
      title={t("settings.headset.title")}
      hint={t(found.headsets ? "settings.headset.hint" : "settings.headset.unsupported")}
    >
      {found.headsets ? <Headsets headsets={found.headsets} /> : null}
    </SettingsSection>
  );
}

function Headsets({ headsets }: { readonly headsets: HeadsetButtons }) {
  const t = useWords(devicesMessages);
  const list = useSnapshot(headsets);
  return (
    <>
      {list.length > 0 ? (
        <ul className={styles.list} aria-label={t("settings.headset.title")}>
          {list.map((headset) => (
            <Row key={headset.id} headset={headset} onForget={() => void headsets.forget(headset.id)} />
          ))}
        </ul>
      ) : null}
      <div>
        <Button icon={IconPlus} onClick={() => void headsets.connect()}>
          {t("settings.headset.connect")}
        </Button>
      </div>
    </>
  );
}

function Row({ headset, onForget }: { readonly headset: HeadsetView; readonly onForget: () => void }) {
  const t = useWords(devicesMessages);
  const name = headset.name === "" ? t("settings.headset.unnamed") : headset.name;
  return (
    <li className={styles.row} data-use={headset.use}>
      <IconHeadset size={20} stroke={1.75} aria-hidden />
      <span className={styles.words}>
        <bdi className={styles.name}>{name}</bdi>
        <output className={styles.use}>{t(`settings.headset.use.${headset.use}`)}</output>
      </span>
      <Button onClick={onForget} aria-label={t("settings.headset.forgetName", { name })}>
        {t("settings.headset.forget")}
      </Button>
    </li>
  );
}
