/** Runs Halley and Anvil with the same accounts and rules. Both get the same raw transactions, a block each. */
import { type Address, getContractAddress, type Hex, type TransactionSerializable } from 'viem';
import { developmentGenesis } from '../../../src/config/development_genesis.js';
import { createDevnet, fixedClock } from '../../../src/devnet/index.js';
import { HARDFORK } from '../../../src/evm/hardfork.js';
import { parseTime, type UnixNanos } from '../../../src/kernel/time.js';
import { SINK_CODE } from '../../app/support/contracts.js';
import { dev, GWEI } from '../../app/support/wallet.js';
import { rightInputs } from '../../support/precompile_inputs.js';
import { deploys, hex } from './assembler.js';
import { type CaseContext, type Deployed, drawCase, type Wish } from './cases.js';
import { CALLER, CONTRACTS_SETUP, FORWARDER, MAKER, MORTAL } from './contracts.js';
import { Draw } from './draw.js';
import { type Ask, type Json, startAnvil } from './node.js';

const SEED_NAME = 'two nodes';
const START = '2025-01-01T00:00:00Z';
const START_SECONDS = Date.parse(START) / 1000;
const BLOCK_SECONDS = 12;
export const BLOCK_GAS = 30_000_000;
export const CHAIN_ID = 31337;
/** Coinbase. It earns nothing on a Cosmos chain, and the tips on Anvil. */
export const COINBASE = '0x00000000000000000000000000000000000c01ba';
const BASE_FEES = [GWEI, 7n, 3n * GWEI, 1n, 123_456_789n];

/** Outcome of a transaction that Anvil finds invalid only when it makes the block. */
export const LEFT_OUT = 'left out of its block';

/** Adds the gas cap of EIP-7825, which a development chain omits, as Anvil does. */
function withGasCap(): unknown {
  const genesis = developmentGenesis({ seed: SEED_NAME, gasLimit: BigInt(BLOCK_GAS), preinstalls: false }) as {
    app_state: { evm: { params: Record<string, unknown> } };
  };
  const { evm } = genesis.app_state;
  return {
    ...genesis,
    app_state: { ...genesis.app_state, evm: { ...evm, params: { ...evm.params, max_tx_gas: '16777216' } } },
  };
}

/** Result of a raw transaction: a receipt, or the text of a refusal. */
export type Outcome = { readonly hash: Hex; readonly receipt: Json } | { readonly refused: string };

export interface Sent {
  readonly kind: string;
  readonly raw: Hex;
  /** Number of the block with the transaction, if it is accepted. */
  readonly number: Hex;
  readonly baseFee: bigint;
  readonly ours: Outcome;
  readonly theirs: Outcome;
}

export interface TwoNodes {
  readonly ours: Ask;
  readonly theirs: Ask;
  /** Sends the same request to both nodes. */
  both(method: string, ...params: readonly unknown[]): Promise<[ours: Json, theirs: Json]>;
  readonly contracts: Deployed;
  readonly made: readonly Address[];
  /** Transactions so far, in order: those of the first contracts, then the drawn ones. */
  readonly sent: readonly Sent[];
  /** Draws and sends `count` transactions. */
  send(count: number): Promise<void>;
  close(): Promise<void>;
}

