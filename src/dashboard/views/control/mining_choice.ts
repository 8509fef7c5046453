/** Makes the parameters of `halley_setMiningMode` from the fields of a form. */

export const MODES = [
  ['automine', 'automine: a block for each transaction'],
  ['interval', 'interval: a block at each interval'],
  ['mixed', 'mixed: at each interval, and for each transaction'],
  ['manual', 'manual: only on request'],
  ['realtime', 'realtime: as consensus decides, timeouts on the wall clock'],
  ['step', 'step: as you step through consensus'],
] as const;

/** Returns the parameters; undefined when a field holds no valid number. */
export function miningParams(
  mode: string,
  ms: number | undefined,
  factor: number | undefined,
): readonly unknown[] | undefined {
  if (mode === 'interval' || mode === 'mixed')
    return ms === undefined || !Number.isInteger(ms) || ms < 1 ? undefined : [mode, { ms }];
  if (mode === 'realtime') return factor === undefined || factor <= 0 ? undefined : [mode, { factor }];
  return [mode];
}
