// A signed head as text, as it is saved: title, property, size, root, at, key, signature.
const NAMES = ["property", "size", "root", "at", "key", "signature"];

export function readHead(text) {
  const lines = text.split("\n").map((line) => line.trim()).filter((line) => line && !line.startsWith("#"));
  const values = NAMES.map((name, n) => (lines[n + 1]?.startsWith(`${name} `) ? lines[n + 1].slice(name.length + 1) : null));
  if (lines.length !== 7 || lines[0] !== "houserules head 1" || values.includes(null)) {
    throw new Error("This is no signed head. Accepted: the seven lines of a head as it was saved.");
  }
  const [property, size, root, at, key, signature] = values;
  return { head: { property, size: Number(size), root, at: Number(at) }, key, signature };
}
