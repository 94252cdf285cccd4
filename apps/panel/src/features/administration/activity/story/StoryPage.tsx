import type { CallStory } from "@callpanel/contract";
import { Button, IconDownload, LoadingBlock } from "@callpanel/ui";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { LoadFailed } from "../../../../shared/api/LoadFailed.tsx";
import { usePanel } from "../../../../shared/panel.ts";
import { useLocaleWords, useWords } from "../../../../shared/words/useWords.ts";
import { BackLink } from "../../parts/BackLink.tsx";
import { FactRow, FactRows } from "../../parts/FactRows.tsx";
import { Section } from "../../parts/Section.tsx";
import { activityMessages } from "../activity.messages.ts";
import { useTimeText } from "../useTimeText.ts";
import { Ladder } from "./Ladder.tsx";
import { partyText, useResult } from "./RecentCalls.tsx";
import { storyFiles, storyQuery } from "./story.api.ts";
import page from "../../parts/Page.module.css";
import activity from "../Activity.module.css";

/** STORY-5: the SIP messages of one call. */
export function StoryPage({ id }: { readonly id: string }) {
  const t = useWords(activityMessages);
  const { api } = usePanel();
  const { data, error, refetch } = useQuery(storyQuery(api, id));
  return (
    <div className={activity.page}>
      <BackLink to="/administration/activity" label={t("activity.back")} />
      {data !== undefined ? (
        <Story story={data} />
      ) : error === null ? (
        <LoadingBlock height={320} />
      ) : (
        <LoadFailed error={error} fallback="administration.load" onRetry={() => void refetch()} />
      )}
    </div>
  );
}

function Story({ story }: { readonly story: CallStory }) {
  const t = useWords(activityMessages);
  const time = useTimeText();
  const result = useResult();
  const { caller, callee } = story.quality;
  return (
    <>
      <Section
        title={t("activity.parties", { from: partyText(story.from), to: partyText(story.to) })}
        hint={[time(story.since), result(story)].join(" · ")}
        actions={<Files id={story.id} />}
      >
        <FactRows>
          <Quality name={t("activity.quality.caller")} quality={caller} goesOn={story.ended_at === null} />
          <Quality name={t("activity.quality.callee")} quality={callee} goesOn={story.ended_at === null} />
        </FactRows>
      </Section>
      <Section title={t("activity.messages")} hint={t("activity.messagesHint")}>
        {story.messages.length === 0 ? (
          <p className={page.dim}>{t("activity.noMessages")}</p>
        ) : (
          <Ladder story={story} />
        )}
      </Section>
    </>
  );
}

interface QualityProps {
  readonly name: string;
  readonly quality: CallStory["quality"]["caller"];
  readonly goesOn: boolean;
}

function Quality({ name, quality, goesOn }: QualityProps) {
  const t = useWords(activityMessages);
  const { locale } = useLocaleWords();
  if (quality === null)
    return <FactRow name={name} about={[t(goesOn ? "activity.quality.later" : "activity.quality.unknown")]} />;
  const { codec, packets_received: received, packets_lost: lost, jitter_ms: jitter, mos } = quality;
  const number = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 });
  return (
    <FactRow
      name={name}
      about={[
        ...(codec === null ? [] : [codec]),
        t("activity.quality.packets", { received, lost }),
        t("activity.quality.jitter", { milliseconds: number.format(jitter) }),
        ...(mos === null ? [] : [t("activity.quality.mos", { mos: number.format(mos) })]),
      ]}
    />
  );
}

function Files({ id }: { readonly id: string }) {
  const t = useWords(activityMessages);
  const { download, saveFile, notices } = usePanel();
  const [busy, setBusy] = useState(false);
  const save = async (form: keyof typeof storyFiles) => {
    setBusy(true);
    try {
      saveFile(await storyFiles[form].load(download, id), storyFiles[form].name);
    } catch {
      notices.error(t("activity.downloadFailed"));
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <Button icon={IconDownload} busy={busy} onClick={() => void save("text")}>
        {t("activity.downloadText")}
      </Button>
      <Button icon={IconDownload} busy={busy} onClick={() => void save("pcap")}>
        {t("activity.downloadPcap")}
      </Button>
    </>
  );
}
