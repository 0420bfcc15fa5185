/** The part of the browser's storage we use. */
export type KeyStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

const probe = 'caredrop.probe';

/** The browser's storage of that name, or an in-memory one if it is denied or full. */
export function usableStorage(name: 'sessionStorage' | 'localStorage'): KeyStorage {
  try {
    const storage = window[name];
    storage.setItem(probe, '1');
    storage.removeItem(probe);
    return storage;
  } catch {
    return memoryStorage();
  }
}

function memoryStorage(): KeyStorage {
  const kept = new Map<string, string>();
  return {
    getItem: (name) => kept.get(name) ?? null,
    setItem: (name, value) => void kept.set(name, value),
    removeItem: (name) => void kept.delete(name),
  };
}
