import { ERROR_SNACKBAR_MS } from "@callpanel/contract";
import { Spoken } from "@callpanel/ui";
import { useEffect, useRef, useState } from "react";
import { Outlet } from "@tanstack/react-router";
import { embeddingMessages, startHostLink } from "../../../features/embedding/index.ts";
import { menuMessages } from "../../../shared/menu.messages.ts";
import { usePanel, useService } from "../../../shared/panel.ts";
import { NUMBER_NAMES } from "../../../shared/phone/numberNames.ts";
import { CLICK_TO_DIAL } from "../../../shared/phone/clickToDial.ts";
import { useSnapshot } from "../../../shared/store.ts";
import { useWords } from "../../../shared/words/useWords.ts";
import { useComposedPanel } from "../../panelContext.ts";
import type { Workplace } from "../../workplace.ts";
import { FeatureLayers } from "../FeatureLayers.tsx";
import { EmbeddedPhone } from "./EmbeddedPhone.tsx";
import { EmbeddedPages, EmbeddedToolbar } from "./EmbeddedToolbar.tsx";
import { dialForHost } from "./hostDial.ts";
import { PictureLayer } from "../PictureLayer.tsx";
import { useMenu } from "../menu/useMenu.ts";
import { usePageHead } from "../usePageHead.ts";
import { withHost } from "./withHost.ts";
import styles from "./EmbeddedShell.module.css";

/** EMBED-2: the frame inside another application: a toolbar, the page, and the calls when there are any. */
export function EmbeddedShell({ workplace }: { readonly workplace: Workplace }) {
  const title = useWords(menuMessages);
  const panel = useComposedPanel();
  const { branding, isForgetful, notices } = panel;
  const own = useWords(embeddingMessages);
  const { viewer } = usePanel();
  const clickToDial = useService(CLICK_TO_DIAL);
  const numberNames = useService(NUMBER_NAMES);
  const menu = useMenu(viewer);
  const [opened, setOpened] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const heading = menu.page ? title(`menu.${menu.page}`) : "";
  // They are not visible in a frame: the host has its own title and icon.
  usePageHead(heading, useSnapshot(branding), 0);
  useEffect(() => {
    const { softphone } = workplace;
    const dial = (destination: string) => dialForHost({ clickToDial, viewer, destination });
    return withHost(panel, (host) => startHostLink({ host, softphone, numberNames, dial }));
  }, [clickToDial, numberNames, panel, viewer, workplace]);
  useEffect(() => {
    if (isForgetful) notices.success(own("embedding.forgetful"), { forMs: ERROR_SNACKBAR_MS });
  }, [isForgetful, notices, own]);
  const close = () => {
    setOpened(false);
    opener.current?.focus();
  };
  const onChat = menu.area === "chats";
  return (
    <div className={styles.frame}>
      {onChat ? (
        <Spoken is="h1">{heading}</Spoken>
      ) : (
        <EmbeddedToolbar
          title={heading}
          menu={menu}
          opener={opener}
          opened={opened}
          onToggle={() => (opened ? close() : setOpened(true))}
        />
      )}
      {opened && !onChat ? <EmbeddedPages menu={menu} onClose={close} /> : null}
      <main id="page" className={styles.page} tabIndex={-1} hidden={opened && !onChat}>
        {menu.page === null || menu.allowed ? <Outlet /> : null}
      </main>
      {viewer.flags.softphone ? <EmbeddedPhone workplace={workplace} /> : null}
      <FeatureLayers />
      <PictureLayer workplace={workplace} />
    </div>
  );
}
