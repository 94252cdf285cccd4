import { testCompanyLine } from "@callpanel/contract";
import type { LineTest as Tested } from "@callpanel/contract";
import { Button } from "@callpanel/ui";
import { useState } from "react";
import { sayError } from "../../../shared/api/api.ts";
import { usePanel } from "../../../shared/panel.ts";
import { useLocaleWords, useWords } from "../../../shared/words/useWords.ts";
import { Section } from "../parts/Section.tsx";
import { thingsMessages } from "./things.messages.ts";
import styles from "./Thing.module.css";

/** LINE-32: asks the gateways of a line whether they are there, and says it in words. */
export function LineTest({ id }: { readonly id: string }) {
  const t = useWords(thingsMessages);
  const words = useLocaleWords();
  const { api, notices } = usePanel();
  const { locale } = words;
  const time = (at: number) => new Intl.DateTimeFormat(locale, { timeStyle: "medium" }).format(at);
  const [busy, setBusy] = useState(false);
  const [tested, setTested] = useState<Tested | null>(null);
  const run = async () => {
    setBusy(true);
    setTested(null);
    try {
      setTested(await api.call(testCompanyLine, { params: { id } }));
    } catch (error) {
      notices.error(words.say(sayError(error, "administration.load")));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Section
      title={t("things.test")}
      hint={t("things.testHint")}
      actions={
        <Button busy={busy} onClick={() => void run()}>
          {t("things.testRun")}
        </Button>
      }
    >
      <output className={styles.tested}>
        {tested === null ? null : (
          <span className={styles.testedAt}>{t("things.test.at", { time: time(tested.at) })}</span>
        )}
        {tested === null ? null : tested.gateways.length === 0 ? (
          <span data-result="silent">{t("things.test.none")}</span>
        ) : (
          tested.gateways.map(({ address, device, result, status, milliseconds }, index) => (
            <span key={index} data-result={result}>
              {t(`things.test.${result}`, { status: status ?? 0, milliseconds: milliseconds ?? 0 })}{" "}
              <bdi className={styles.testedAt}>{[device, address].filter((one) => one !== "").join(" · ")}</bdi>
            </span>
          ))
        )}
      </output>
    </Section>
  );
}
