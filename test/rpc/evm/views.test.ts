/** Checks every member of every view, with values that no two members share. */
import { expect, test } from 'vitest';
import type { EvmBlock, EvmLog, EvmReceipt, EvmTransaction } from '../../../src/backend/evm/block.js';
import type { Bytes } from '../../../src/kernel/bytes.js';
import { to0x } from '../../../src/kernel/hex.js';
import { changesView } from '../../../src/rpc/evm/methods/eth_filters.js';
import { proofView } from '../../../src/rpc/evm/methods/eth_getProof.js';
import { blockView, headerView } from '../../../src/rpc/evm/views/block.js';
import { feeHistoryView } from '../../../src/rpc/evm/views/fee_history.js';

import { logView, logViews, receiptView } from '../../../src/rpc/evm/views/receipt.js';

import { effectiveGasPrice, transactionView } from '../../../src/rpc/evm/views/transaction.js';

const bytes = (length: number, byte: number): Bytes => new Uint8Array(length).fill(byte);
const hash = (byte: number): Bytes => bytes(32, byte);
const address = (byte: number): Bytes => bytes(20, byte);
const hashText = (byte: number): string => to0x(hash(byte));
const addressText = (byte: number): string => to0x(address(byte));

const inclusion = {
  blockHash: hash(1),
  blockNumber: 2n,
  transactionIndex: 3,
  baseFeePerGas: 40n,
  timestamp: 5n,
};

function aTransaction(fields: Partial<EvmTransaction> = {}): EvmTransaction {
  return {
    hash: hash(6),
    type: 2,
    from: address(7),
    to: address(8),
    nonce: 9n,
    gas: 10n,
    value: 11n,
    input: Uint8Array.of(12),
    gasPrice: undefined,
    maxFeePerGas: 130n,
    maxPriorityFeePerGas: 14n,
    accessList: [],
    authorizationList: undefined,
    chainId: 15n,
    v: 1n,
    r: 16n,
    s: 17n,
    raw: Uint8Array.of(18),
    inclusion,
    ...fields,
  };
}

const aLog: EvmLog = {
  address: address(0x21),
  topics: [hash(0x22), hash(0x23)],
  data: Uint8Array.of(0x24),
  blockNumber: 0x25n,
  blockHash: hash(0x26),
  blockTimestamp: 0x27n,
  transactionHash: hash(0x28),
  transactionIndex: 0x29,
  logIndex: 0x2a,
};

const logJson = {
  address: addressText(0x21),
  topics: [hashText(0x22), hashText(0x23)],
  data: '0x24',
  blockNumber: '0x25',
  blockHash: hashText(0x26),
  blockTimestamp: '0x27',
  transactionHash: hashText(0x28),
  transactionIndex: '0x29',
  logIndex: '0x2a',
  removed: false,
};

const common = {
  blockHash: hashText(1),
  blockNumber: '0x2',
  blockTimestamp: '0x5',
  from: addressText(7),
  gas: '0xa',
  hash: hashText(6),
  input: '0x0c',
  nonce: '0x9',
  to: addressText(8),
  transactionIndex: '0x3',
  value: '0xb',
  chainId: '0xf',
  r: '0x10',
  s: '0x11',
};

test('a legacy transaction is shown with and without a chain id', () => {
  const legacy = aTransaction({
    type: 0,
    gasPrice: 50n,
    maxFeePerGas: undefined,
    maxPriorityFeePerGas: undefined,
    accessList: undefined,
    v: 27n,
  });
  expect(transactionView(legacy)).toEqual({ ...common, type: '0x0', gasPrice: '0x32', v: '0x1b' });
  expect(transactionView({ ...legacy, chainId: undefined })).not.toHaveProperty('chainId');
});

