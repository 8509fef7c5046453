/** Tests what the reference notices: each way in which an EVM, or the code around it, may be wrong. */
import { beforeAll, describe, expect, it } from 'vitest';
import type { ExecTxResult } from '../../../src/abci/application.js';
import type { BlockRun } from '../../../src/app/block/block_run.js';
import { type DeliverTx, deliverTx, failed } from '../../../src/app/block/deliver_tx.js';
import { FEE_COLLECTOR } from '../../../src/app/modules/auth/fee_collector.js';
import {
  decodeMsgEthereumTxResult,
  encodeMsgEthereumTxResult,
  type MsgEthereumTxResponse,
} from '../../../src/codec/cosmos/tx.js';
import { createAddress } from '../../../src/codec/ethereum/tx.js';
import { installFastCrypto } from '../../../src/crypto/install.js';
import { ReferenceCheck } from '../../../src/devnet/verify/reference/reference_check.js';
import type { HalleyError } from '../../../src/kernel/errors.js';
import { fromHex, to0x } from '../../../src/kernel/hex.js';
import { TestChain } from '../../app/support/chain.js';
import { SINK_CODE, sinkCall } from '../../app/support/contracts.js';
import { COIN, dev, sign } from '../../app/support/wallet.js';

beforeAll(installFastCrypto);

const SINK = createAddress(dev(0).bytes, 0n);
const SLOT = new Uint8Array(32).fill(5);
const ALICE = to0x(dev(1).bytes);

type ChainEdit = NonNullable<NonNullable<Parameters<typeof TestChain.open>[0]>['edit']>;

/** Makes a chain with the contract, whose next transactions `execute` executes. */
async function checkedChain(execute: DeliverTx, edit?: ChainEdit) {
  const differences: HalleyError[] = [];
  let isFaulty = false;
  const check = new ReferenceCheck(
    (difference) => differences.push(difference),
    (...tx) => (isFaulty ? execute(...tx) : deliverTx(...tx)),
  );
  const chain = await TestChain.open({ deliver: check.deliver, ...(edit && { edit }) });
  await chain.mine(await sign(chain, dev(0), { data: SINK_CODE, value: COIN }));
  isFaulty = true;
  return { chain, check, differences };
}

/** Returns the problems that are reported for a call that stores and logs, without its height and hash. */
async function said(execute: DeliverTx, data = sinkCall('poke', 7n, '0x1234')): Promise<string[]> {
  const { chain, check, differences } = await checkedChain(execute);
  const tx = chain.wrap(await sign(chain, dev(1), { to: SINK, data }));
  check.expect([tx], undefined);
  await chain.app.finalizeBlock(chain.blockRequest([tx]));
  return differences.map(({ message }) => message.replace(/^height 2, transaction \d+ \(0x[0-9a-f]{64}\): /, ''));
}

/** Changes the state besides the transaction. */
const meddling =
  (meddle: (run: BlockRun) => void): DeliverTx =>
  async (bytes, run, reader) => {
    const result = await deliverTx(bytes, run, reader);
    meddle(run);
    return result;
  };

/** Changes the recorded result. */
const lying =
  (change: (result: MsgEthereumTxResponse) => Partial<MsgEthereumTxResponse>): DeliverTx =>
  async (bytes, run, reader) => {
    const result = await deliverTx(bytes, run, reader);
    const received = decodeMsgEthereumTxResult(result.data);
    const place = { blockNumber: run.height, txIndex: 0, firstLogIndex: 0 };
    return { ...result, data: encodeMsgEthereumTxResult({ ...received, ...change(received) }, place) };
  };

describe('an EVM without a fault', () => {
  it('agrees, for any share of the limit, and for any fee recipient', async () => {
    const { chain, check, differences } = await checkedChain(deliverTx);
    for (const wish of [
      { to: SINK, data: sinkCall('poke', 7n, '0x1234'), gas: 3_000_000n },
      { to: SINK, data: sinkCall('setAll', 0n, 4n, 9n), gas: 130_000n },
      { to: SINK, data: sinkCall('setAll', 0n, 4n, 0n), gas: 130_000n },
      { to: SINK, data: sinkCall('fail', 1n) },
      { to: SINK, data: sinkCall('makeAndEnd', 3n, dev(3).address), value: 5n },
      { to: FEE_COLLECTOR.address, value: 3n },
      { to: chain.app.evm.context(1n).coinbase, value: 0n },
      { to: chain.app.evm.context(1n).coinbase, value: 1n },
      { data: '0x60015f5500' as const },
      { data: '0xfe' as const },
    ])
      await chain.mine(await sign(chain, dev(1), wish));
    expect(differences.map(({ message }) => message)).toEqual([]);
    expect(check.report).toEqual({ agreed: 11, differing: 0, notComparable: new Map() });
  });

  it('agrees when a share of the gas limit is always paid', async () => {
    const half: ChainEdit = (state) => {
      state['feemarket'].params.min_gas_multiplier = '0.5';
    };
    const { chain, check, differences } = await checkedChain(deliverTx, half);
    const wish = { to: SINK, data: sinkCall('poke', 7n, '0x1234'), gas: 3_000_001n };
    const { outcomes } = await chain.mine(await sign(chain, dev(1), wish));
    expect(outcomes[0]?.gasUsed).toBe(1_500_000n);
    expect(differences.map(({ message }) => message)).toEqual([]);
    expect(check.report).toMatchObject({ agreed: 2, differing: 0 });
  });

  it('is not compared for the chain’s own contracts', async () => {
    const { chain, check } = await checkedChain(deliverTx);
    const native = '0x0000000000000000000000000000000000000800';
    await chain.mine(await sign(chain, dev(1), { to: native, data: '0x12345678' }));
    await chain.mine(await sign(chain, dev(1), { to: SINK, data: sinkCall('pay', native, 0n) }));
    await chain.mine(await sign(chain, dev(1), { to: SINK, data: sinkCall('poke', 1n, '0x') }));
    const notComparable = new Map([[`call the chain's own contract ${native}`, 2]]);
    expect(check.report).toEqual({ agreed: 2, differing: 0, notComparable });
  });

  it('agrees about a transaction that its block refuses', async () => {
    const { chain, check } = await checkedChain(deliverTx);
    const [first, second] = [
      await sign(chain, dev(1), { to: SINK, value: 1n }),
      await sign(chain, dev(1), { to: SINK, value: 2n }),
    ];
    const { results } = await chain.mine(first, second);
    expect(results.map(({ code }) => code)).toEqual([0, 3]);
    expect(check.report).toMatchObject({ agreed: 3, differing: 0 });
  });
});

