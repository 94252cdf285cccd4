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
}

export interface NoticeOptions {
  readonly action?: Notice["action"];
  /** Milliseconds on screen; otherwise by kind: 2 s and 6 s (spec 2 §9). */
  readonly forMs?: number;
}

/** Tells the person what happened, above every page. Newest first. */
export interface Notices extends Readable<readonly Notice[]> {
  success(text: string, options?: NoticeOptions): void;
  error(text: string, options?: NoticeOptions): void;
  close(id: string): void;
  /** A pointer or the focus rests on the notices: none of them goes. */
  hold(): void;
  /** They go after their full time again. */
  release(): void;
}

type NoticesChange =
  | { readonly type: "shown"; readonly notice: Notice }
  | { readonly type: "closed"; readonly id: string };

/** Three at most: more could not be read, and would cover the page. */
export const NOTICE_CAP = 3;

function stepNotices(notices: readonly Notice[], action: NoticesChange): readonly Notice[] {
  switch (action.type) {
    case "shown": {
      const others = notices.filter(({ kind, text }) => kind !== action.notice.kind || text !== action.notice.text);
      return [action.notice, ...others].slice(0, NOTICE_CAP);
    }
    case "closed": {
      const left = notices.filter(({ id }) => id !== action.id);
      return left.length === notices.length ? notices : left;
    }
  }
}

export function createNotices({ clock }: { readonly clock: Clock }): Notices {
  const store = createStore<readonly Notice[], NoticesChange>([], stepNotices);
  const lastingMs = new Map<string, number>();
  const cancels = new Map<string, () => void>();
  let held = false;
  let count = 0;

  const close = (id: string) => {
    cancels.get(id)?.();
    cancels.delete(id);
    lastingMs.delete(id);
    store.dispatch({ type: "closed", id });
  };
  const arm = (id: string, ms: number) => {
    cancels.get(id)?.();
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
    store.dispatch({ type: "shown", notice: { id, kind, text, action: options.action } });
    if (!held) arm(id, ms);
  };

  return {
    get: store.get,
    subscribe: store.subscribe,
    success: (text, options = {}) => show("success", text, options),
    error: (text, options = {}) => show("error", text, options),
    close,
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
