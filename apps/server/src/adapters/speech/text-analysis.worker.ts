import { parentPort } from "node:worker_threads";
import model from "wink-eng-lite-web-model";
import winkNlp from "wink-nlp";
import { createEnglishAnalysis } from "./english-analysis.ts";
import type { AnalysisReply, AnalysisRequest } from "./text-analysis.protocol.ts";

/** The thread for text analysis, so that calls do not wait for it. The model is loaded once, in about 0.2 s. */
const analysis = createEnglishAnalysis(winkNlp(model));
parentPort?.on("message", ({ id, work, text }: AnalysisRequest) => {
  const reply: AnalysisReply =
    work === "summarize"
      ? { id, work, summary: analysis.summarize(text) }
      : { id, work, categorized: analysis.categorize(text) };
  parentPort?.postMessage(reply);
});
