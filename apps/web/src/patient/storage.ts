/** The part of the browser's storage we use. */
export type KeyStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** The browser's storage of that name, which keeps in memory what the browser denies or has no space for. Never throws. */
export function usableStorage(name: 'sessionStorage' | 'localStorage'): KeyStorage {
  const kept = new Map<string, string>();
  const attempt = <Result>(action: (storage: Storage) => Result): Result | null => {
    try {
      return action(window[name]);
    } catch {
      return null;
    }
  };
  return {
    getItem: (key) => kept.get(key) ?? attempt((storage) => storage.getItem(key)),
    setItem(key, value) {
      kept.set(key, value);
      attempt((storage) => storage.setItem(key, value));
    },
    removeItem(key) {
      kept.delete(key);
      attempt((storage) => storage.removeItem(key));
    },
  };
}