export async function startTwoNodes(seed: number): Promise<TwoNodes> {
  const devnet = await createDevnet({
    seed: SEED_NAME,
    clock: fixedClock(parseTime(START) as UnixNanos),
    validators: 1,
    genesis: withGasCap(),
    jsonRpc: { namespaces: ['all'] },
  });
  const anvil = await startAnvil(
    ...['--chain-id', String(CHAIN_ID), '--hardfork', HARDFORK, '--accounts', '20', '--gas-limit', String(BLOCK_GAS)],
    ...['--timestamp', String(START_SECONDS), '--base-fee', String(GWEI), '--steps-tracing', '--enable-tx-gas-limit'],
    ...['--disable-default-create2-deployer', '--no-priority-fee', '--no-mining'],
  );
  const ours: Ask = (method, ...params) => devnet.provider.request({ method, params });
  const theirs = anvil.ask;
  const draw = new Draw(seed);
  const made: Address[] = [];
  const sent: Sent[] = [];
  let blocks = 0;

  const both = (method: string, ...params: readonly unknown[]): Promise<[Json, Json]> =>
    Promise.all([ours(method, ...params), theirs(method, ...params)]);

  async function prepareBlock(baseFee: bigint): Promise<void> {
    const time = START_SECONDS + 100 + BLOCK_SECONDS * blocks++;
    await both('evm_setNextBlockTimestamp', time);
    await both('anvil_setNextBlockBaseFeePerGas', `0x${baseFee.toString(16)}`);
    await both('anvil_setCoinbase', COINBASE);
  }

  /**
   * Sends a raw transaction and mines it. Anvil mines on request only, so that no block comes between the send and the
   * request.
   */
  async function sendRaw(ask: Ask, raw: Hex): Promise<Outcome> {
    let hash: Hex;
    try {
      hash = await ask('eth_sendRawTransaction', raw);
    } catch (error) {
      if (error instanceof Error) return { refused: error.message };
      throw error;
    }
    if (ask === theirs) await theirs('evm_mine');
    const receipt = await ask('eth_getTransactionReceipt', hash);
    if (receipt !== null) return { hash, receipt };
    await ask('anvil_dropTransaction', hash);
    return { refused: LEFT_OUT };
  }

  const nonce = async (account: number): Promise<number> =>
    Number(await ours('eth_getTransactionCount', dev(account).address, 'latest'));

  async function sendTx(kind: string, from: number, tx: Wish['tx'], baseFee: bigint): Promise<Sent> {
    await prepareBlock(baseFee);
    const fees =
      'gasPrice' in tx || 'maxFeePerGas' in tx ? {} : { maxFeePerGas: 2n * baseFee + GWEI, maxPriorityFeePerGas: GWEI };
    const raw = await dev(from).account.signTransaction({
      chainId: CHAIN_ID,
      nonce: await nonce(from),
      ...fees,
      ...tx,
    } as TransactionSerializable);
    const number: Hex = `0x${(Number(await ours('eth_blockNumber')) + 1).toString(16)}`;
    const [our, their] = await Promise.all([sendRaw(ours, raw), sendRaw(theirs, raw)]);
    if ('refused' in our || 'refused' in their) await level();
    return { kind, raw, number, baseFee, ours: our, theirs: their };
  }

  /**
   * Mines empty blocks until both chains have the same height. Halley begins at block 1, and Anvil makes an empty block
   * when a transaction is invalid.
   */
  async function level(): Promise<void> {
    const [our, their] = (await both('eth_blockNumber')).map(Number) as [number, number];
    for (let n = our; n < their; n++) await ours('evm_mine');
    for (let n = their; n < our; n++) await theirs('evm_mine');
  }
  await level();

  async function deployFirst(code: Uint8Array | Hex): Promise<Address> {
    const address = getContractAddress({ from: dev(0).address, nonce: BigInt(await nonce(0)) });
    const data = typeof code === 'string' ? code : hex(deploys(code));
    const one = await sendTx(
      'first',
      0,
      { data, value: 10n ** 18n * BigInt(typeof code === 'string' ? 1 : 0), gas: 5_000_000n },
      GWEI,
    );
    sent.push(one);
    for (const outcome of [one.ours, one.theirs])
      if (!('receipt' in outcome) || outcome.receipt.status !== '0x1')
        throw new Error(`a first contract failed: ${JSON.stringify(outcome)}`);
    return address;
  }

  const contracts: Deployed = {
    sink: await deployFirst(SINK_CODE),
    forwarder: await deployFirst(FORWARDER),
    caller: await deployFirst(CALLER),
    mortal: await deployFirst(MORTAL),
    maker: await deployFirst(MAKER),
    testDevnet: await deployFirst(CONTRACTS_SETUP),
  };
  const inputs = await rightInputs();

  async function sendOne(): Promise<void> {
    const baseFee = draw.one(BASE_FEES);
    const balance = async (account: number): Promise<bigint> =>
      BigInt(await ours('eth_getBalance', dev(account).address, 'latest'));
    const context: CaseContext = { ...contracts, draw, inputs, baseFee, nonce, balance, made };
    const { kind, from, tx } = await drawCase(context);
    const one = await sendTx(kind, from, tx, baseFee);
    sent.push(one);
    if ('receipt' in one.ours && one.ours.receipt.status === '0x1' && one.ours.receipt.contractAddress)
      made.push(one.ours.receipt.contractAddress);
  }

  return {
    ours,
    theirs,
    both,
    contracts,
    made,
    sent,
    async send(count) {
      for (let i = 0; i < count; i++) await sendOne();
    },
    async close() {
      await devnet.close();
      await anvil.stop();
    },
  };
}
