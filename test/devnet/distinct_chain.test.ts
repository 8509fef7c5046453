/** Queries a devnet whose genesis has no two equal values, through each of its RPC interfaces. */
import { createWalletClient, custom, type Hex } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { describe, expect, it, onTestFinished } from 'vitest';
import { DEFAULT_SEED } from '../../src/config/development_authority.js';
import { createDevnet, type Devnet, type DevnetOptions } from '../../src/devnet/index.js';
import { ask } from '../support/ask.js';
import { DISTINCT, distinctBalance, distinctGenesis } from '../support/distinct_genesis.js';
import { ask as askAssets } from './chains/asset_kit.js';
import { HUB, voucher } from './chains/relay_kit.js';

const { initialHeight, enableHeight, minGasPrice, baseFee } = DISTINCT;
const START = Number(initialHeight);
const GWEI = 10n ** 9n;

// biome-ignore lint/suspicious/noExplicitAny: answers of any shape
type Json = any;

async function open(options: DevnetOptions = {}): Promise<Devnet> {
  const devnet = await createDevnet({ genesis: distinctGenesis(), seed: DEFAULT_SEED, ...options });
  onTestFinished(() => devnet.close());
  return devnet;
}

const comet = async (devnet: Devnet, path: string): Promise<Json> =>
  (await fetch(`${devnet.urls.cometRpc}/${path}`)).json();
const hex = (value: bigint | number): Hex => `0x${value.toString(16)}`;
const accountOf = (devnet: Devnet, index: number) => devnet.accounts[index] as Devnet['accounts'][number];

describe('heights', () => {
  it('begin at the initial one, in EVM JSON-RPC and CometBFT RPC', async () => {
    const devnet = await open({ rpc: true });
    expect([devnet.height, await ask(devnet, 'eth_blockNumber')]).toEqual([initialHeight, hex(initialHeight)]);
    const first = await ask(devnet, 'eth_getBlockByNumber', hex(initialHeight), false);
    const below = await ask(devnet, 'eth_getBlockByNumber', hex(initialHeight - 1n), false);
    expect([below.number, below.hash]).toEqual([hex(initialHeight - 1n), first.parentHash]);
    expect(await ask(devnet, 'eth_getBlockByNumber', hex(initialHeight - 2n), false)).toBeNull();
    await devnet.mine({ blocks: 3 });
    const { sync_info } = (await comet(devnet, 'status')).result;
    expect([sync_info.earliest_block_height, sync_info.latest_block_height]).toEqual([`${START}`, `${START + 3}`]);
    const { block_metas: metas } = (await comet(devnet, 'blockchain')).result;
    expect(metas.map(({ header }: Json) => Number(header.height))).toEqual([3, 2, 1, 0].map((more) => START + more));
    for (const route of ['block', 'validators', 'consensus_params', 'block_results'])
      expect((await comet(devnet, `${route}?height=${START - 1}`)).error.data).toBe(
        `height ${START - 1} is not available, lowest height is ${START}`,
      );
    const history = await ask(devnet, 'eth_feeHistory', '0x400', 'latest', []);
    expect(Number(history.oldestBlock)).toBe(START - 1);
  });

  it('of `safe` and `finalized` are one and two epochs behind, and not below the genesis', async () => {
    const devnet = await open({ jsonRpc: { address: '127.0.0.1:0', slotsInAnEpoch: 3 } });
    const heights = () =>
      Promise.all(
        ['latest', 'safe', 'finalized'].map(async (tag) =>
          Number((await ask(devnet, 'eth_getBlockByNumber', tag, false)).number),
        ),
      );
    await devnet.mine({ blocks: 4 });
    expect(await heights()).toEqual([START + 4, START + 1, START - 1]);
    await devnet.mine({ blocks: 5 });
    expect(await heights()).toEqual([START + 9, START + 6, START + 3]);
  });
});

describe('prices', () => {
  it('are the minimum of the chain or of the node until there is a base fee, and then follow it', async () => {
    const [devnet, dear] = [await open(), await open({ jsonRpc: { address: '127.0.0.1:0', gasPrice: 5n * GWEI } })];
    expect(await ask(devnet, 'eth_gasPrice')).toBe(hex(minGasPrice));
    expect(await ask(dear, 'eth_gasPrice')).toBe(hex(5n * GWEI));
    await devnet.mine({ blocks: Number(enableHeight - initialHeight) });
    const { baseFeePerGas } = await ask(devnet, 'eth_getBlockByNumber', 'latest', false);
    expect(BigInt(baseFeePerGas)).toBe(baseFee);
    const tip = BigInt(await ask(devnet, 'eth_maxPriorityFeePerGas'));
    expect(BigInt(await ask(devnet, 'eth_gasPrice'))).toBe(baseFee + tip);
    expect(tip).toBeGreaterThan(0n);
  });

  it('of validated simulated blocks are those of the blocks that are made', async () => {
    const devnet = await open({ miningMode: 'manual' });
    await devnet.mine({ blocks: 5 });
    const [from, to] = [accountOf(devnet, 0), accountOf(devnet, 1)];
    const call = { from: from.address, to: to.address, value: '0x5', gas: hex(9_000_000n) };
    const price = { maxFeePerGas: hex(90n * GWEI), maxPriorityFeePerGas: hex(2n * GWEI) };
    const blocks: Json[] = await ask(
      devnet,
      'eth_simulateV1',
      { validation: true, blockStateCalls: [{ calls: [{ ...call, ...price }] }, {}, {}] },
      'latest',
    );
    await ask(devnet, 'eth_sendTransaction', { ...call, ...price });
    await devnet.mine({ blocks: 3 });
    const made: Json[] = [];
    for (let back = 2n; back >= 0n; back--)
      made.push(await ask(devnet, 'eth_getBlockByNumber', hex(devnet.height - back), false));
    expect(made[0].transactions).toHaveLength(1);
    expect(blocks.map(({ baseFeePerGas }) => baseFeePerGas)).toEqual(made.map(({ baseFeePerGas }) => baseFeePerGas));
    // The charged share of the limit moves the fee, and exceeds the gas used.
    const target = DISTINCT.blockGas / DISTINCT.elasticity;
    const [fee, counted] = [BigInt(made[0].baseFeePerGas), (9_000_000n * DISTINCT.minGasPercent) / 100n];
    expect(BigInt(made[1].baseFeePerGas)).toBe(fee - (fee * (target - counted)) / target / DISTINCT.denominator);
  });
});

