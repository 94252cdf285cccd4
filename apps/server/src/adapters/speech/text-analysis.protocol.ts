import type { Categorized } from "../../modules/speech/index.ts";

/** Sent to the thread. */
export interface AnalysisRequest {
  readonly id: number;
  readonly work: "summarize" | "categorize";
  readonly text: string;
}

/** Sent by the thread, for each request. */
export type AnalysisReply =
  | { readonly id: number; readonly work: "summarize"; readonly summary: string }
  | { readonly id: number; readonly work: "categorize"; readonly categorized: Categorized };
