// Money comes as whole cents and is shown as dollars.
export function dollars(cents) {
  const sign = cents < 0 ? "-" : "";
  const whole = Math.floor(Math.abs(cents) / 100).toLocaleString("en-US");
  const rest = Math.abs(cents) % 100;
  return `${sign}$${whole}${rest ? "." + String(rest).padStart(2, "0") : ""}`;
}

// Always with cents, for meters and accounts.
export function exact(cents) {
  const sign = cents < 0 ? "-" : "";
  const whole = Math.floor(Math.abs(cents) / 100).toLocaleString("en-US");
  return `${sign}$${whole}.${String(Math.abs(cents) % 100).padStart(2, "0")}`;
}

// "12", "12.50", "$1,200" -> cents; null where it is no sum.
export function parseDollars(text) {
  const match = /^\$?\s*(\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d{1,2}))?$/.exec(text.trim());
  if (!match) return null;
  return Number(match[1].replaceAll(",", "")) * 100 + Number((match[2] ?? "").padEnd(2, "0") || 0);
}
