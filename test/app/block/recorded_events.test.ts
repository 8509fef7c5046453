/**
 * Sends the recorded transactions of a running evmd to a chain with the same ids, coin, prefix and fee market. The
 * bytes are the same, so results and events must be equal, attribute by attribute.
 */
import { readFileSync } from 'node:fs';
import { MsgSend } from 'cosmjs-types/cosmos/bank/v1beta1/tx';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Event, ExecTxResult } from '../../../src/abci/application.js';
import { FEE_COLLECTOR } from '../../../src/app/modules/auth/fee_collector.js';
import { derivedOperator } from '../../../src/app/modules/staking/operator.js';
import type { EthereumTx } from '../../../src/app/tx/tx.js';
import { bech32Address } from '../../../src/app/types/address.js';
import { installFastCrypto } from '../../../src/crypto/install.js';
import type { Bytes } from '../../../src/kernel/bytes.js';
import { sha256 } from '../../../src/kernel/hash.js';
import { fromHex, toHex } from '../../../src/kernel/hex.js';
import { type AppStateJson, type TestBlock, TestChain } from '../support/chain.js';
import { any, signCosmos } from '../support/cosmos.js';
import { validatorsOf } from '../support/validators.js';
import { COIN, type Dev, dev, GWEI, signExactly } from '../support/wallet.js';

/** Recorded event; every attribute has `index: true`. */
type Recorded = readonly [type: string, attributes: Readonly<Record<string, string>>];

interface Recording {
  readonly chain: {
    readonly evmChainId: number;
    readonly denom: string;
    readonly prefix: string;
    readonly maxGas: string;
    readonly feemarket: Readonly<Record<string, unknown>>;
  };
  readonly transactions: readonly {
    readonly kind: string;
    readonly height: number;
    readonly nonce: number;
    readonly hash: string;
    readonly raw: string;
    readonly result: Readonly<Record<string, unknown>>;
    readonly events: readonly Recorded[];
  }[];
  readonly block: {
    readonly height: number;
    readonly events: readonly Recorded[];
    readonly firstBlock: readonly string[];
  };
}

const RECORDING: Recording = JSON.parse(
  readFileSync(new URL('../../vectors/evmd-0.7.3/transactions.json', import.meta.url), 'utf8'),
);
const { chain: settings, transactions, block } = RECORDING;

function asRecorded(appState: AppStateJson): void {
  // The blocks of the replay have no validators, to whom coins would go.
  delete appState['mint'];
  delete appState['distribution'];
  const ours = appState['evm'].params.evm_denom;
  const { balances } = JSON.parse(JSON.stringify(appState['bank']).replaceAll(`"${ours}"`, `"${settings.denom}"`));
  appState['bank'] = { balances: balances.map((entry: object, i: number) => ({ ...entry, address: dev(i).address })) };
  appState['auth'].params.bech32_prefix = settings.prefix;
  appState['evm'].params = { evm_denom: settings.denom, chain_id: settings.evmChainId.toString() };
  appState['feemarket'].params = { ...settings.feemarket, base_fee: '1000000000' };
}

const recordedForm = ({ type, attributes }: Event): Recorded => {
  expect(attributes.every(({ index }) => index)).toBe(true);
  return [type, Object.fromEntries(attributes.map(({ key, value }) => [key, value]))];
};

/** Returns the events as text, in which the order of the attributes counts too; `toEqual` would ignore it. */
const lines = (events: readonly Recorded[]): string[] => events.map((event) => JSON.stringify(event));

const blocks = new Map<number, TestBlock>();
let knownOf: (tx: Bytes) => Partial<EthereumTx>;
let replayed: ReadonlyMap<string, { readonly tx: Bytes; readonly result: ExecTxResult }>;

/** Replays the recording. Heights and nonces without a recorded transaction are filled. */
async function replay(): Promise<void> {
  const chain = await TestChain.open({ genesis: 'ethermint', edit: asRecorded, maxGas: BigInt(settings.maxGas) });
  const found = new Map<string, { tx: Bytes; result: ExecTxResult }>();
  for (let height = 1; height <= (transactions.at(-1)?.height ?? 0); height++) {
    const recorded = transactions.find((one) => one.height === height);
    const txs: Bytes[] = recorded === undefined ? [] : [chain.wrap(fromHex(recorded.raw))];
    const next = transactions.find((one) => one.height > height);
    if (recorded === undefined && next !== undefined && Number(chain.nonce(dev(0).bytes)) < next.nonce)
      txs.push(chain.wrap(await filler(Number(chain.nonce(dev(0).bytes)))));
    const made = await chain.block(...txs);
    blocks.set(height, made);
    const [tx, result] = [txs[0], made.results[0]];
    if (recorded !== undefined && tx !== undefined && result !== undefined) found.set(recorded.kind, { tx, result });
  }
  replayed = found;
  knownOf = (tx) => chain.app.transaction(tx) ?? {};
}

