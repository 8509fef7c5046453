/**
 * Lists methods that change nothing and may wait for the remote of a forked chain. Those that follow each other in a
 * batch run at the same time, so that they wait together. Methods that consume something, such as
 * `eth_getFilterChanges`, are not among them.
 */
const READS: ReadonlySet<string> = new Set([
  ...['eth_call', 'eth_createAccessList', 'eth_estimateGas', 'eth_simulateV1'],
  ...['eth_getBalance', 'eth_getCode', 'eth_getProof', 'eth_getStorageAt', 'eth_getTransactionCount'],
  ...['eth_getBlockByHash', 'eth_getBlockByNumber', 'eth_getBlockReceipts'],
  ...['eth_getBlockTransactionCountByHash', 'eth_getBlockTransactionCountByNumber'],
  ...['eth_getHeaderByHash', 'eth_getHeaderByNumber', 'eth_getLogs', 'eth_feeHistory'],
  ...['eth_getRawTransactionByBlockHashAndIndex', 'eth_getRawTransactionByBlockNumberAndIndex'],
  ...['eth_getRawTransactionByHash', 'eth_getTransactionByHash', 'eth_getTransactionReceipt'],
  ...['eth_getTransactionByBlockHashAndIndex', 'eth_getTransactionByBlockNumberAndIndex'],
  ...['eth_blobBaseFee', 'eth_blockNumber', 'eth_chainId', 'eth_gasPrice', 'eth_maxPriorityFeePerGas', 'net_version'],
]);

export const isRead = (method: string): boolean => READS.has(method);
