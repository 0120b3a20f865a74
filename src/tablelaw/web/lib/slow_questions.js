// Slow questions: asked once, then polled until they are answered. `tell` receives the progress.
import { get, post, Refusal } from "./api.js";
import { pause } from "./pause.js";

/**
 * @param {Api.AnalysisRequest} question
 * @param {Page.Tell} tell
 */
export async function slowAnswer(question, tell = () => {}) {
  const slip = await ended(await post("/api/workshop", question), tell);
  return get(`/api/workshop/${slip.id}/answer`);
}

/**
 * The address of an answer that is a file.
 * @param {Api.AnalysisRequest} question
 * @param {Page.Tell} tell
 */
export async function slowAnswerAddress(question, tell = () => {}) {
  const slip = await ended(await post("/api/workshop", question), tell);
  return `/api/workshop/${slip.id}/answer`;
}

/**
 * @param {Api.JobStatus} slip
 * @param {Page.Tell} tell
 */
async function ended(slip, tell) {
  let wait = 150;
  while (slip.state === "waiting" || slip.state === "working") {
    tell(words(slip));
    await pause(wait);
    wait = Math.min(1000, wait * 1.5);
    slip = await get(`/api/workshop/${slip.id}`);
  }
  if (slip.state === "refused") throw new Refusal(409, slip.refused);
  return slip;
}

/** @param {Api.JobStatus} slip */
function words(slip) {
  if (slip.state === "waiting" && slip.ahead)
    return `Waiting: ${slip.ahead} ${slip.ahead === 1 ? "question is" : "questions are"} ahead of this one.`;
  const seconds =
    slip.seconds >= 3 ? ` (${Math.round(slip.seconds)} s; the first time is the slowest; the result is kept)` : "";
  return `Counting every deal${slip.said ? `: ${slip.said}` : ""} ...${seconds}`;
}