const filler = (nonce: number): Promise<Bytes> =>
  signExactly(dev(0), {
    ...{ type: 'eip1559', chainId: settings.evmChainId, nonce, gas: 21_000n, to: dev(0).address },
    ...{ maxFeePerGas: 100n * GWEI, maxPriorityFeePerGas: GWEI },
  });

beforeAll(async () => {
  await installFastCrypto();
  await replay();
});

/** Matches the parts of an amount of coins: its number and its denom. */
const COINS = /^(\d+)([a-z]+)$/;

/** Returns the gas price in wei, computed from what the sender paid in advance. */
function pricePaid(events: readonly Recorded[], gasWanted: bigint): bigint {
  const fee = COINS.exec(events.find(([type]) => type === 'tx')?.[1]['fee'] ?? '')?.[1] ?? '0';
  return BigInt(fee) / gasWanted;
}

const mapValues = ([type, attributes]: Recorded, change: (value: string, key: string) => string): Recorded => [
  type,
  Object.fromEntries(Object.entries(attributes).map(([key, value]) => [key, change(value, key)])),
];

/** Converts a recorded event to another gas price. */
const atPrice = (event: Recorded, recorded: bigint, ours: bigint): Recorded =>
  mapValues(event, (value) => {
    const [, amount, denom] = COINS.exec(value) ?? [];
    return amount === undefined ? value : `${(BigInt(amount) / recorded) * ours}${denom}`;
  });

function attributeOf(events: readonly Event[], type: string, key: string): string {
  const found = events.find((one) => one.type === type)?.attributes.find((one) => one.key === key);
  if (found === undefined) throw new Error(`no ${type}.${key}`);
  return found.value;
}

describe('a transaction of a running evmd, replayed here', () => {
  it.each(transactions.map((one) => [one.kind, one] as const))(
    '%s: has the recorded result and events',
    (kind, one) => {
      const { tx, result } = replayed.get(kind) ?? {};
      if (tx === undefined || result === undefined) throw new Error(`"${kind}" did not run`);
      expect(toHex(sha256(tx)).toUpperCase()).toBe(one.hash);
      const { code, codespace, log, info, gasWanted, gasUsed } = result;
      expect({ code, codespace, log, info, gas_wanted: `${gasWanted}`, gas_used: `${gasUsed}` }).toEqual(one.result);

      // The fees differ, because blocks between the transactions were not recorded: the price is that of our block.
      const baseFee = BigInt(attributeOf(blocks.get(one.height)?.response.events ?? [], 'evm_fee_market', 'base_fee'));
      const { feeCap = 0n, tipCap = 0n } = knownOf(tx);
      const price = feeCap < baseFee + tipCap ? feeCap : baseFee + tipCap;
      const paid = pricePaid(one.events, gasWanted);
      const expected = one.events.map((event) => atPrice(event, paid, price));
      expect(lines(result.events.map(recordedForm))).toEqual(lines(expected));
    },
  );
});

