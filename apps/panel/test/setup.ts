/** Before each file of page tests; what it imports runs once in a process. */
import "./computedStyle.ts";
import { slowFrames } from "./slowFrames.ts";

slowFrames(window);
