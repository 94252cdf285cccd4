import type { FollowMe, SettingFault } from "@callpanel/contract";
import { FOLLOW_ME_MAX_NUMBERS, followMeFault } from "@callpanel/contract";

type Numbers = FollowMe["numbers"];

/** How long a new number rings. */
export const NEW_TIMEOUT_SECONDS = 20;

/** SET-9: the first fault of each field by itself, so that every wrong field says what is wrong with it. */
export interface FollowMeFaults {
  readonly prefix: SettingFault | undefined;
  readonly externCIDNum: SettingFault | undefined;
  readonly toutfirst: SettingFault | undefined;
  readonly toutall: SettingFault | undefined;
  readonly numbers: ReadonlyArray<{
    readonly number: SettingFault | undefined;
    readonly timeout: SettingFault | undefined;
  }>;
}

export function followMeFaults(value: FollowMe): FollowMeFaults {
  const { prefix, externCIDNum, toutfirst, toutall, numbers } = value;
  return {
    prefix: followMeFault({ prefix }),
    externCIDNum: followMeFault({ externCIDNum }),
    toutfirst: followMeFault({ toutfirst }),
    toutall: followMeFault({ toutall }),
    numbers: numbers.map(({ number, timeout }, at) => ({
      number:
        followMeFault({ numbers: [{ number, timeout: 0 }] }) ??
        // Said of the second of two that are the same.
        numbers
          .slice(0, at)
          .map((before) => followMeFault({ numbers: [before, { number, timeout: 0 }] }))
          .find((fault) => fault?.code === "settings.followMe.duplicate"),
      timeout: followMeFault({ toutall: timeout }),
    })),
  };
}

/** The server's word is the last: this one looks at everything, as it does. */
export const isFollowMeValid = (value: FollowMe): boolean => followMeFault(value) === undefined;

export const withNumber = (numbers: Numbers): Numbers =>
  numbers.length >= FOLLOW_ME_MAX_NUMBERS ? numbers : [...numbers, { number: "", timeout: NEW_TIMEOUT_SECONDS }];

export const withoutNumber = (numbers: Numbers, at: number): Numbers => numbers.toSpliced(at, 1);

export function withChange(numbers: Numbers, at: number, change: Partial<Numbers[number]>): Numbers {
  return numbers.map((one, place) => (place === at ? { ...one, ...change } : one));
}

/** Takes one from its place to another; a place beyond the ends is the end. */
export function withMove(numbers: Numbers, from: number, to: number): Numbers {
  const moved = numbers[from];
  if (moved === undefined) return numbers;
  return numbers.toSpliced(from, 1).toSpliced(Math.max(0, to), 0, moved);
}
