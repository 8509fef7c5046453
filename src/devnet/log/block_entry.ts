/** Makes the log entry of a block from its view and its results. */
import type { Event, ExecTxResult } from '../../abci/application.js';
import type { HalleyApplication } from '../../app/application.js';
import { PRECOMPILES } from '../../app/precompiles/index.generated.js';
import type { EvmBlock, EvmReceipt } from '../../backend/evm/block.js';
import type { EvmNames, EvmSources } from '../../backend/evm/sources.js';
import type { BlockStore } from '../../chain/block_store/block_store.js';
import type { EventBus } from '../../chain/event_bus.js';
import type { EvmChain } from '../../chain/evm_chain.js';
import { decodeTxBody, decodeTxRaw, isPricesTx } from '../../codec/cosmos/tx.js';
import { isDevTx } from '../../codec/dev/dev_tx.js';
import { txHash } from '../../codec/tx_hash.js';
import { type Bytes, equalBytes } from '../../kernel/bytes.js';
import { defined } from '../../kernel/defined.js';
import { keccak256 } from '../../kernel/hash.js';
import { fromHex, to0x, toUpperHex } from '../../kernel/hex.js';
import { utf8 } from '../../kernel/text.js';
import { isBeyondHeaders, NANOS_PER_SECOND } from '../../kernel/time.js';
import { frameText } from '../../rpc/evm/outcomes.js';
import { consoleLines } from './console/lines.js';
import type {
  BlockEntry,
  CosmosTransactionEntry,
  FunctionCall,
  LogEntry,
  PacketEntry,
  TransactionEntry,
} from './entry.js';
import { failureWords } from './failure_words.js';
import type { NodeLog } from './node_log.js';

const SELECTOR_BYTES = 4;

/** Parts of a chain whose blocks are logged. */
interface LoggedChain {
  readonly app: HalleyApplication;
  readonly blockStore: BlockStore;
  /** Publishes each new height. */
  readonly publishedHeights: EventBus<bigint>;
}

/**
 * Logs every new block, after the entries that `before` returns for its height, from now on until the returned function
 * is called.
 */
export function logBlocks(
  chain: LoggedChain,
  blocks: EvmChain,
  log: NodeLog,
  before: (height: bigint) => readonly LogEntry[] = () => [],
  sources?: EvmSources,
): () => void {
  return chain.publishedHeights.listen((height) => {
    if (log.quiet) return;
    const block = blockEntry(chain, blocks, height, sources);
    for (const entry of before(height)) log.write(entry);
    if (block === undefined) return;
    log.write(block);
    if (sources?.knowsSources() === true) logStacks(block, sources, log);
  });
}

/** Most failed transactions of a block that are run again. */
const MAX_EXPLAINED = 10;

/** Logs the stacks of the failed transactions of a block, each when it is known. */
function logStacks({ transactions }: BlockEntry, sources: EvmSources, log: NodeLog): void {
  for (const { hash } of transactions.filter(({ error }) => error !== undefined).slice(0, MAX_EXPLAINED))
    sources.explainTransaction(fromHex(hash)).then(
      (frames) => {
        const { message } = frames[0] ?? {};
        if (frames.length > 0)
          log.write(defined({ type: 'stack' as const, transaction: hash, message, frames: frames.map(frameText) }));
      },
      (error: unknown) => log.bug(error),
    );
}

const PACKET_ACTIONS: Readonly<Record<string, PacketEntry['action'] | undefined>> = {
  send_packet: 'sent',
  recv_packet: 'received',
  acknowledge_packet: 'acknowledged',
  timeout_packet: 'timed out',
};

/** Returns the entries of those of a block's transactions that are no Ethereum transactions. */
function cosmosEntries(txs: readonly Bytes[], results: readonly ExecTxResult[]): readonly CosmosTransactionEntry[] {
  return txs.flatMap((tx, index) => {
    const result = results[index];
    const messages = messageTypes(tx);
    if (result === undefined || messages.some((type) => type.endsWith('.MsgEthereumTx'))) return [];
    return [cosmosEntry(tx, messages, result)];
  });
}

const messageTypes = (tx: Bytes): readonly string[] =>
  decodeTxBody(decodeTxRaw(tx).bodyBytes).messages.map(({ typeUrl }) => typeUrl);

function cosmosEntry(tx: Bytes, messages: readonly string[], result: ExecTxResult): CosmosTransactionEntry {
  const { code, codespace, log, gasUsed, gasWanted, events } = result;
  // The ante handler names each signer and its sequence: `halley1…/7`.
  const signer = isDevTx(tx)
    ? 'the dev authority'
    : isPricesTx(tx)
      ? 'the proposer'
      : attribute(events, 'tx', 'acc_seq')?.split('/')[0];
  const fee = attribute(events, 'tx', 'fee');
  return defined({
    hash: toUpperHex(txHash(tx)),
    messages,
    sender: signer,
    fee: fee || undefined,
    gasUsed: `${gasUsed}`,
    gasWanted: `${gasWanted}`,
    error: code === 0 ? undefined : `${log} (${codespace} ${code})`,
    packets: code === 0 ? packetsOf(events) : [],
  });
}

/** Returns the value of the first attribute of this type and key; undefined where no event has it. */
function attribute(events: readonly Event[], type: string, key: string): string | undefined {
  for (const event of events) {
    const found = event.type === type ? event.attributes.find((one) => one.key === key) : undefined;
    if (found !== undefined) return found.value;
  }
  return undefined;
}

