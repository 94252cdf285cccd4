import type { PhoneNumber } from "@callpanel/contract";
import { numbersIn } from "../../kernel/text/phone-number.ts";
import { foldText, searchWords } from "../../kernel/text/search-text.ts";

/** What a person types to find a number. */
export interface NumberQuestion {
  /** Folded. */
  readonly text: string;
  readonly words: readonly string[];
  /** If the text can be a number: its digits, and its E.164 form. */
  readonly digits: string | undefined;
  readonly e164: string | undefined;
}

export const numberQuestion = (search: string): NumberQuestion => ({
  text: foldText(search),
  words: searchWords(search),
  ...numbersIn(search),
});

/** CONTACT-31: ranks of a match: exact number, start of the number, start of the name, or anywhere. */
export const NUMBER_RANKS = { exact: 0, prefix: 1, name: 2, other: 3 } as const;
const RANK_COUNT = 4;

/** A source of numbers of one kind, with matches by rank. */
export interface NumberSource {
  /** The number of matches of each rank. */
  counts(question: NumberQuestion): Promise<readonly number[]>;
  /** A page of the matches. */
  slice(
    question: NumberQuestion,
    piece: { readonly start: number; readonly limit: number },
  ): Promise<readonly PhoneNumber[]>;
}

/** CONTACT-31: the matches of all sources, rank by rank, and within a rank source by source. */
export async function searchNumbers(
  sources: readonly NumberSource[],
  question: NumberQuestion,
  { start, limit }: { readonly start: number; readonly limit: number },
): Promise<{ total: number; data: PhoneNumber[] }> {
  const counted = await Promise.all(sources.map(async (source) => ({ source, counts: await source.counts(question) })));
  const data: PhoneNumber[] = [];
  let before = 0;
  for (let rank = 0; rank < RANK_COUNT; rank += 1) {
    for (const { source, counts } of counted) {
      const count = counts[rank] ?? 0;
      const from = Math.max(0, start + data.length - before);
      const wanted = Math.min(limit - data.length, count - from);
      if (wanted > 0) {
        const better = counts.slice(0, rank).reduce((sum, one) => sum + one, 0);
        data.push(...(await source.slice(question, { start: better + from, limit: wanted })));
      }
      before += count;
    }
  }
  return { total: before, data };
}

/** A source that is small enough for memory: each number with its rank, undefined without a match. */
export function heldSource(
  numbers: readonly PhoneNumber[],
  rankOf: (number: PhoneNumber, question: NumberQuestion) => number | undefined,
): NumberSource {
  const ranked = (question: NumberQuestion) =>
    numbers
      .map((number) => ({ number, rank: rankOf(number, question) }))
      .flatMap(({ number, rank }) => (rank === undefined ? [] : { number, rank }))
      .toSorted((one, other) => one.rank - other.rank);
  return {
    counts: async (question) => {
      const found = ranked(question);
      return Array.from({ length: RANK_COUNT }, (_, rank) => found.filter((one) => one.rank === rank).length);
    },
    slice: async (question, { start, limit }) =>
      ranked(question)
        .slice(start, start + limit)
        .map(({ number }) => number),
  };
}
