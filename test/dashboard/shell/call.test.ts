import { describe, expect, it } from 'vitest';
import { type Call, call, commandText, curlText, libraryText, literal } from '../../../src/dashboard/shell/call.js';
import { createDevnet, type Devnet } from '../../../src/devnet/index.js';

/** Runs a line as the reader would, in a program that has a devnet. */
const runLine = (devnet: Devnet, line: string): Promise<void> =>
  new Function('devnet', `return (async () => { ${line} })()`)(devnet) as Promise<void>;

/** Pairs calls with what they change. */
const EFFECTS: readonly (readonly [Call, (devnet: Devnet) => unknown])[] = [
  [call('evm_mine', { blocks: 3 }), (devnet) => devnet.height],
  [call('anvil_mine', '0x2'), (devnet) => devnet.height],
  [call('evm_increaseTime', 3600), (devnet) => devnet.time.now],
  [call('evm_setNextBlockTimestamp', 4_102_444_800), (devnet) => devnet.time.now],
  [call('halley_setMiningMode', 'interval', { ms: 60_000 }), (devnet) => devnet.miningMode],
  [call('halley_setMiningMode', 'step'), (devnet) => devnet.miningMode],
  [call('halley_crashValidator', 3), ({ network }) => network.nodes.map(({ up }) => up)],
  [call('halley_addFault', { type: 'drop', message: 'catch-up', to: [0, 1] }), ({ network }) => network.faults],
  [call('halley_partition', [[0, 1], [2]]), ({ network }) => network.faults],
  [call('halley_setLink', 0, 1, { up: false }), ({ network }) => network.cutLinks],
  [call('halley_setLink', 0, 1, { ms: 5, percent: 1 }), ({ network }) => network.faults],
  [call('halley_setClockSkew', 2, -500), ({ network }) => network.faults],
  [
    call('halley_lightClientAttack', { kind: 'equivocation', height: 2, validators: [1, 2, 3] }),
    (devnet) => devnet.validators.map(({ jailed }) => jailed),
  ],
  [call('halley_setValidatorPower', 1, 30), (devnet) => devnet.validators.map(({ tokens }) => tokens)],
  [call('halley_addValidator', { power: 5, name: "it's" }), (devnet) => devnet.validators.map(({ name }) => name)],
  [call('halley_removeValidator', 2), (devnet) => devnet.validators.map(({ tokens }) => tokens)],
];

describe('the line of the library', () => {
  it.each(EFFECTS)('for %j does the same as the call', async (what, effect) => {
    const options = { seed: 'call', timestamp: 1_700_000_000n } as const;
    await using called = await createDevnet(options);
    await using programmed = await createDevnet(options);
    for (const devnet of [called, programmed]) await devnet.mine({ blocks: 2 });
    const before = effect(called);
    await called.provider.request({ method: what.method, params: [...what.params] });
    await runLine(programmed, libraryText(what));
    expect(effect(called)).not.toEqual(before);
    expect(effect(programmed)).toEqual(effect(called));
  });
});

describe('the other forms', () => {
  it('quote for the shell', () => {
    expect(curlText(call('evm_mine'))).toContain(`-d '{"jsonrpc":"2.0","id":1,"method":"evm_mine","params":[]}'`);
    expect(curlText(call('x', "it's"), 'http://127.0.0.1:1')).toContain(`"params":["it'\\''s"]`);
  });

  it('name the command, where there is one', () => {
    expect(commandText(call('evm_mine'))).toBeUndefined();
    expect(
      commandText(
        call('halley_partition', [
          [0, 1],
          [2, 3],
        ]),
      ),
    ).toBe('npx halley-devnet network partition 0,1 2,3');
    expect(commandText(call('halley_addFault', { type: 'partition', groups: [[0], [1, 2]] }))).toBe(
      'npx halley-devnet network fault partition groups=0/1,2',
    );
    expect(commandText(call('halley_setLink', 0, 1, { ms: 500, percent: 10 }))).toBe(
      'npx halley-devnet network link 0 1 --delay 500ms --loss 10%',
    );
    expect(commandText(call('halley_setLink', 0, 1, {}))).toContain('--restore');
  });

  it('write data as TypeScript', () => {
    expect(literal({ a: [1, 'b'], 'c-d': { e: true }, f: {} })).toBe("{ a: [1, 'b'], 'c-d': { e: true }, f: {} }");
    expect(literal('it\'s "so"\n')).toBe(`'it\\'s "so"\\n'`);
  });
});