test('a transaction shows its access list', () => {
  const entry = { address: address(0x31), storageKeys: [hash(0x32), hash(0x33)] };
  const gasPrice = { gasPrice: 50n, maxFeePerGas: undefined, maxPriorityFeePerGas: undefined };
  expect(transactionView(aTransaction({ type: 1, ...gasPrice, accessList: [entry] }))).toEqual({
    ...common,
    type: '0x1',
    gasPrice: '0x32',
    accessList: [{ address: addressText(0x31), storageKeys: [hashText(0x32), hashText(0x33)] }],
    yParity: '0x1',
    v: '0x1',
  });
});

test('a transaction with fee caps pays the base fee and its tip, and never more than its cap', () => {
  const dynamic = { type: '0x2', maxFeePerGas: '0x82', maxPriorityFeePerGas: '0xe', accessList: [] };
  const signature = { yParity: '0x1', v: '0x1' };
  expect(transactionView(aTransaction())).toEqual({ ...common, ...dynamic, ...signature, gasPrice: '0x36' });
  expect(effectiveGasPrice(aTransaction(), 116n)).toBe(130n);
  expect(effectiveGasPrice(aTransaction(), 115n)).toBe(129n);
  expect(effectiveGasPrice(aTransaction(), 200n)).toBe(130n);
});

test('a pending transaction has no block and shows its cap', () => {
  expect(transactionView(aTransaction({ inclusion: undefined, to: undefined }))).toMatchObject({
    blockHash: null,
    blockNumber: null,
    transactionIndex: null,
    to: null,
    gasPrice: '0x82',
  });
});

test('a transaction that sets code shows its authorizations', () => {
  const authorization = { chainId: 0n, address: address(0x41), nonce: 0x42n, yParity: 1, r: 0x43n, s: 0x44n };
  expect(transactionView(aTransaction({ type: 4, authorizationList: [authorization] }))).toMatchObject({
    type: '0x4',
    authorizationList: [
      { chainId: '0x0', address: addressText(0x41), nonce: '0x42', yParity: '0x1', r: '0x43', s: '0x44' },
    ],
  });
});

test('a log is shown alike by itself and in filter changes', () => {
  expect(logView(aLog)).toEqual(logJson);
  expect(changesView({ type: 'logs', logs: [aLog] })).toEqual([logJson]);
  expect(changesView({ type: 'hashes', hashes: [hash(1), hash(2)] })).toEqual([hashText(1), hashText(2)]);
});

test('each log has the hashes of its own transaction and block', () => {
  const logs = [aLog, aLog, { ...aLog, transactionHash: hash(9) }, { ...aLog, blockHash: hash(8) }, aLog];
  expect(logViews(logs)).toEqual(logs.map(logView));
});

test('a receipt shows a call, and a creation that failed', () => {
  const receipt: EvmReceipt = {
    transaction: aTransaction(),
    inclusion,
    success: true,
    vmError: '',
    returnData: bytes(3, 0x5a),
    gasUsed: 0x51n,
    cumulativeGasUsed: 0x52n,
    effectiveGasPrice: 0x53n,
    contractAddress: undefined,
    logs: [aLog],
    logsBloom: bytes(256, 0x54),
  };
  const json = {
    blockHash: hashText(1),
    blockNumber: '0x2',
    contractAddress: null,
    cumulativeGasUsed: '0x52',
    effectiveGasPrice: '0x53',
    from: addressText(7),
    gasUsed: '0x51',
    logs: [logJson],
    logsBloom: to0x(bytes(256, 0x54)),
    status: '0x1',
    to: addressText(8),
    transactionHash: hashText(6),
    transactionIndex: '0x3',
    type: '0x2',
  };
  expect(receiptView(receipt)).toEqual(json);
  const creation = aTransaction({ to: undefined, type: 0 });
  expect(
    receiptView({ ...receipt, transaction: creation, success: false, contractAddress: address(0x55), logs: [] }),
  ).toEqual({ ...json, to: null, type: '0x0', status: '0x0', contractAddress: addressText(0x55), logs: [] });
});

