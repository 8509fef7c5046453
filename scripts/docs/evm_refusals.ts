/** Methods that other nodes have and this node refuses, for the documents. A test calls each of them. */

export interface Refusal {
  /** Text that a reader looks for: a name, or the common beginning of several. */
  readonly shown: string;
  readonly reason: string;
  /** Methods that each give error -32601. */
  readonly methods: readonly string[];
}

const ABSENT = 'no client uses it anymore';

export const EVM_REFUSALS: readonly Refusal[] = [
  {
    shown: '`eth_fillTransaction`',
    reason: 'not implemented on such nodes: `eth_sendTransaction` fills in missing members',
    methods: ['eth_fillTransaction'],
  },
  {
    shown: '`debug_getRaw*`',
    reason:
      'not implemented on such nodes: the bytes of a block are consensus bytes, which `block` of the CometBFT RPC returns',
    methods: ['debug_getRawBlock', 'debug_getRawHeader', 'debug_getRawReceipts', 'debug_getRawTransaction'],
  },
  {
    shown: '`engine_*`',
    reason: 'consensus runs in this process and is not driven from outside',
    methods: [
      'engine_newPayloadV4',
      'engine_forkchoiceUpdatedV3',
      'engine_getPayloadV4',
      'engine_exchangeCapabilities',
    ],
  },
  {
    shown: '`eth_getWork`, `eth_submitWork`, `eth_submitHashrate`',
    reason: 'blocks are voted for, not mined',
    methods: ['eth_getWork', 'eth_submitWork', 'eth_submitHashrate'],
  },
  {
    shown: '`eth_getCompilers`, `eth_compile*`',
    reason: ABSENT,
    methods: ['eth_getCompilers', 'eth_compileSolidity', 'eth_compileLLL', 'eth_compileSerpent'],
  },
  {
    shown: '`eth_sendPrivateTransaction`, `eth_cancelPrivateTransaction`, `eth_callMany`',
    reason: 'specific to single providers: `eth_simulateV1` runs several calls',
    methods: ['eth_sendPrivateTransaction', 'eth_cancelPrivateTransaction', 'eth_callMany'],
  },
  { shown: '`db_*`, `shh_*`', reason: ABSENT, methods: ['db_putString', 'db_getString', 'shh_version', 'shh_post'] },
  {
    shown: '`clique_*`, `les_*`',
    reason: 'validators vote, and light clients use the CometBFT RPC',
    methods: ['clique_getSigners', 'clique_getSnapshot', 'les_serverInfo', 'les_clientInfo'],
  },
];
