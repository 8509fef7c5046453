import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type CommandLog, remember } from '../../src/simulation/command_log.js';

const listed = (log: CommandLog | undefined): number[] => {
  const found: number[] = [];
  for (let at = log; at !== undefined; at = at.previous) found.push(at.recorded.afterEvents);
  return found;
};

it('retains at least the given number of newest commands, and never twice as many', () => {
  fc.assert(
    fc.property(fc.nat(200), fc.integer({ min: 1, max: 20 }), (count, retained) => {
      let log: CommandLog | undefined;
      for (let at = 0; at < count; at++) log = remember(log, { afterEvents: at, command: { type: 'x' } }, retained);
      const found = listed(log);
      expect(found).toEqual(Array.from({ length: found.length }, (_, i) => count - 1 - i));
      expect(found.length).toBe(log?.length ?? 0);
      expect(found.length).toBeGreaterThanOrEqual(Math.min(count, retained));
      expect(found.length).toBeLessThan(Math.max(2 * retained, 1));
    }),
  );
});

it('retains every command when no limit is given', () => {
  let log: CommandLog | undefined;
  for (let at = 0; at < 500; at++) log = remember(log, { afterEvents: at, command: { type: 'x' } });
  expect(listed(log)).toHaveLength(500);
});
