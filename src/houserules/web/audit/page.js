// The auditor's page: rounds, proofs of the log, money, meters, and who looked at what.
import { byId } from "/web/lib/dom.js";
import { needs, shell } from "/web/lib/shell.js";
import { tabs } from "/web/lib/tabs.js";
import { ledger } from "./ledger.js";
import { looks } from "./looks.js";
import { meters } from "./meters.js";
import { proofs } from "./proofs.js";
import { rounds } from "./rounds.js";

await shell("Auditor");
if (needs("auditor", byId("page"))) {
  tabs(byId("tabs"), [
    ["rounds", "Rounds", rounds],
    ["log", "Log and proofs", proofs],
    ["money", "Ledger", ledger],
    ["meters", "Meters", meters],
    ["looks", "Who looked", looks],
  ], "What to look at");
}
