const key = 'caredrop.session';

/**
 * The bearer, kept in localStorage. Storage may be denied (private windows); then the session lasts as long
 * as the page.
 */
let fallback: string | null = null;

export const storedToken = {
  key,
  read(): string | null {
    try {
      return localStorage.getItem(key) ?? fallback;
    } catch {
      return fallback;
    }
  },
  write(token: string): void {
    try {
      localStorage.setItem(key, token);
    } catch {
      fallback = token;
    }
  },
  remove(): void {
    fallback = null;
    try {
      localStorage.removeItem(key);
    } catch {
      // If storage is denied, nothing was stored.
    }
  },
};