describe('the block of a transaction', () => {
  it('has the recorded events of the modules that exist here, in their order', () => {
    const { events } = blocks.get(block.height)?.response ?? { events: [] };
    const baseFee = BigInt(attributeOf(events, 'evm_fee_market', 'base_fee'));
    const expected = block.events
      .filter(isOfOurModules)
      .map((event) =>
        mapValues(atPrice(event, recordedBaseFee() + GWEI, baseFee + GWEI), (value, key) =>
          key === 'base_fee' ? value.replace(/^\d+/, `${baseFee}`).replace(/\.\d+/, `.${'0'.repeat(18)}`) : value,
        ),
      );
    // Twelve blocks round down fractions of a wei.
    expect(Number(baseFee - recordedBaseFee())).toBeGreaterThanOrEqual(0);
    expect(Number(baseFee - recordedBaseFee())).toBeLessThan(12);
    expect(lines(events.map(recordedForm).map(withoutBloom))).toEqual(lines(expected.map(withoutBloom)));
  });

  it('has no fee event when no transaction paid a fee', () => {
    const types = (blocks.get(1)?.response.events ?? []).map(({ type }) => type);
    expect(types).toEqual(block.firstBlock.slice(block.firstBlock.indexOf('fee_market')));
  });

  it('credits the fee collector once, with the fees of all its transactions', async () => {
    const chain = await TestChain.open({ genesis: 'ethermint', edit: asRecorded });
    const dear = { to: dev(3).address, gas: 100_000n, maxFeePerGas: 100n * GWEI, maxPriorityFeePerGas: GWEI };
    const sent = await Promise.all(
      [0, 1].map((i) => signExactly(dev(i), { type: 'eip1559', chainId: settings.evmChainId, nonce: 0, ...dear })),
    );
    const { response } = await chain.mine(...sent);
    const credits = response.events.filter(({ type }) => type === 'coin_received').map(recordedForm);
    expect(credits.map(([, { amount }]) => amount)).toEqual([`${chain.balance(FEE_COLLECTOR.address)}atest`]);
  });
});

describe('the beginning of a block of a running evmd', () => {
  it('mints and allocates the recorded coins, to the last digit', async () => {
    const [validator] = validatorsOf(1_000n);
    if (validator === undefined) throw new Error('no validator');
    const chain = await TestChain.open({
      genesis: 'ethermint',
      validators: [validator],
      edit: (appState) => {
        const { mint, distribution } = appState;
        asRecorded(appState);
        Object.assign(appState, { mint, distribution });
        appState['feemarket'].params = { no_base_fee: true, base_fee: '0' };
        // The validator's tokens are minted beside these.
        const held = [{ denom: settings.denom, amount: (100_003_000n * COIN).toString() }];
        appState['bank'] = { balances: [{ address: dev(0).address, coins: held }] };
      },
    });
    const votes = [{ validator: { address: validator.address, power: 1_000n }, blockIdFlag: 2 as const }];
    const allocated = BigInt(COINS.exec(amountsOf('coin_spent')[1] ?? '')?.[1] ?? 0);
    const minted = BigInt(COINS.exec(amountsOf('coinbase')[0] ?? '')?.[1] ?? 0);
    const transfer = any(MsgSend, { fromAddress: text(dev(0)), toAddress: text(dev(3)), amount: [] });
    let events: readonly Event[] = [];
    while (chain.height < block.height) {
      const pays = Number(chain.height) === block.height - 2;
      const txs = pays ? [signCosmos(chain, dev(0), [transfer], { fee: allocated - minted })] : [];
      const request = { ...chain.blockRequest(txs), decidedLastCommit: { round: 0, votes } };
      ({ events } = await chain.app.finalizeBlock(request));
      await chain.app.commit();
    }
    const operator = bech32Address(derivedOperator(validator.address), `${settings.prefix}valoper`);
    const expected = block.events
      .filter((event) => event[1]['mode'] === 'BeginBlock' && !event[0].endsWith('fee_market'))
      .map((event) => mapValues(event, (value, key) => (key === 'validator' ? operator : value)));
    const ours = events.map(recordedForm);
    expect(
      lines(ours.filter((event) => event[1]['mode'] === 'BeginBlock' && !event[0].endsWith('fee_market'))),
    ).toEqual(lines(expected));
  });
});

const amountsOf = (wanted: string): readonly string[] =>
  block.events.filter(([type]) => type === wanted).map((event) => event[1]['amount'] ?? '');
const text = ({ bytes }: Dev): string => bech32Address(bytes, settings.prefix);

/**
 * Returns whether an event belongs to a module that exists here. Minting events come before those of the fee market,
 * and distribution events between those and the end.
 */
function isOfOurModules([type, { mode }]: Recorded): boolean {
  return mode === 'EndBlock' || type === 'fee_market' || type === 'evm_fee_market';
}

const recordedBaseFee = (): bigint =>
  BigInt(block.events.find(([type]) => type === 'evm_fee_market')?.[1]['base_fee'] ?? 0);

/** Removes the bloom filter: the recorded one is raw bytes, which JSON damages, so only its presence is compared. */
const withoutBloom = (event: Recorded): Recorded => mapValues(event, (value, key) => (key === 'bloom' ? '' : value));
