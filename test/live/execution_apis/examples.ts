/**
 * The parameters of the test calls, for each method that the execution-apis describe. No call reads the pending block:
 * its hash is null, as in geth, where the schema requires a hash.
 */
import type { Facts } from './test_devnet.js';

type Examples = Readonly<Record<string, readonly (readonly unknown[])[] | undefined>>;

const COUNT = '0x06661abd';
const SLOT = `0x${'0'.repeat(64)}`;
const UNKNOWN = `0x${'de'.repeat(32)}`;
const TYPED_DATA = {
  types: { EIP712Domain: [{ name: 'name', type: 'string' }], Mail: [{ name: 'contents', type: 'string' }] },
  ...{ primaryType: 'Mail', domain: { name: 'Post' }, message: { contents: 'Hello' } },
};

export function examples({ alice, bob, counter, reverter, block, transactions, raw, filters }: Facts): Examples {
  const each = transactions.map((hash) => [hash]);
  const read = { to: counter, data: COUNT };
  const transfer = { from: alice, to: bob, value: '0x1' };
  const tracers = ['callTracer', 'prestateTracer', '4byteTracer', 'noopTracer'];
  return {
    debug_getBadBlocks: [[]],
    debug_traceBlockByHash: [[block.hash], ...tracers.map((tracer) => [block.hash, { tracer }])],
    debug_traceBlockByNumber: [[block.number], ...tracers.map((tracer) => [block.number, { tracer }])],
    debug_traceTransaction: [...each, ...tracers.map((tracer) => [transactions[2], { tracer }])],
    eth_accounts: [[]],
    eth_baseFee: [[]],
    eth_blobBaseFee: [[]],
    eth_blockNumber: [[]],
    eth_call: [
      [read, 'latest'],
      [read, block.hash],
      [read, { blockHash: block.hash }],
      [read, 'pending'],
      [transfer, 'safe'],
    ],
    eth_capabilities: [[]],
    eth_chainId: [[]],
    eth_coinbase: [[]],
    eth_config: [[]],
    eth_createAccessList: [
      [{ from: alice, ...read }, 'latest'],
      [{ from: alice, to: reverter }, 'latest'],
    ],
    eth_estimateGas: [[transfer], [{ from: alice, to: counter }, 'latest']],
    eth_feeHistory: [
      ['0x3', 'latest', [10, 50]],
      ['0x1', block.number, []],
    ],
    eth_gasPrice: [[]],
    eth_getBalance: [
      [alice, 'latest'],
      [UNKNOWN.slice(0, 42), 'earliest'],
    ],
    eth_getBlockByHash: [
      [block.hash, false],
      [block.hash, true],
      [UNKNOWN, true],
    ],
    eth_getBlockByNumber: [
      ['0x0', true],
      ['0x1', true],
      [block.number, true],
      ['latest', false],
      ['0x999', false],
    ],
    eth_getBlockReceipts: [['0x0'], ['0x2'], [block.number], [block.hash], ['0x999']],
    eth_getBlockTransactionCountByHash: [[block.hash], [UNKNOWN]],
    eth_getBlockTransactionCountByNumber: [[block.number], ['pending'], ['0x999']],
    eth_getCode: [
      [counter, 'latest'],
      [alice, 'latest'],
    ],
    eth_getFilterChanges: [[filters.logs], [filters.blocks], [filters.pending], [filters.logs]],
    eth_getFilterLogs: [[filters.old]],
    eth_getLogs: [[{ fromBlock: '0x0', toBlock: 'latest' }], [{ blockHash: block.hash, address: counter }], [{}]],
    eth_getProof: [
      [counter, [SLOT, '0x1'], 'latest'],
      [UNKNOWN.slice(0, 42), [], block.number],
    ],
    eth_getStorageAt: [[counter, SLOT, 'latest']],
    eth_getStorageValues: [[{ [counter]: [SLOT] }, 'latest']],
    eth_getTransactionByBlockHashAndIndex: [
      [block.hash, '0x0'],
      [block.hash, '0x99'],
    ],
    eth_getTransactionByBlockNumberAndIndex: [
      [block.number, '0x3'],
      [block.number, '0x99'],
    ],
    eth_getTransactionByHash: [...each, [UNKNOWN]],
    eth_getTransactionCount: [
      [alice, 'latest'],
      [bob, 'pending'],
    ],
    eth_getTransactionReceipt: [...each, [UNKNOWN]],
    eth_maxPriorityFeePerGas: [[]],
    eth_newBlockFilter: [[]],
    eth_newFilter: [[{ fromBlock: '0x0', address: [counter] }]],
    eth_newPendingTransactionFilter: [[]],
    eth_sendRawTransaction: [[raw]],
    eth_sendTransaction: [[{ ...transfer, gas: '0x5208' }]],
    eth_sign: [[alice, '0xdeadbeef']],
    eth_signTypedData: [[alice, TYPED_DATA]],
    eth_signTransaction: [
      [{ ...transfer, gas: '0x5208', nonce: '0x9', maxFeePerGas: '0x2540be400', maxPriorityFeePerGas: '0x1' }],
    ],
    eth_simulateV1: [
      [
        { blockStateCalls: [{ calls: [transfer, { from: alice, to: counter }, { from: alice, to: reverter }] }] },
        'latest',
      ],
      [
        {
          ...{ traceTransfers: true, validation: false, returnFullTransactions: true },
          blockStateCalls: [
            {
              blockOverrides: { gasLimit: '0x1c9c380' },
              stateOverrides: { [bob]: { balance: '0x1' } },
              calls: [transfer],
            },
            {},
          ],
        },
        'latest',
      ],
    ],
    eth_syncing: [[]],
    eth_uninstallFilter: [[filters.old], ['0x1234']],
    net_version: [[]],
    txpool_content: [[]],
    txpool_contentFrom: [[bob], [alice]],
    txpool_status: [[]],
  };
}
