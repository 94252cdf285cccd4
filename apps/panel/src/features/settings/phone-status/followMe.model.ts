import type { FollowMe, SettingFault } from "@callpanel/contract";
import { FOLLOW_ME_MAX_NUMBERS, followMeFault } from "@callpanel/contract";

type Numbers = FollowMe["numbers"];

/** How long a new number rings. */
export const NEW_TIMEOUT_SECONDS = 20;

/** SET-9: the first error of each field, so that every invalid field shows its own error. */
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
        // Shown on the second of two equal numbers.
        numbers
          .slice(0, at)
          .map((before) => followMeFault({ numbers: [before, { number, timeout: 0 }] }))
          .find((fault) => fault?.code === "settings.followMe.duplicate"),
      timeout: followMeFault({ toutall: timeout }),
    })),
  };
}

/** The server decides in the end: this checks everything in the same way. */
export const isFollowMeValid = (value: FollowMe): boolean => followMeFault(value) === undefined;

export const withNumber = (numbers: Numbers): Numbers =>
  numbers.length >= FOLLOW_ME_MAX_NUMBERS ? numbers : [...numbers, { number: "", timeout: NEW_TIMEOUT_SECONDS }];

export const withoutNumber = (numbers: Numbers, at: number): Numbers => numbers.toSpliced(at, 1);

export function withChange(numbers: Numbers, at: number, change: Partial<Numbers[number]>): Numbers {
  return numbers.map((one, place) => (place === at ? { ...one, ...change } : one));
}

/** Moves an entry to another place; a place beyond an end is that end. */
export function withMove(numbers: Numbers, from: number, to: number): Numbers {
  const moved = numbers[from];
  if (moved === undefined) return numbers;
  return numbers.toSpliced(from, 1).toSpliced(Math.max(0, to), 0, moved);
}