const packetsOf = (events: readonly Event[]): readonly PacketEntry[] =>
  events.flatMap((event) => {
    const action = PACKET_ACTIONS[event.type];
    if (action === undefined) return [];
    const of = (key: string): string => attribute([event], event.type, `packet_${key}`) ?? '';
    return [
      {
        action,
        sequence: of('sequence'),
        source: `${of('src_port')}/${of('src_channel')}`,
        destination: `${of('dst_port')}/${of('dst_channel')}`,
      },
    ];
  });

function blockEntry(
  { app, blockStore }: LoggedChain,
  blocks: EvmChain,
  height: bigint,
  sources: EvmSources | undefined,
): BlockEntry | undefined {
  const view = blocks.block(height);
  const results = blockStore.results(height)?.txResults;
  if (view === undefined || results === undefined) return undefined;
  const { receipts } = view;
  const others = results.length - receipts.length;
  const consoleCalls = new Map(app.consoleCalls(height).map(({ index, calls }) => [index, consoleLines(calls)]));
  return defined<BlockEntry>({
    type: 'block',
    number: Number(height),
    hash: to0x(view.hash),
    timestamp: Number(view.timestamp),
    leavesHeaderTime: isBeyond(view) && !isBeyond(blocks.block(height - 1n)) ? true : undefined,
    baseFeePerGas: `${view.baseFeePerGas}`,
    gasUsed: `${view.gasUsed}`,
    gasLimit: `${view.gasLimit}`,
    transactions: receipts.map((receipt, i) =>
      transactionEntry(receipt, consoleCalls.get(i), sources?.namesOf(receipt, height)),
    ),
    others,
    cosmos: others > 0 ? cosmosEntries(blockStore.block(height)?.block.txs ?? [], results) : undefined,
  });
}

const isBeyond = (view: EvmBlock | undefined): boolean =>
  view !== undefined && isBeyondHeaders(view.timestamp * NANOS_PER_SECOND);

function transactionEntry(
  receipt: EvmReceipt,
  consoleCalls: readonly string[] = [],
  names?: EvmNames,
): TransactionEntry {
  const { transaction, contractAddress, gasUsed, success, vmError, returnData } = receipt;
  const { hash, from, to, input, value, gas } = transaction;
  const call = to === undefined ? undefined : functionCall(to, input, names);
  const named = names?.error === undefined ? undefined : `${vmError}: ${names.error}`;
  return defined({
    hash: to0x(hash),
    from: to0x(from),
    to: to && to0x(to),
    created: contractAddress && success ? to0x(contractAddress) : undefined,
    createdName: contractAddress && success ? names?.contract : undefined,
    call,
    events: names?.events.length === 0 ? undefined : names?.events,
    value: `${value}`,
    gasUsed: `${gasUsed}`,
    gasLimit: `${gas}`,
    error: success ? undefined : (named ?? failureWords(vmError, returnData)),
    console: consoleCalls,
  });
}

/** Functions of ERC-20, 721, 1155, 2612 and 4626, Ownable and AccessControl, upgrades, multicalls and wrapped coins. */
const WELL_KNOWN = [
  'transfer(address,uint256)',
  'transferFrom(address,address,uint256)',
  'approve(address,uint256)',
  'increaseAllowance(address,uint256)',
  'decreaseAllowance(address,uint256)',
  'mint(address,uint256)',
  'mint(uint256)',
  'burn(uint256)',
  'burn(address,uint256)',
  'burnFrom(address,uint256)',
  'permit(address,address,uint256,uint256,uint8,bytes32,bytes32)',
  'safeTransferFrom(address,address,uint256)',
  'safeTransferFrom(address,address,uint256,bytes)',
  'setApprovalForAll(address,bool)',
  'safeMint(address,uint256)',
  'safeTransferFrom(address,address,uint256,uint256,bytes)',
  'safeBatchTransferFrom(address,address,uint256[],uint256[],bytes)',
  'deposit()',
  'deposit(uint256)',
  'deposit(uint256,address)',
  'withdraw()',
  'withdraw(uint256)',
  'withdraw(uint256,address,address)',
  'redeem(uint256,address,address)',
  'transferOwnership(address)',
  'acceptOwnership()',
  'renounceOwnership()',
  'grantRole(bytes32,address)',
  'revokeRole(bytes32,address)',
  'renounceRole(bytes32,address)',
  'pause()',
  'unpause()',
  'initialize()',
  'initialize(address)',
  'upgradeTo(address)',
  'upgradeToAndCall(address,bytes)',
  'multicall(bytes[])',
  'aggregate((address,bytes)[])',
  'aggregate3((address,bool,bytes)[])',
  'execute(address,uint256,bytes)',
  'delegate(address)',
];

let wellKnownNames: ReadonlyMap<string, string> | undefined;

/** Returns the signature of a function of the chain's own contracts or of a well-known one; undefined for others. */
function signatureOf(to: Bytes, selector: string): string | undefined {
  const own = PRECOMPILES.find(({ address }) => equalBytes(address, to));
  if (own !== undefined) return own.signatureOf(selector);
  wellKnownNames ??= new Map(
    WELL_KNOWN.map((signature) => [to0x(keccak256(utf8(signature)).subarray(0, 4)), signature]),
  );
  return wellKnownNames.get(selector);
}

function functionCall(to: Bytes, input: Bytes, names: EvmNames | undefined): FunctionCall | undefined {
  if (input.length < SELECTOR_BYTES) return undefined;
  const selector = to0x(input.subarray(0, SELECTOR_BYTES));
  const signature = names?.signature ?? signatureOf(to, selector);
  return defined({ selector, signature, contract: names?.contract, arguments: names?.arguments });
}
