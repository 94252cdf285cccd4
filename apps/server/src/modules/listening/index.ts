export { createListeningBoard, type ListeningBoard, type ListeningStep } from "./listening.board.ts";
