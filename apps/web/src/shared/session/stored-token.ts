const key = 'caredrop.session';

/**
 * The bearer token if localStorage is denied (in some private windows): the session then lasts as long as the
 * page.
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
      fallback = null;
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
