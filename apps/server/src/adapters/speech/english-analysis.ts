import type { Categorized } from "../../modules/speech/index.ts";
import { CATEGORY_WORDS, type SpokenCategory } from "./category-words.ts";

export interface EnglishAnalysis {
  /** The most important sentences, in their order and wording. */
  summarize(text: string): string;
  categorize(text: string): Categorized;
}

interface Parts {
  each(tell: (part: { out(what: unknown): unknown }) => void): void;
}

/** The part of wink-nlp that is used; its own types do not allow to ask a token for its stem. */
export interface EnglishReader {
  readonly its: Readonly<Record<"negationFlag" | "stem" | "stopWordFlag" | "type", unknown>>;
  readDoc(text: string): {
    tokens(): Parts;
    entities(): Parts;
    sentences(): { out(): readonly string[] };
  };
}

/** Characters that are analysed; a message of ten minutes has fewer. */
const LONGEST_TEXT = 20_000;
/** Characters; a shorter text is its own summary. */
const SUMMARY_LENGTH = 160;
/** Words; transcriptions have no full stops, so a longer sentence is split where people usually begin a new one. */
const LONGEST_SENTENCE = 25;
const SHORTEST_CLAUSE = 4;
const CLAUSE_STARTS = new Set([
  "i",
  "i'm",
  "we",
  "please",
  "thank",
  "thanks",
  "my",
  "this",
  "can",
  "could",
  "because",
  "call",
]);
/** Marks a place where something was left out. */
const GAP = " … ";

/** English analysis by wink-nlp with the model of its package; needs no network. */
export function createEnglishAnalysis(nlp: EnglishReader): EnglishAnalysis {
  const { its } = nlp;
  /** The stems of all words, each with a space on both sides. */
  const stemsOf = (text: string): string => {
    const stems: string[] = [];
    nlp
      .readDoc(text.toLowerCase())
      .tokens()
      .each((token) => {
        // A negated word does not count: "this is not an emergency".
        if (token.out(its.type) === "word")
          stems.push(token.out(its.negationFlag) === true ? "—" : String(token.out(its.stem)));
      });
    return ` ${stems.join(" ")} `;
  };
  const weighed = CATEGORY_WORDS.map(({ category, sure, likely }) => ({
    category,
    words: [
      ...sure.map((word) => ({ word, stems: stemsOf(word), weight: SURE })),
      ...likely.map((word) => ({ word, stems: stemsOf(word), weight: LIKELY })),
    ],
  }));

  return {
    summarize: (text) => {
      const whole = text.slice(0, LONGEST_TEXT).replaceAll(/\s+/g, " ").trim();
      if (whole.length <= SUMMARY_LENGTH) return whole;
      const clauses = nlp.readDoc(whole).sentences().out().flatMap(clausesOf);
      const weights = clauses.map((clause) => weightOf(nlp, clause));
      return bestOf(clauses, weights);
    },
    categorize: (text) => {
      const said = stemsOf(text.slice(0, LONGEST_TEXT));
      let best:
        | { readonly category: SpokenCategory; readonly weight: number; readonly because: readonly string[] }
        | undefined;
      for (const { category, words } of weighed) {
        const found = words.filter(({ stems }) => said.includes(stems));
        const weight = found.reduce((sum, one) => sum + one.weight, 0);
        if (weight >= SURE && weight > (best?.weight ?? 0))
          best = { category, weight, because: found.map(({ word }) => word) };
      }
      return best === undefined
        ? { category: "misc", because: [] }
        : { category: best.category, because: best.because };
    },
  };
}

const SURE = 2;
const LIKELY = 1;

/** A sentence, or the clauses of a text without full stops. */
function clausesOf(sentence: string): readonly string[] {
  const words = sentence.split(" ");
  if (words.length <= LONGEST_SENTENCE) return [sentence];
  const clauses: string[][] = [[]];
  for (const word of words) {
    const last = clauses.at(-1) ?? [];
    if (last.length >= SHORTEST_CLAUSE && CLAUSE_STARTS.has(word.toLowerCase())) clauses.push([word]);
    else last.push(word);
  }
  return clauses.map((clause) => clause.join(" "));
}

/** Entities that people listen to a message for: when, how much, how to reach someone. */
const TELLING_ENTITIES = new Set(["DATE", "TIME", "MONEY", "DURATION", "CARDINAL", "URL", "EMAIL"]);
const ENTITY_WEIGHT = 2;
const ASKS = /\b(please|call me|call back|need|must|urgent|can you|could you|let me know)\b/i;
const ASK_WEIGHT = 3;

/** The weight of a clause: its content words, its entities, and whether it asks for something. */
function weightOf({ readDoc, its }: EnglishReader, clause: string): number {
  const doc = readDoc(clause);
  let weight = ASKS.test(clause) ? ASK_WEIGHT : 0;
  doc.tokens().each((token) => {
    if (token.out(its.type) === "word" && token.out(its.stopWordFlag) === false) weight += 1;
  });
  doc.entities().each((entity) => {
    if (TELLING_ENTITIES.has(String(entity.out(its.type)))) weight += ENTITY_WEIGHT;
  });
  return weight;
}

/** The clauses with the most weight that fit, in their order; among equals the earlier one. */
function bestOf(clauses: readonly string[], weights: readonly number[]): string {
  const byWeight = clauses.map((_, index) => index).toSorted((a, b) => (weights[b] ?? 0) - (weights[a] ?? 0));
  const chosen = new Set<number>();
  let length = 0;
  for (const index of byWeight) {
    const clause = clauses[index] ?? "";
    if (length + clause.length > SUMMARY_LENGTH) continue;
    chosen.add(index);
    length += clause.length + GAP.length;
  }
  // The best clause is longer than a summary: its beginning.
  if (chosen.size === 0) return `${(clauses[byWeight[0] ?? 0] ?? "").slice(0, SUMMARY_LENGTH).trim()}…`;
  let summary = "";
  let before = -1;
  for (const index of [...chosen].toSorted((a, b) => a - b)) {
    const joint = index === before + 1 ? " " : GAP;
    summary += (summary === "" ? "" : joint) + (clauses[index] ?? "");
    before = index;
  }
  return summary;
}
