/** Implements `debug_printBlock` (evm-json-rpc.md 1.5) in the readable layout of a Go node's dump. */
import type { EvmBlock, EvmTransaction } from '../../../backend/evm/block.js';
import { encodeEip55 } from '../../../codec/ethereum/eip55.js';
import { hasBlobs } from '../../../codec/ethereum/header.js';
import { to0x } from '../../../kernel/hex.js';
import { evmMethod } from '../context.js';
import { blockHeight } from '../params/numbers.js';
import { blockOfNumber } from '../tracing/trace_block.js';
import { headerView } from '../views/block.js';

/**
 * Writes a block as readable text: the members of go-ethereum's `types.Block` in their order, without those that
 * describe its memory.
 */
function blockText(block: EvmBlock): string {
  const { nonce, sha3Uncles, withdrawalsRoot, parentBeaconBlockRoot, requestsHash } = headerView(block);
  const absent = '<nil>';
  const noBlobs = hasBlobs(block) ? 0 : absent;
  const header = section('header: (*types.Header)', [
    ['ParentHash', to0x(block.parentHash)],
    ['UncleHash', sha3Uncles],
    ['Coinbase', encodeEip55(block.miner)],
    ['Root', to0x(block.stateRoot)],
    ['TxHash', to0x(block.transactionsRoot)],
    ['ReceiptHash', to0x(block.receiptsRoot)],
    ['Bloom', to0x(block.logsBloom)],
    ['Difficulty', 0],
    ['Number', block.number],
    ['GasLimit', block.gasLimit],
    ['GasUsed', block.gasUsed],
    ['Time', block.timestamp],
    ['Extra', '<nil>'],
    ['MixDigest', to0x(block.mixHash)],
    ['Nonce', nonce],
    ['BaseFee', block.baseFeePerGas],
    ['WithdrawalsHash', withdrawalsRoot],
    ['BlobGasUsed', noBlobs],
    ['ExcessBlobGas', noBlobs],
    ['ParentBeaconRoot', parentBeaconBlockRoot ?? absent],
    ['RequestsHash', requestsHash ?? absent],
  ]);
  const transactions = block.transactions.map((tx) => indented(transactionText(tx)));
  const count = transactions.length;
  const body = `transactions: (types.Transactions) (len=${count}) {\n${transactions.join(',\n')}${count === 0 ? '' : '\n'}}`;
  const hash = `hash: ${to0x(block.hash)}`;
  return `(*types.Block)({\n${[header, 'uncles: <nil>', body, 'withdrawals: {}', hash].map(indented).join(',\n')}\n})\n`;
}

const transactionText = (tx: EvmTransaction): string =>
  section('(*types.Transaction)', [
    ['Type', tx.type],
    ['ChainID', tx.chainId ?? '<nil>'],
    ['Nonce', tx.nonce],
    ['GasPrice', tx.gasPrice],
    ['GasTipCap', tx.maxPriorityFeePerGas],
    ['GasFeeCap', tx.maxFeePerGas],
    ['Gas', tx.gas],
    ['From', encodeEip55(tx.from)],
    ['To', tx.to === undefined ? '<nil>' : encodeEip55(tx.to)],
    ['Value', tx.value],
    ['Data', to0x(tx.input)],
    ['AccessList', tx.accessList && `(len=${tx.accessList.length})`],
    ['AuthList', tx.authorizationList && `(len=${tx.authorizationList.length})`],
    ['V', tx.v],
    ['R', tx.r],
    ['S', tx.s],
    ['hash', to0x(tx.hash)],
  ]);

function section(title: string, members: readonly (readonly [name: string, value: unknown])[]): string {
  const lines = members.filter(([, value]) => value !== undefined).map(([name, value]) => ` ${name}: ${value}`);
  return `${title}({\n${lines.join(',\n')}\n})`;
}

const indented = (text: string): string => text.replace(/^/gm, ' ');

export const debug_printBlock = evmMethod({
  name: 'debug_printBlock',
  summary: 'Returns a block as readable text, by its number as a JSON number.',
  params: [blockHeight],
  result: 'string',
  handler: ({ evm }, number) => blockText(blockOfNumber(evm, number)),
  example: { params: [2], result: {} },
});
