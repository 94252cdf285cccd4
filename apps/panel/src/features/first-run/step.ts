import type { FirstRun, Locale } from "@callpanel/contract";
import type { ReactNode } from "react";
import type { Clock } from "../../shared/clock.ts";
import type { Guide } from "./guide.ts";

/** What a step of the guide is given. */
export interface StepProps {
  readonly state: FirstRun;
  readonly guide: Guide;
  readonly clock: Clock;
  /** Applies the step; the result is the state after it, and the guide goes on. Without a result the step stays. */
  readonly run: (act: () => Promise<FirstRun | undefined>) => void;
  readonly onBack: (() => void) | undefined;
  readonly onSkip: (() => void) | undefined;
  /** The state has changed without a step. */
  readonly onState: (state: FirstRun) => void;
  readonly busy: boolean;
  readonly error: string | null;
  readonly parts: SetupParts;
}

/** What the guide uses of the panel around it. */
export interface SetupParts {
  readonly onLocale: (locale: Locale) => void;
  readonly signIn: (account: { readonly username: string; readonly password: string }) => Promise<boolean>;
  readonly isSignedIn: boolean;
  readonly copyText: (text: string) => Promise<void>;
  /** For a signed-in person: the second factor, and the check of calls. */
  readonly secondFactor: ReactNode;
  readonly testCall: (onGood: () => void) => ReactNode;
}
