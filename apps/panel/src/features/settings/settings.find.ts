import { forwardFault } from "@callpanel/contract";
import { sayError } from "../../shared/api/api.ts";
import type { Find, FindRequest, Found } from "../../shared/find/find.ts";
import { menuMessages } from "../../shared/menu.messages.ts";
import { availablePages } from "../../shared/routes.ts";
import { fits } from "../../shared/search/fits.ts";
import { doNotDisturb, forward, sendDoNotDisturb, sendForward } from "./phone-status/phoneStatus.api.ts";
import { phoneStatusMessages } from "./phone-status/phoneStatus.messages.ts";
import { rowsQuery } from "./rows.ts";
import { rowsKey } from "./rowsKey.ts";
import { isFound, isSettingsPage } from "./settings.groups.ts";
import { settingsMessages } from "./settings.messages.ts";

/** SHELL-26: the pages of the settings, and the switches of the user's own calls. */
export const findSettings: Find = async (request) => {
  const { panel, words, text } = request;
  const section = words.text(menuMessages, "menu.settings");
  const pages = availablePages(panel.viewer.flags)
    .filter(({ area }) => area === "settings")
    .map(({ name, paths }) => ({
      id: name,
      label: words.text(settingsMessages, "settings.goTo", { page: words.text(menuMessages, `menu.${name}`) }),
      detail: section,
      go: paths[0],
    }));
  const switches = await Promise.all([doNotDisturbSwitch(request), forwardSwitch(request), forwardTo(request)]);
  return [...switches.flatMap((one) => one ?? []), ...pages].filter(
    ({ id, label }) => id === "forward-to" || fits(label, text) || (isSettingsPage(id) && isFound(words, id, text)),
  );
};

async function doNotDisturbSwitch(request: FindRequest): Promise<Found | null> {
  const { panel, client, words } = request;
  const { api, viewer } = panel;
  if (!viewer.flags.dndRead) return null;
  const rows = await client.fetchQuery(rowsQuery(api, viewer, doNotDisturb));
  const own = rows.find((row) => row.user_id === viewer.user.id);
  if (own?.may_write !== true) return null;
  const { enabled } = own;
  return {
    id: "do-not-disturb",
    label: words.text(phoneStatusMessages, enabled ? "settings.phone.dndTurnOff" : "settings.phone.dndTurnOn"),
    go: () =>
      void change(request, {
        name: doNotDisturb.name,
        send: () => sendDoNotDisturb(api, viewer.user.id, !enabled),
        done: words.text(phoneStatusMessages, enabled ? "settings.phone.dndOff" : "settings.phone.dndOn"),
        fallback: "settings.dnd.failed",
      }),
  };
}

async function forwardSwitch(request: FindRequest): Promise<Found | null> {
  const { panel, client, words } = request;
  const { api, viewer } = panel;
  if (!viewer.flags.fwdRead) return null;
  const rows = await client.fetchQuery(rowsQuery(api, viewer, forward));
  const own = rows.find((row) => row.user_id === viewer.user.id);
  // Without a number there is nothing to turn on: its page asks for one.
  if (own?.may_write !== true || own.number === "") return null;
  const { enabled, number } = own;
  return {
    id: "forward",
    label: words.text(phoneStatusMessages, enabled ? "settings.forward.turnOff" : "settings.forward.turnOn", {
      number,
    }),
    go: () =>
      void change(request, {
        name: forward.name,
        send: () => sendForward(api, viewer.user.id, { enabled: !enabled, number }),
        done: words.text(phoneStatusMessages, enabled ? "settings.forward.off" : "settings.forward.on", { number }),
        fallback: "settings.forward.failed",
      }),
  };
}

/** Words, then a number: `forward 416 555 0100`. */
const WITH_NUMBER = /^(.*\p{L}.*?)\s+([+*#(\d][\d\s().*#-]*)$/u;

/** SHELL-26: forwarding to a number that is typed here. */
async function forwardTo(request: FindRequest): Promise<Found | null> {
  const { panel, client, words, text } = request;
  const { api, viewer } = panel;
  const [, asked = "", typed = ""] = WITH_NUMBER.exec(text.trim()) ?? [];
  const number = typed.replace(/[\s().-]/g, "");
  const label = words.text(phoneStatusMessages, "settings.forward.turnOn", { number });
  if (!viewer.flags.fwdRead || asked === "" || forwardFault(number) !== undefined || !fits(label, asked)) return null;
  const rows = await client.fetchQuery(rowsQuery(api, viewer, forward));
  const own = rows.find((row) => row.user_id === viewer.user.id);
  if (own?.may_write !== true || (own.enabled && own.number === number)) return null;
  return {
    id: "forward-to",
    label,
    go: () =>
      void change(request, {
        name: forward.name,
        send: () => sendForward(api, viewer.user.id, { enabled: true, number }),
        done: words.text(phoneStatusMessages, "settings.forward.on", { number }),
        fallback: "settings.forward.failed",
      }),
  };
}

interface Change {
  readonly name: string;
  readonly send: () => Promise<unknown>;
  readonly done: string;
  readonly fallback: "settings.dnd.failed" | "settings.forward.failed";
}

async function change({ panel, client, words }: FindRequest, { name, send, done, fallback }: Change): Promise<void> {
  try {
    await send();
    panel.notices.success(done);
  } catch (error) {
    panel.notices.error(words.say(sayError(error, fallback)));
  }
  await client.invalidateQueries({ queryKey: rowsKey(name) });
}
