import { ERROR_SNACKBAR_MS, SNACKBAR_MS } from "@callpanel/contract";
import type { NoticeAction } from "@callpanel/ui";
import type { Clock } from "../clock.ts";
import { createStore } from "../store.ts";
import type { Readable } from "../store.ts";

export interface Notice {
  readonly id: string;
  readonly kind: "success" | "error";
  readonly text: string;
  readonly action?: NoticeAction | undefined;
  readonly key?: string | undefined;
  /** Until it is closed or withdrawn. */
  readonly stays?: true | undefined;
}

export interface NoticeOptions {
  /** Replaces the notice with the same key. */
  readonly key?: string;
  readonly action?: Notice["action"];
  /** Milliseconds on screen; otherwise by kind: 2 s and 6 s (spec 2 §9). `stays`: until it is closed or withdrawn. */
  readonly forMs?: number | "stays";
}

/** Shows what happened, above every page. Newest first. */
export interface Notices extends Readable<readonly Notice[]> {
  success(text: string, options?: NoticeOptions): void;
  error(text: string, options?: NoticeOptions): void;
  close(id: string): void;
  /** Removes a notice that is no longer true. */
  withdraw(key: string): void;
  /** The pointer or the focus is on the notices: none of them disappears. */
  hold(): void;
  /** Each notice gets its full time again. */
  release(): void;
}

type NoticesChange =
  | { readonly type: "shown"; readonly notice: Notice }
  | { readonly type: "closed"; readonly id: string };

/** At most three: more could not be read, and would cover the page. The oldest that would go by itself makes room. */
export const NOTICE_CAP = 3;

function stepNotices(notices: readonly Notice[], action: NoticesChange): readonly Notice[] {
  switch (action.type) {
    case "shown": {
      const { kind, text, key } = action.notice;
      const others = notices.filter(
        (one) => (one.kind !== kind || one.text !== text) && (key === undefined || one.key !== key),
      );
      const all = [action.notice, ...others];
      if (all.length <= NOTICE_CAP) return all;
      const passing = others.findLast(({ stays }) => stays !== true);
      return all.filter((one) => one !== (passing ?? others.at(-1)));
    }
    case "closed": {
      const left = notices.filter(({ id }) => id !== action.id);
      return left.length === notices.length ? notices : left;
    }
  }
}

export function createNotices({ clock }: { readonly clock: Clock }): Notices {
  const store = createStore<readonly Notice[], NoticesChange>([], stepNotices);
  const lastingMs = new Map<string, number | "stays">();
  const cancels = new Map<string, () => void>();
  let held = false;
  let count = 0;

  const close = (id: string) => {
    cancels.get(id)?.();
    cancels.delete(id);
    lastingMs.delete(id);
    store.dispatch({ type: "closed", id });
  };
  const arm = (id: string, ms: number | "stays") => {
    cancels.get(id)?.();
    if (ms === "stays") return;
    cancels.set(
      id,
      clock.setTimeout(() => close(id), ms),
    );
  };
  const show = (kind: Notice["kind"], text: string, options: NoticeOptions) => {
    count += 1;
    const id = `notice-${count}`;
    const ms = options.forMs ?? (kind === "error" ? ERROR_SNACKBAR_MS : SNACKBAR_MS);
    lastingMs.set(id, ms);
    store.dispatch({
      type: "shown",
      notice: { id, kind, text, action: options.action, key: options.key, stays: ms === "stays" ? true : undefined },
    });
    if (!held) arm(id, ms);
  };

  return {
    get: store.get,
    subscribe: store.subscribe,
    success: (text, options = {}) => show("success", text, options),
    error: (text, options = {}) => show("error", text, options),
    close,
    withdraw(key) {
      for (const notice of store.get()) if (notice.key === key) close(notice.id);
    },
    hold() {
      held = true;
      for (const cancel of cancels.values()) cancel();
      cancels.clear();
    },
    release() {
      held = false;
      for (const { id } of store.get()) arm(id, lastingMs.get(id) ?? SNACKBAR_MS);
    },
  };
}
