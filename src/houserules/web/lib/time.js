// Times of the floor are whole seconds; they are shown in the reader's own time.
export function clockTime(seconds) {
  return new Date(seconds * 1000).toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit", second: "2-digit" });
}

export function dayTime(seconds) {
  const day = new Date(seconds * 1000).toLocaleDateString("en-CA");
  return `${day} ${clockTime(seconds)}`;
}