test('a block shows its header and transactions', () => {
  const block: EvmBlock = {
    number: 0x61n,
    hash: hash(0x62),
    parentHash: hash(0x63),
    timestamp: 0x64n,
    miner: address(0x65),
    gasLimit: 0x66n,
    gasUsed: 0x67n,
    baseFeePerGas: 0x68n,
    stateRoot: hash(0x69),
    transactionsRoot: hash(0x6a),
    receiptsRoot: hash(0x6b),
    logsBloom: bytes(256, 0x6c),
    mixHash: hash(0x6d),
    size: 0x6e,
    transactions: [aTransaction(), aTransaction({ hash: hash(0x6f) })],
    receipts: [],
  };
  const header = {
    number: '0x61',
    hash: hashText(0x62),
    parentHash: hashText(0x63),
    nonce: '0x0000000000000000',
    mixHash: hashText(0x6d),
    sha3Uncles: '0x1dcc4de8dec75d7aab85b567b6ccd41ad312451b948a7413f0a142fd40d49347',
    logsBloom: to0x(bytes(256, 0x6c)),
    stateRoot: hashText(0x69),
    miner: addressText(0x65),
    difficulty: '0x0',
    extraData: '0x',
    gasLimit: '0x66',
    gasUsed: '0x67',
    timestamp: '0x64',
    transactionsRoot: hashText(0x6a),
    receiptsRoot: hashText(0x6b),
    baseFeePerGas: '0x68',
    withdrawalsRoot: '0x56e81f171bcc55a6ff8345e692c0f86e5b48e01b996cadc001622fb5e363b421',
    blobGasUsed: '0x0',
    excessBlobGas: '0x0',
    parentBeaconBlockRoot: hashText(0),
    requestsHash: '0xe3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  };
  const around = { size: '0x6e', uncles: [], withdrawals: [] };
  expect(headerView(block)).toEqual(header);
  expect(blockView(block, false)).toEqual({ ...header, ...around, transactions: [hashText(6), hashText(0x6f)] });
  const full = block.transactions.map(transactionView);
  expect(blockView(block, true)).toEqual({ ...header, ...around, transactions: full });
});

test('a proof has the requested keys', () => {
  const proof = {
    balance: 0x71n,
    nonce: 0x72n,
    codeHash: hash(0x73),
    storageHash: hash(0x74),
    accountProof: [Uint8Array.of(0x75), Uint8Array.of(0x76)],
    storageProof: [{ slot: hash(0x77), value: bytes(32, 0), proof: [Uint8Array.of(0x78)] }],
  };
  const json = {
    address: addressText(0x70),
    accountProof: ['0x75', '0x76'],
    balance: '0x71',
    codeHash: hashText(0x73),
    nonce: '0x72',
    storageHash: hashText(0x74),
  };
  const slot = { value: '0x0', proof: ['0x78'] };
  expect(proofView(address(0x70), ['0x077'], proof)).toEqual({ ...json, storageProof: [{ key: '0x077', ...slot }] });
});

test('a fee history has rewards when percentiles are requested', () => {
  const history = { oldestBlock: 0x81n, baseFees: [0x82n, 0x83n, 0x84n], gasUsedRatios: [0.5, 0] };
  const json = {
    oldestBlock: '0x81',
    baseFeePerGas: ['0x82', '0x83', '0x84'],
    gasUsedRatio: [0.5, 0],
    baseFeePerBlobGas: ['0x1', '0x1', '0x1'],
    blobGasUsedRatio: [0, 0],
  };
  expect(feeHistoryView({ ...history, rewards: undefined })).toEqual(json);
  expect(
    feeHistoryView({
      ...history,
      rewards: [
        [1n, 2n],
        [0n, 0n],
      ],
    }),
  ).toEqual({
    ...json,
    reward: [
      ['0x1', '0x2'],
      ['0x0', '0x0'],
    ],
  });
});
