// An address that is none: which it was, and the way back.
import { byId } from "/web/lib/dom.js";
import { shell } from "/web/lib/shell.js";

byId("address").textContent = location.pathname;
await shell("Not here");
