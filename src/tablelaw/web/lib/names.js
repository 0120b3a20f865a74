// The names of actors and accounts as the log writes them: "player:ann", "tray:T-1", "system".

/**
 * The word before the first colon and what follows it: "player:ann" -> ["player", "ann"], "cage" -> ["cage", ""].
 * @param {string} text
 * @returns {[string, string]}
 */
export function parts(text) {
  const at = text.indexOf(":");
  return at < 0 ? [text, ""] : [text.slice(0, at), text.slice(at + 1)];
}

/**
 * Who acted, without the role: "player:Ada" -> "Ada"; the role if there is no name.
 * @param {string} by
 */
export function person(by) {
  const [role, name] = parts(by);
  return name || role;
}
