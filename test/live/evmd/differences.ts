/**
 * Difference of Halley from the recorded evmd on purpose, and its reason. The list is exact: exchanges that agree are
 * not in it.
 */

interface Difference {
  readonly why: string;
  /** Differences: the recorded text stands before the arrow, ours behind it. */
  readonly lines: readonly string[];
}

const because = (
  why: string,
  lines: Readonly<Record<string, readonly string[]>>,
): readonly (readonly [string, Difference])[] =>
  Object.entries(lines).map(([name, received]) => [name, { why, lines: received }]);

/** Differences by the exchange's name. */
export const DIFFERENCES: ReadonlyMap<string, Difference> = new Map([
  ...because('Our error for a disabled namespace has a hint with the flag that enables it.', {
    admin_nodeInfo: ['.data: is not there → is'],
    admin_peers: ['.data: is not there → is'],
    'txpool_content: by default': ['.data: is not there → is'],
    'debug_memStats: by default': ['.data: is not there → is'],
    'debug_freeOSMemory: by default': ['.data: is not there → is'],
    'personal_listAccounts: by default': ['.data: is not there → is'],
    'miner_setEtherbase: by default': ['.data: is not there → is'],
  }),
  ...because('A missing object is null, as in geth and the execution-apis; the node returns an error.', {
    'eth_getHeaderByHash: unknown': ['-32000 block not found for hash Nx… → result: null'],
    'eth_getUncleCountByBlockNumber: future': ['.result: hex → null', 'values'],
    'eth_getUncleByBlockNumberAndIndex: a tag': [
      '-32602 invalid argument N: json: cannot unmarshal hex string without Nx prefix into Go value of type hexutil.Uint → result: null',
    ],
    'eth_getBlockReceipts: future': [
      '-32000 failed to get block by number: height N must be less than or equal to the current blockchain height N → result: null',
    ],
    'eth_getBlockReceipts: unknown hash': [
      '-32000 failed to get block number from hash: header not found for hash Nx… → result: null',
    ],
    'eth_getBlockReceipts: unknown hash in an object': [
      '-32000 failed to get block number from hash: header not found for hash Nx… → result: null',
    ],
  }),
  ...because(
    'We answer as geth does and its clients expect; the node omits the value, or has it in another place or form.',
    {
      'eth_getTransactionByHash: creation': ['.result.blockTimestamp: is not there → is'],
      'eth_getTransactionByHash: type 0': ['.result.blockTimestamp: is not there → is'],
      'eth_getTransactionByHash: type 2': ['.result.blockTimestamp: is not there → is'],
      'eth_getTransactionByHash: type 4': ['.result.blockTimestamp: is not there → is'],
      'eth_getBlockByNumber: pending': [
        '.result.hash: hex of 64 digits → null',
        '.result.miner: hex of 40 digits → null',
        '.result.nonce: hex → null',
      ],
      'eth_getBlockByNumber: with a creation, full': ['.result.transactions[].blockTimestamp: is not there → is'],
      'eth_getHeaderByNumber: pending': [
        '.result.hash: hex of 64 digits → null',
        '.result.miner: hex of 40 digits → null',
        '.result.nonce: hex → null',
      ],
      eth_getTransactionByBlockNumberAndIndex: ['.result.blockTimestamp: is not there → is'],
      eth_getTransactionByBlockHashAndIndex: ['.result.blockTimestamp: is not there → is'],
      'eth_feeHistory: count 0': [
        '.result.baseFeePerGas: is there → is not',
        '.result.gasUsedRatio: list → null',
        '.result.baseFeePerBlobGas: is there → is not',
      ],
      'debug_traceTransaction: callTracer with logs': ['.result.logs: is not there → is'],
      'debug_traceTransaction: prestateTracer, diff': [
        '.result.post.0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266: is not there → is',
        '.result.pre.0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266: is not there → is',
      ],
      debug_traceBlockByNumber: [
        '.result[].result.structLogs[30]: none like it',
        '.result[].result.structLogs[31]: none like it',
        '.result[].result.structLogs[32]: none like it',
        '.result[].result.structLogs[33]: none like it',
        '.result[].result.structLogs[34]: none like it',
        '.result[].txHash: is not there → is',
      ],
      'debug_traceBlockByNumber: callTracer': ['.result[].txHash: is not there → is'],
      'debug_traceBlockByNumber: reverted, callTracer': ['.result[].txHash: is not there → is'],
      'ws block': ['.body.result.transactions[].blockTimestamp: is not there → is'],
    },
  ),
  ...because(
    'We return only the text of geth, by which clients classify errors; the node prefixes it with the text of its query server, or uses other words.',
    {
      'eth_sendRawTransaction: another chain, type 0': [
        '-32000 incorrect chain-id; expected N, got N → -32000 invalid chain id for signer: have N want N',
      ],
      'eth_sendRawTransaction: y parity of 5': [
        '-32000 failed to convert ethereum transaction: invalid transaction v, r, s values → -32000 invalid transaction v, r, s values',
      ],
      'eth_sendTransaction: a string': [
        '-32602 invalid argument N: json: cannot unmarshal string into Go value of type types.TransactionArgs → -32602 invalid argument N: json: cannot unmarshal string into Go value of type ethapi.TransactionArgs',
      ],
      'eth_getBlockReceipts: empty object': [
        '-32000 failed to get block number from hash: types BlockHash and BlockNumber cannot be both nil → -32000 types BlockHash and BlockNumber cannot be both nil',
      ],
      'eth_getBlockReceipts: null': [
        '-32000 failed to get block number from hash: types BlockHash and BlockNumber cannot be both nil → -32000 types BlockHash and BlockNumber cannot be both nil',
      ],
      'eth_getBalance: beyond int64': [
        '-32602 invalid argument N: uintN value N cannot exceed N: invalid height [cosmos/evm@vN.N.N/utils/int.go:N] → -32602 invalid argument N: block number larger than intN',
      ],
      'eth_call: invalid opcode': [
        '-32000 rpc error: code = Internal desc = invalid opcode: INVALID → -32000 invalid opcode: INVALID',
      ],
      'eth_call: runs out of gas': [
        '-32000 rpc error: code = Internal desc = out of gas: not enough gas for reentrancy sentry → -32000 out of gas: not enough gas for reentrancy sentry',
      ],
      'eth_call: gas below the intrinsic': [
        '-32000 rpc error: code = Internal desc = apply message: intrinsic gas too low → -32000 intrinsic gas too low: gas N, minimum needed N',
      ],
      'eth_call: value beyond the balance': [
        '-32000 rpc error: code = Internal desc = insufficient balance for transfer → -32000 insufficient funds for gas * price + value: address Nx… have N want N',
      ],
      'eth_call: both kinds of fee': [
        '-32000 rpc error: code = InvalidArgument desc = both gasPrice and (maxFeePerGas or maxPriorityFeePerGas) specified → -32000 both gasPrice and (maxFeePerGas or maxPriorityFeePerGas) specified',
      ],
      'eth_call: another chain': [
        "-32000 rpc error: code = InvalidArgument desc = chainId does not match node's (have=N, want=N) → -32000 chainId does not match node's (have=N, want=N)",
      ],
      'eth_call: override state and stateDiff': [
        "-32000 rpc error: code = Internal desc = failed to apply state override: account Nx… has both 'state' and 'stateDiff' → -32000 failed to apply state override: account Nx… has both 'state' and 'stateDiff'",
      ],
      'eth_call: override a string': [
        '-32000 rpc error: code = InvalidArgument desc = invalid state overrides format: json: cannot unmarshal string into Go value of type types.StateOverride → -32602 invalid argument N: json: cannot unmarshal string into Go value of type override.StateOverride',
      ],
      'eth_estimateGas: invalid opcode': [
        '-32000 rpc error: code = Unknown desc = invalid opcode: INVALID → -32000 invalid opcode: INVALID',
      ],
      'eth_estimateGas: runs out of gas': [
        '-32000 rpc error: code = Unknown desc = out of gas: not enough gas for reentrancy sentry → -32000 gas required exceeds allowance (N)',
      ],
      'eth_estimateGas: value beyond the balance': [
        '-32000 rpc error: code = Unknown desc = insufficient balance for transfer → -32000 insufficient funds for gas * price + value: address Nx… have N want N',
      ],
      'debug_traceTransaction: negative limit': [
        '-32000 rpc error: code = InvalidArgument desc = output limit cannot be negative, got -N → -32000 output limit cannot be negative, got -N',
      ],
    },
  ),
  ...because('We accept this omission or spelling, as Anvil and Hardhat do; the node refuses it.', {
    'eth_getBalance: safe': ['-32602 invalid argument N: hex string without Nx prefix → result: hex'],
    'eth_getBalance: block left out': ['-32602 missing value for required argument N → result: hex'],
    'eth_getCode: block left out': ['-32602 missing value for required argument N → result: hex'],
    'eth_getStorageAt: block left out': ['-32602 missing value for required argument N → result: hex of 64 digits'],
    'eth_getProof: block left out': ['-32602 missing value for required argument N → result: object'],
    'eth_call: safe': ['-32602 invalid argument N: hex string without Nx prefix → result: hex of 64 digits', 'values'],
    'eth_call: block left out': ['-32602 missing value for required argument N → result: hex of 64 digits'],
    'eth_feeHistory: percentiles left out': ['-32602 missing value for required argument N → result: object'],
    'eth_feeHistory: count above the cap': ['-32000 FeeHistory user block count N higher than N → result: object'],
    'ws upgrade from an allowed page': ['.body.refused: is there → is not'],
    'ws message of 2 MB': [
      '{"silent":true,"closed":true} → -32602 invalid argument N: json: cannot unmarshal hex string without Nx prefix into Go value of type hexutil.Bytes',
    ],
  }),
  ...because('We have this method or argument, as geth or development nodes do; the node lacks it.', {
    eth_mining: ['-32601 the method eth_mining does not exist/is not available → result: boolean'],
    eth_blobBaseFee: ['-32601 the method eth_blobBaseFee does not exist/is not available → result: hex'],
    eth_config: ['-32601 the method eth_config does not exist/is not available → result: object'],
    eth_signTransaction: ['-32601 the method eth_signTransaction does not exist/is not available → result: hex'],
    eth_signTypedData_v4: ['-32601 the method eth_signTypedData_vN does not exist/is not available → result: hex'],
    'eth_estimateGas: too many': ['-32602 too many arguments, want at most N → result: hex'],
    'eth_newPendingTransactionFilter: full': ['-32602 too many arguments, want at most N → result: hex'],
    'ws notification newPendingTransactions, full': ['.body.params.result: hex of 64 digits → object'],
  }),
  ...because('The node has a bug: it silently misreads invalid values; geth and we refuse them.', {
    'eth_getBlockByNumber: null': ['result: object → -32602 invalid argument N: hex string without Nx prefix'],
    'eth_getBlockByNumber: no such tag': ['result: object → -32602 invalid argument N: hex string without Nx prefix'],
    'eth_getBlockByNumber: upper case tag': [
      'result: object → -32602 invalid argument N: hex string without Nx prefix',
    ],
    'eth_getBlockByNumber: negative': ['result: object → -32602 invalid argument N: hex string without Nx prefix'],
    'eth_getBlockByNumber: an object': ['result: object → -32602 invalid argument N: hex string without Nx prefix'],
    'eth_getStorageAt: 33 bytes': [
      'result: hex of 64 digits → -32602 storage key too long (want at most N bytes): "Nx…"',
    ],
    'eth_getStorageAt: not hex': ['result: hex of 64 digits → -32602 invalid hex in storage key: "zz"'],
  }),
  ...because('Our text for a missing object differs; the code is the same.', {
    'eth_getTransactionCount: future': [
      '-32000 cannot query with height in the future (current: N, queried: N); please provide a valid height: invalid height → -32000 header not found: block N is past the newest block N',
    ],
    'eth_getCode: future': [
      '-32000 rpc error: code = Unknown desc = codespace sdk code N: invalid height: cannot query with height in the future; please provide a valid height → -32000 header not found: block N is past the newest block N',
    ],
    'eth_getStorageAt: future': [
      '-32000 rpc error: code = Unknown desc = codespace sdk code N: invalid height: cannot query with height in the future; please provide a valid height → -32000 header not found: block N is past the newest block N',
    ],
    'eth_createAccessList: future': [
      '-32000 height N must be less than or equal to the current blockchain height N → -32000 header not found: block N is past the newest block N',
    ],
    'eth_getFilterLogs: of a block filter': [
      "-32000 filter Nx… doesn't have a LogsSubscription type: got N → -32000 filter Nx… has no logs: it is a filter of blocks",
    ],
    'eth_getFilterChanges: unknown': [
      '-32000 filter NxN not found → -32000 filter not found: NxN was never created, uninstalled, not polled for N s, or the least recently polled of more than N',
    ],
  }),
  ...because(
    'We return Merkle Patricia proofs, which wallets and bridges verify, at every block; the node returns proofs of its own store, and none at tags.',
    {
      'eth_getProof: contract': ['-32000 proof queries at height <= N are not supported → result: object'],
      'eth_getProof: account': [
        '-32000 rpc error: code = Unknown desc = codespace sdk code N: invalid request: cannot query with height < N; please provide a valid height → result: object',
      ],
      'eth_getProof: nobody': ['-32000 proof queries at height <= N are not supported → result: object'],
      'eth_getProof: at a number': ['.result.storageProof[].proof: list of 2 → of 3'],
      'eth_getProof: at a hash': ['.result.storageProof[].proof: list of 2 → of 3'],
      'eth_getProof: keys null': [
        '-32000 rpc error: code = Unknown desc = codespace sdk code N: invalid request: cannot query with height < N; please provide a valid height → result: object',
      ],
      'eth_getProof: nobody at a number': ['.result.storageProof[].proof: list of some → of none'],
    },
  ),
  ...because(
    'We answer over WebSocket as over HTTP, like geth: with the id of the request and the codes of JSON-RPC; the node always returns -32600 and a null id.',
    {
      'ws call with a string id': ['-32600 invalid type for connection ID: string → result: hex'],
      'ws batch with a subscription': ['.body[].error: is there → is not', '.body[].result: is not there → is'],
      'ws malformed JSON': ['-32600 unexpected end of JSON input → -32700 parse error'],
      'ws notification': ['-32600 invalid type for connection ID: <nil> → {"silent":true}'],
      'ws id left out, subscribe': ['-32600 invalid type for connection ID: <nil> → {"silent":true}'],
      'ws subscribe unknown kind': ['-32600 unsupported method frob → -32601 no "frob" subscription in eth namespace'],
      'ws subscribe syncing': [
        '-32600 syncing subscription is not implemented → -32601 syncing subscription is not implemented',
      ],
      'ws subscribe kind a number': [
        '-32600 invalid parameters → -32602 invalid argument N: json: cannot unmarshal number into Go value of type string',
      ],
      'ws subscribe no params': ['-32600 empty parameters → -32602 missing value for required argument N'],
      'ws subscribe logs, address a number': [
        '-32600 invalid addresses; must be address or array of addresses → -32602 invalid argument N: invalid addresses in query',
      ],
      'ws subscribe logs, bad topic': [
        'result: hex → -32602 invalid argument N: hex has invalid length N after decoding; expected N for topic',
      ],
      'ws subscribe newHeads, too many': ['result: hex → -32602 too many arguments, want at most N'],
      'ws subscribe params left out': ['-32600 invalid parameters → -32602 missing value for required argument N'],
      'ws subscribe params an object': ['-32600 invalid parameters → -32602 non-array args'],
      'ws unsubscribe a number': [
        '-32600 invalid parameters → -32602 invalid argument N: json: cannot unmarshal number into Go value of type rpc.ID',
      ],
    },
  ),
  ...because('After the text of the node we name the sender, which a raw transaction shows only to who recovers it.', {
    'eth_sendRawTransaction: no funds': [
      '-32000 insufficient funds for gas * price + value: balance N, tx cost N, overshot N → -32000 insufficient funds for gas * price + value: balance N, tx cost N, overshot N, sender Nx…',
    ],
    'eth_sendRawTransaction: not enough funds': [
      '-32000 insufficient funds for gas * price + value: balance N, tx cost N, overshot N → -32000 insufficient funds for gas * price + value: balance N, tx cost N, overshot N, sender Nx…',
    ],
  }),
  ...because('Our accounts are those of a development node, without a keyring that has bech32 names.', {
    'eth_sendTransaction: unknown sender': [
      "-32000 failed to find key in the node's keyring; no key for given address or file; key with address cosmosNtfdNkjNtfdNkjNtfdNkjNtfdNkjNhgNcN not found: key not found → -32000 failed to find key in the node's keyring; no key for given address or file; unknown account: Nx… is none of those that eth_accounts lists; to send from another account, call hardhat_impersonateAccount with its address first",
    ],
    'eth_sendTransaction: no sender': [
      '-32000 failed to find key in the node\'s keyring; no key for given address or file; key with address cosmosNqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqnrqlNa not found: key not found → -32000 failed to find key in the node\'s keyring; no key for given address or file; unknown account: "from" is missing; eth_accounts lists the accounts',
    ],
    'eth_sign: unknown account': [
      '-32000 no key for given address or file; key with address cosmosNtfdNkjNtfdNkjNtfdNkjNtfdNkjNhgNcN not found: key not found → -32000 no key for given address or file; unknown account: Nx… is none of those that eth_accounts lists',
    ],
    'personal_sign: unknown account': [
      '-32000 no key for given address or file; key with address cosmosNtfdNkjNtfdNkjNtfdNkjNtfdNkjNhgNcN not found: key not found → -32000 no key for given address or file; unknown account: Nx… is none of those that eth_accounts lists',
    ],
    'personal_sendTransaction: unknown account': [
      "-32000 failed to find key in the node's keyring; no key for given address or file; key with address cosmosNtfdNkjNtfdNkjNtfdNkjNtfdNkjNhgNcN not found: key not found → -32000 no key for given address or file; unknown account: Nx… is none of those that eth_accounts lists",
    ],
  }),
  ...because(
    'We hash the data, and sign them with the prefix of EIP-191, as wallets and libraries do; the node hashes and signs the text itself.',
    {
      'web3_sha3: text': [
        'result: hex of 64 digits → -32602 invalid argument N: json: cannot unmarshal hex string without Nx prefix into Go value of type hexutil.Bytes',
        'values',
      ],
      'web3_sha3: odd': [
        'result: hex of 64 digits → -32602 invalid argument N: json: cannot unmarshal hex string of odd length into Go value of type hexutil.Bytes',
        'values',
      ],
      'web3_sha3: number': [
        '-32602 invalid argument N: json: cannot unmarshal number into Go value of type string → -32602 invalid argument N: json: cannot unmarshal non-string into Go value of type hexutil.Bytes',
      ],
      'eth_sign: empty': ['values'],
      'http invalid UTF-8': [
        'result: hex of 64 digits → -32602 invalid argument N: json: cannot unmarshal hex string without Nx prefix into Go value of type hexutil.Bytes',
      ],
    },
  ),
  ...because('The chains differ, not the rules: another hash, another account, another trie.', {
    'eth_getBlockByNumber: a hash': [
      '-32602 invalid argument N: hex number with leading zero digits → -32602 invalid argument N: hex number > N bits',
    ],
    'debug_traceCall: prestateTracer': ['.result.0x7cb61d4117ae31a12e393a1cfa3bac666481d02e: is there → is not'],
  }),
  ...because("We do not offer it to clients, since it would stop the node's filters for all of them.", {
    eth_stop: ['result: null → -32601 the method eth_stop does not exist/is not available'],
  }),
  ...because('The documentation of the node says that it lacks this method (documented.md 2).', {
    'debug_getRawBlock: unknown block': [
      '-32000 height N must be less than or equal to the current blockchain height N → -32601 the method debug_getRawBlock does not exist/is not available',
    ],
  }),
]);
