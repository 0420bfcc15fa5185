import { jest } from '@jest/globals';
import { usableStorage } from './storage.js';

beforeEach(() => sessionStorage.clear());
afterEach(() => jest.restoreAllMocks());

describe('the storage of the browser', () => {
  it('a value is kept after a reload until it is removed', () => {
    usableStorage('sessionStorage').setItem('a', '1');
    const afterReload = usableStorage('sessionStorage');
    expect(afterReload.getItem('a')).toBe('1');
    afterReload.removeItem('a');
    expect(usableStorage('sessionStorage').getItem('a')).toBeNull();
  });

  it('a value for which the browser has no space left is kept in memory', () => {
    const storage = usableStorage('sessionStorage');
    storage.setItem('a', '1');
    jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('', 'QuotaExceededError');
    });
    storage.setItem('a', '2');
    expect(storage.getItem('a')).toBe('2');
    storage.removeItem('a');
    expect(storage.getItem('a')).toBeNull();
  });

  it('a browser that denies its storage keeps values in memory', () => {
    jest.spyOn(window, 'sessionStorage', 'get').mockImplementation(() => {
      throw new DOMException('', 'SecurityError');
    });
    const storage = usableStorage('sessionStorage');
    storage.setItem('a', '1');
    expect(storage.getItem('a')).toBe('1');
    storage.removeItem('a');
    expect(storage.getItem('a')).toBeNull();
  });
});
