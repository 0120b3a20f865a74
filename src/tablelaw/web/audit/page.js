// The auditor's page: rounds, proofs of the log, money, meters, seen cards, and who looked at what.
import { byId } from "/web/lib/dom.js";
import { needs, frame } from "/web/lib/frame.js";
import { tabs } from "/web/lib/tabs.js";
import { accessLog } from "./access_log.js";
import { ledger } from "./ledger.js";
import { meters } from "./meters.js";
import { proofs } from "./log_tab.js";
import { rounds } from "./rounds.js";
import { seenCards } from "./seen_cards.js";

await frame("Auditor");
if (needs("auditor", byId("page"))) {
  tabs(
    byId("tabs"),
    [
      ["rounds", "Rounds", rounds],
      ["log", "Log and proofs", proofs],
      ["money", "Ledger", ledger],
      ["meters", "Meters", meters],
      ["seen", "Seen cards", seenCards],
      ["looks", "Who looked", accessLog],
    ],
    "Sections",
  );
}
