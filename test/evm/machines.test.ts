/** Tests which machine runs: the named one, and otherwise the default, which the environment may set for all tests. */
import { describe, expect, it } from 'vitest';
import { applicationRules } from '../../src/devnet/chain/application_rules.js';
import { DEFAULT_MACHINE } from '../../src/evm/default_machine.js';
import { ExecutionGuard } from '../../src/evm/execution_guard.js';
import { MACHINE_KINDS, Machines } from '../../src/evm/machines.js';

const RULES = { natives: [], blockHash: () => new Uint8Array(32) };

describe('a machine', () => {
  it.each(MACHINE_KINDS)('of the kind %s is a new instance of code that is loaded once', async (kind) => {
    const machines = new Machines(() => RULES, kind);
    expect(machines.load()).toBe(machines.load());
    const guard = new ExecutionGuard();
    const [one, other] = [await machines.create(guard), await machines.create(guard)];
    expect(one === other).toBe(false);
  });

  it('without a name is the default, which the test environment may set', () => {
    expect(MACHINE_KINDS).toContain(DEFAULT_MACHINE);
    const asked = process.env['HALLEY_EVM_MACHINE'];
    if (asked !== undefined) expect(DEFAULT_MACHINE).toBe(asked);
    expect(applicationRules({}).machine).toBe(DEFAULT_MACHINE);
    for (const machine of MACHINE_KINDS) expect(applicationRules({ machine }).machine).toBe(machine);
  });
});