describe('a fault', () => {
  const balance = (run: BlockRun, wei: bigint): void => {
    const account = run.state.account(dev(1).bytes);
    if (account !== undefined) run.state.setAccount(dev(1).bytes, { ...account, balance: account.balance + wei });
  };

  it('in the state is reported by account and field', async () => {
    expect(await said(meddling((run) => balance(run, 1n)))).toEqual([
      expect.stringMatching(new RegExp(`^balance of ${ALICE} is \\d+, the reference gives \\d+$`)),
    ]);
    const nonce = meddling(({ state }) => {
      const account = state.account(dev(1).bytes);
      if (account !== undefined) state.setAccount(dev(1).bytes, { ...account, nonce: 9n });
    });
    expect(await said(nonce)).toEqual([`nonce of ${ALICE} is 9, the reference gives 1`]);
    const slot = meddling(({ state }) => state.setStorage(SINK, SLOT, Uint8Array.of(7)));
    expect(await said(slot)).toEqual([`slot ${to0x(SLOT)} of ${to0x(SINK)} is 0x07, the reference gives 0x`]);
    const gone = meddling(({ state }) => state.setAccount(dev(1).bytes, undefined));
    expect(await said(gone)).toEqual([`account ${ALICE} is absent, the reference gives present`]);
    const code = meddling(({ state }) => {
      const account = state.account(SINK);
      if (account !== undefined) state.setAccount(SINK, { ...account, codeHash: state.setCode(fromHex('00')) });
    });
    expect(await said(code)).toEqual([
      expect.stringMatching(/^code hash of 0x.{40} is 0xbc36789e.*, the reference gives/),
    ]);
  });

  it('that undoes the changes of a transaction is reported too', async () => {
    const undone: DeliverTx = async (bytes, run, reader) => {
      const before = run.state.checkpoint();
      const result = await deliverTx(bytes, run, reader);
      run.state.revertTo(before);
      return result;
    };
    const fields = (await said(undone, sinkCall('set', 1n, 2n))).map((text) => text.split(' is ')[0]);
    expect(fields).toEqual([
      `balance of ${to0x(FEE_COLLECTOR.address)}`,
      `nonce of ${ALICE}`,
      `balance of ${ALICE}`,
      expect.stringMatching(/^slot 0x/),
    ]);
  });

  it('in the record is reported by field', async () => {
    expect(await said(lying(({ gasUsed }) => ({ gasUsed: gasUsed + 1n })))).toEqual([
      'gas used is 24653, the reference gives 24652',
    ]);
    expect(await said(lying(() => ({ ret: Uint8Array.of(1) })))).toEqual([
      'return data is 0x01, the reference gives 0x',
    ]);
    expect(await said(lying(() => ({ logs: [] })))).toEqual(['number of logs is 0, the reference gives 1']);
    expect(await said(lying(({ logs }) => ({ logs: logs.map((log) => ({ ...log, address: dev(1).bytes })) })))).toEqual(
      [`address of log 0 is ${ALICE}, the reference gives ${to0x(SINK)}`],
    );
    expect((await said(lying(() => ({ vmError: 'out of gas' }))))[0]).toBe(
      'outcome is out of gas, the reference gives success',
    );
    expect(
      (
        await said(
          lying(() => ({ vmError: 'out of gas' })),
          sinkCall('fail', 1n),
        )
      )[0],
    ).toBe('outcome is out of gas, the reference gives revert');
  });

  it('that prevents the run is reported with the refusal', async () => {
    const refused = async (): Promise<ExecTxResult> => failed({ code: 111222, codespace: 'sdk', log: 'panic' }, 1n);
    expect(await said(refused)).toEqual(['outcome is a refusal (panic), the reference gives a run']);
    const garbled: DeliverTx = async (...tx) => ({ ...(await deliverTx(...tx)), data: Uint8Array.of(255) });
    expect(await said(garbled)).toEqual(['result is nothing that can be decoded, the reference gives a run']);
  });
});
