/** Saves a blob to the browser's downloads as `name`. */
export function saveBlob(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  // Safari reads the URL after the click handler has returned.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
