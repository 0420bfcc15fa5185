import { ModernFakeTimers } from '@jest/fake-timers';
import { ModuleMocker } from 'jest-mock';

const mocks = new ModuleMocker(globalThis);
const timers = new ModernFakeTimers({
  config: { fakeTimers: { enableGlobally: false } },
  global: globalThis,
});

/**
 * The `jest` that spec files import from `@jest/globals`, one object per worker. There is no `mock`, since modules are
 * shared.
 */
export const jest = {
  ...methods(mocks, ['fn', 'spyOn', 'mocked', 'clearAllMocks', 'resetAllMocks', 'restoreAllMocks']),
  ...methods(timers, ['useFakeTimers', 'useRealTimers', 'setSystemTime']),
  ...methods(timers, [
    'advanceTimersByTime',
    'advanceTimersByTimeAsync',
    'runAllTimers',
    'runAllTimersAsync',
  ]),
};

function methods(object, names) {
  return Object.fromEntries(names.map((name) => [name, object[name].bind(object)]));
}
