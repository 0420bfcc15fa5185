const units = ['Bytes', 'KB', 'MB', 'GB'];

/** File sizes in base 1024: '512 Bytes', '1.50 KB'; GB is the largest unit. */
export function formatSize(bytes: number): string {
  let size = Math.max(0, bytes);
  let unit = 0;
  while (size >= 1024 && unit < units.length - 1) {
    size /= 1024;
    unit += 1;
  }
  return unit === 0 ? `${size} Bytes` : `${size.toFixed(2)} ${units[unit]}`;
}
