import { CircuitBreaker } from './circuit-breaker.js';

describe('CircuitBreaker', () => {
  it('a closed circuit breaker allows full capacity', () => {
    expect(new CircuitBreaker(100).capacity(16, 3, 0)).toBe(16);
  });

  it('an open circuit breaker allows one call at a time, with growing pauses', () => {
    const breaker = new CircuitBreaker(100, 1000);
    breaker.recordFailure(0);
    expect(breaker.capacity(16, 0, 99)).toBe(0);
    expect(breaker.capacity(15, 1, 100)).toBe(0);
    expect(breaker.capacity(16, 0, 100)).toBe(1);
    breaker.recordFailure(100);
    expect(breaker.capacity(16, 0, 299)).toBe(0);
    expect(breaker.capacity(16, 0, 300)).toBe(1);
  });

  it('concurrent failures count once for the circuit breaker', () => {
    const breaker = new CircuitBreaker(100, 60_000);
    for (let mail = 0; mail < 16; mail += 1) breaker.recordFailure(0);
    expect(breaker.capacity(16, 0, 100)).toBe(1);
  });

  it('the pause of a circuit breaker never exceeds its maximum', () => {
    const breaker = new CircuitBreaker(100, 1000);
    for (let time = 0; time < 100_000; time += 1000) breaker.recordFailure(time);
    expect(breaker.capacity(1, 0, 100_000)).toBe(1);
  });

  it('the first success closes the circuit breaker', () => {
    const breaker = new CircuitBreaker(100);
    breaker.recordFailure(0);
    breaker.recordSuccess();
    expect(breaker.capacity(16, 2, 1)).toBe(16);
  });
});
