/** Tests that a run which needs state that is not fetched yet reports so, whatever the machine makes of the error. */
import { expect, it } from 'vitest';
import { openAppState } from '../../src/app/state/open.js';
import type { RemoteSource } from '../../src/app/state/remote_source.js';
import type { WorkingState } from '../../src/app/state/types.js';
import { AbsentRemote } from '../../src/evm/absent_remote.js';
import { createCommon } from '../../src/evm/ethereumjs/common.js';
import { HalleyEvm } from '../../src/evm/ethereumjs/evm.js';
import { execute } from '../../src/evm/ethereumjs/run.js';
import { StateAdapter } from '../../src/evm/ethereumjs/state_adapter.js';
import { intrinsicGas } from '../../src/evm/intrinsic_gas.js';
import type { Execution } from '../../src/evm/machine.js';
import { fromHex } from '../../src/kernel/hex.js';

const SENDER = new Uint8Array(20).fill(1);
const CONTRACT = new Uint8Array(20).fill(2);
const COINBASE = new Uint8Array(20).fill(3);
/** Reads slots 1 and 2. */
const CODE = fromHex('6001545060025450');

async function aForkedState(): Promise<WorkingState> {
  const remote: RemoteSource = { fetch: async () => [] };
  const state = await openAppState(undefined, { remote });
  const working = state.begin(0n);
  working.setAccount(SENDER, { nonce: 1n, balance: 10n ** 18n, codeHash: working.setCode(new Uint8Array(0)) });
  working.setAccount(CONTRACT, { nonce: 1n, balance: 0n, codeHash: working.setCode(CODE) });
  working.setAccount(COINBASE, { nonce: 1n, balance: 0n, codeHash: working.setCode(new Uint8Array(0)) });
  state.seal();
  state.commit();
  return state.fork();
}

type Ran = (evm: HalleyEvm, adapter: StateAdapter<WorkingState>) => void;

async function ran(change: Ran): Promise<Execution> {
  const adapter = new StateAdapter<WorkingState>();
  const evm = new HalleyEvm({ common: createCommon(31337n), stateManager: adapter });
  adapter.attach(await aForkedState());
  change(evm, adapter);
  const message = { from: SENDER, to: CONTRACT, value: 0n, input: new Uint8Array(0), gasLimit: 100_000n, gasPrice: 0n };
  const rest = { accessList: undefined, authorizationList: undefined };
  const context = {
    number: 1n,
    timestamp: 1n,
    coinbase: COINBASE,
    evmChainId: 31337n,
    prevRandao: new Uint8Array(32),
    gasLimit: 1_000_000n,
    baseFeePerGas: 0n,
  };
  return execute({ evm, adapter }, context, { ...message, ...rest }, intrinsicGas({ ...message, ...rest }));
}

const firstSlot = { type: 'slot', slot: expect.objectContaining({ 31: 1 }) };

it('throws the absence that the code ran into', async () => {
  await expect(ran(() => undefined)).rejects.toMatchObject({ name: 'AbsentRemote', key: firstSlot });
});

it('throws the first absence when the machine treats it as a failure of the code', async () => {
  const swallowing: Ran = (evm) => {
    const run = evm.runCall.bind(evm);
    evm.runCall = (options) =>
      run(options).catch(() => ({ execResult: { executionGasUsed: 0n, returnValue: new Uint8Array(0) } }));
  };
  await expect(ran(swallowing)).rejects.toMatchObject({ name: 'AbsentRemote', key: firstSlot });
});

it('throws the absence in place of an error that it caused', async () => {
  const failing: Ran = (evm) => {
    const run = evm.runCall.bind(evm);
    evm.runCall = (options) =>
      run(options).catch((error: unknown) => {
        expect(error).toBeInstanceOf(AbsentRemote);
        throw new TypeError('undefined is not an account');
      });
  };
  await expect(ran(failing)).rejects.toMatchObject({ name: 'AbsentRemote', key: firstSlot });
});
