/**
 * Keys of a cosmos/evm node (evm-json-rpc.md 2.2, 2.3) that would do nothing here, and why. Who brings a node's file is
 * told so, rather than left to wait for their effect.
 */

const NO_METRICS = 'no metrics are served';
const OTHER_POOL = 'it tunes the inside of another pool';

const IDLE: ReadonlyMap<string, string> = new Map(
  Object.entries({
    'json-rpc.metrics-address': NO_METRICS,
    'json-rpc.fix-revert-gas-refund-height': 'at every height a failed transaction shows the gas that it used',
    'evm.tracer': 'blocks are traced when somebody asks for it, by debug_traceBlockByNumber',
    'evm.max-tx-gas-wanted': 'a transaction counts with its gas limit',
    'evm.cache-preimage': 'the state is kept by address and slot, not by their hashes',
    'evm.evm-chain-id': 'the number in the chain’s id is the EVM’s (--chain-id, or the genesis document)',
    'evm.geth-metrics-address': NO_METRICS,
    'evm.mempool.price-limit': 'evm.min-tip says what a transaction has to offer',
    'evm.mempool.account-slots': 'mempool.size says how many transactions wait for a block',
    'evm.mempool.global-slots': 'mempool.size says how many transactions wait for a block',
    'evm.mempool.lifetime': 'what waits stays until it is mined, replaced or dropped',
    'evm.mempool.included-nonce-cache-size': OTHER_POOL,
    'evm.mempool.pending-tx-proposal-timeout': OTHER_POOL,
    'evm.mempool.check-tx-timeout': OTHER_POOL,
    'evm.mempool.insert-queue-size': OTHER_POOL,
    'evm.mempool.enable-tx-tracker': OTHER_POOL,
  }),
);

/** As a flag, a variable or a file's key has it: `evm.tracer`, `--evm.tracer`, `HALLEY_EVM_TRACER`. */
export function whyIdle(name: string): string | undefined {
  for (const [path, reason] of IDLE) {
    const variable = `HALLEY_${path.replace(/[.-]/g, '_').toUpperCase()}`;
    if (name === path || name === `--${path}` || name === variable)
      return `${name} is a node’s, and does nothing here: ${reason}`;
  }
  return undefined;
}
