/** Tests durations in Go's format. */
import { describe, expect, it } from 'vitest';
import { goDurationText } from '../../src/kernel/go_time.js';

describe('a duration', () => {
  it.each([
    [0n, '0s'],
    [1n, '1ns'],
    [1_100n, '1.1µs'],
    [2_200_000n, '2.2ms'],
    [3_300_000_000n, '3.3s'],
    [10_000_000_000n, '10s'],
    [245_000_000_000n, '4m5s'],
    [245_001_000_000n, '4m5.001s'],
    [18_367_001_000_000n, '5h6m7.001s'],
    [1_209_600_000_000_000n, '336h0m0s'],
    [-60_000_000_000n, '-1m0s'],
  ])('of %d ns is %s', (nanos, text) => {
    expect(goDurationText(nanos)).toBe(text);
  });
});