describe('code', () => {
  it('may have as many bytes as the genesis says, and not one more', async () => {
    const devnet = await open();
    const account = privateKeyToAccount(accountOf(devnet, 0).privateKey as Hex);
    const wallet = createWalletClient({ account, transport: custom(devnet.provider) });
    const price = { maxFeePerGas: 9n * GWEI, maxPriorityFeePerGas: 2n * GWEI };
    const deploy = async (size: bigint): Promise<string> => {
      // PUSH3 size, PUSH0, RETURN.
      const data = `0x62${size.toString(16).padStart(6, '0')}5ff3` as const;
      const hash = await wallet.sendTransaction({ data, gas: 6_000_000n, chain: null, ...price });
      return (await ask(devnet, 'eth_getTransactionReceipt', hash)).status;
    };
    expect([await deploy(DISTINCT.codeBytes), await deploy(DISTINCT.codeBytes + 1n)]).toEqual(['0x1', '0x0']);
  });
});

describe('validators', () => {
  it('have the powers of the genesis, each a different one', async () => {
    const devnet = await open({ rpc: true });
    expect(devnet.validators.map(({ power }) => power)).toEqual(DISTINCT.powers);
    const { validators, total } = (await comet(devnet, 'validators')).result;
    expect(Number(total)).toBe(DISTINCT.powers.length);
    expect(validators.map(({ voting_power }: Json) => BigInt(voting_power))).toEqual(
      [...DISTINCT.powers].sort((a, b) => Number(b - a)),
    );
    const { block, evidence } = (await comet(devnet, 'consensus_params')).result.consensus_params;
    expect([block.max_bytes, block.max_gas]).toEqual([`${DISTINCT.blockBytes}`, `${DISTINCT.blockGas}`]);
    expect(evidence.max_age_num_blocks).toBe(`${DISTINCT.evidenceHeights}`);
    expect(evidence.max_age_duration).toBe(`${DISTINCT.evidenceSeconds}000000000`);
  });
});

describe('the asset API', () => {
  it('shows each coin with its own decimals, and each account with its own balance', async () => {
    const devnet = await open({ assets: true });
    const chains = Object.fromEntries(
      [0, 1].map((index) => [index, { address: accountOf(devnet, index).address }] as const),
    );
    const balances = async (index: number): Promise<Json> =>
      (await askAssets(devnet, '/v2/info/balances', { chains: { [DISTINCT.chainId]: chains[index] } })).chains[
        DISTINCT.chainId
      ].denoms;
    expect(await balances(0)).toEqual({
      [DISTINCT.denom]: { amount: `${distinctBalance(0)}`, decimals: 18, formatted_amount: '5003' },
      [DISTINCT.otherDenom]: { amount: '600011', decimals: DISTINCT.otherDecimals, formatted_amount: '6.00011' },
    });
    expect(await balances(1)).toEqual({
      [DISTINCT.denom]: { amount: `${distinctBalance(1)}`, decimals: 18, formatted_amount: '5104' },
    });
  });
});

describe('the relayer', () => {
  it('pays the minimum gas price while there is no base fee, and then the base fee', async () => {
    const channel = {
      a: { chain_id: DISTINCT.chainId, channel: 'channel-6' },
      b: { chain_id: HUB, channel: 'channel-9' },
    };
    const { denom } = DISTINCT;
    const network = {
      chains: [{ chain_id: HUB }],
      channels: [channel],
      transfers: [{ chain_id: DISTINCT.chainId, channel: 'channel-6', denom, amount: '811' }],
    };
    // Opening the channels passes the height at which the base fee begins. In the second run it never begins.
    for (const enable of [enableHeight, 1_000_003n]) {
      const genesis = distinctGenesis();
      genesis.app_state.feemarket.params.enable_height = `${enable}`;
      const devnet = await open({ genesis: { ...genesis, halley: { network } }, assets: true });
      expect(devnet.height).toBeGreaterThan(enableHeight);
      expect(devnet.relayer.pending()).toEqual([]);
      const name = voucher(`transfer/channel-9/${denom}`);
      const source = { source_asset_chain_id: HUB, source_asset_denom: name };
      const { dest_assets } = await askAssets(devnet, '/v2/fungible/assets_from_source', source);
      expect(dest_assets[DISTINCT.chainId].assets).toMatchObject([{ denom, decimals: 18 }]);
    }
  });
});
