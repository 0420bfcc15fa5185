import { Gate } from './gate.js';

describe('Gate', () => {
  it('lets all through while the server answers', () => {
    expect(new Gate(100).places(16, 3, 0)).toBe(16);
  });

  it('lets one at a time through, with growing pauses, while the server is away', () => {
    const gate = new Gate(100, 1000);
    gate.away(0);
    expect(gate.places(16, 0, 99)).toBe(0);
    expect(gate.places(15, 1, 100)).toBe(0);
    expect(gate.places(16, 0, 100)).toBe(1);
    gate.away(100);
    expect(gate.places(16, 0, 299)).toBe(0);
    expect(gate.places(16, 0, 300)).toBe(1);
  });

  it('counts mails that fail together once', () => {
    const gate = new Gate(100, 60_000);
    for (let mail = 0; mail < 16; mail += 1) gate.away(0);
    expect(gate.places(16, 0, 100)).toBe(1);
  });

  it('never pauses longer than the longest', () => {
    const gate = new Gate(100, 1000);
    for (let time = 0; time < 100_000; time += 1000) gate.away(time);
    expect(gate.places(1, 0, 100_000)).toBe(1);
  });

  it('opens wholly at the first success', () => {
    const gate = new Gate(100);
    gate.away(0);
    gate.answered();
    expect(gate.places(16, 2, 1)).toBe(16);
  });
});
