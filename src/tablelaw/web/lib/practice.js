// A private practice table of the demo: nobody else plays there, and nothing is hurried.
import { enterDemo, me, post } from "./api.js";

/**
 * Makes the table, with a seat and chips, and goes there.
 * @param {string} rulebook
 */
export async function practise(rulebook) {
  if (me().role !== "player") await enterDemo("player");
  const { table } = await post("/api/practice", { rulebook });
  location.assign(`/table/${encodeURIComponent(table)}`);
}
