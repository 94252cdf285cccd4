import type { Locale } from "@callpanel/contract";
import { addressOf, type createCodeCheck } from "./code-check.ts";
import type { SecondFactorStore } from "./second-factor.store.ts";

export type Confirm = (
  userId: number,
  proof: { readonly code: string | undefined; readonly address: string; readonly locale: Locale },
) => Promise<{ readonly sentTo: string | null } | undefined>;

interface ConfirmDeps extends Pick<ReturnType<typeof createCodeCheck>, "takeCode" | "prove"> {
  readonly store: Pick<SecondFactorStore, "find">;
  /** @returns where it was sent, masked */
  readonly send: (userId: number, method: "sms" | "email", to: string, locale: Locale) => Promise<string>;
}

/** BACKUP-17 */
export function createConfirm({ store, send, takeCode, prove }: ConfirmDeps): Confirm {
  return async (userId, { code, address, locale }) => {
    const factor = await store.find(userId);
    if (factor?.enabled !== true) return undefined;
    if (code !== undefined) {
      await prove({ userId, address }, () => takeCode(userId, factor, code));
      return undefined;
    }
    const { method } = factor;
    return { sentTo: method === "app" ? null : await send(userId, method, addressOf(factor, method), locale) };
  };
}
