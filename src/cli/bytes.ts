const UNITS = ["B", "KB", "MB", "GB", "TB"];

/** A size as people read it: `0 B`, `12 KB`, `3.4 MB`. */
export function bytes(size: number): string {
  let value = size;
  let unit = 0;
  while (value >= 999.5 && unit < UNITS.length - 1) {
    value /= 1000;
    unit++;
  }
  const text = value < 9.95 && unit > 0 ? value.toFixed(1) : value.toFixed(0);
  return `${text} ${UNITS[unit]}`;
}
