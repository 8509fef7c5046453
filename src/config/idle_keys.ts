/**
 * Keys of a cosmos/evm node (evm-json-rpc.md 2.2, 2.3) that have no effect here, and the reasons. A node's file with
 * such a key is refused with the reason, so that users do not expect an effect.
 */

const NO_METRICS = 'there is no metrics server';
const OTHER_POOL = 'it configures the internals of another mempool';

const IDLE: ReadonlyMap<string, string> = new Map(
  Object.entries({
    'json-rpc.metrics-address': NO_METRICS,
    'json-rpc.fix-revert-gas-refund-height': 'at every height a failed transaction reports the gas that it used',
    'evm.tracer': 'blocks are traced on request, by debug_traceBlockByNumber',
    'evm.max-tx-gas-wanted': 'a transaction counts by its gas limit',
    'evm.cache-preimage': 'the state is stored by address and slot, not by their hashes',
    'evm.evm-chain-id': 'the number in the chain id is the EVM chain id (--chain-id, or the genesis document)',
    'evm.geth-metrics-address': NO_METRICS,
    'evm.mempool.price-limit': 'evm.min-tip sets the lowest tip of a transaction',
    'evm.mempool.account-slots': 'mempool.size limits the pending transactions',
    'evm.mempool.global-slots': 'mempool.size limits the pending transactions',
    'evm.mempool.lifetime': 'a transaction stays pending until it is mined, replaced or dropped',
    'evm.mempool.included-nonce-cache-size': OTHER_POOL,
    'evm.mempool.pending-tx-proposal-timeout': OTHER_POOL,
    'evm.mempool.check-tx-timeout': OTHER_POOL,
    'evm.mempool.insert-queue-size': OTHER_POOL,
    'evm.mempool.enable-tx-tracker': OTHER_POOL,
  }),
);

/**
 * Returns why a name has no effect, or undefined. The name is that of a flag, a variable or a file's key: `evm.tracer`,
 * `--evm.tracer`, `HALLEY_EVM_TRACER`.
 */
export function whyIdle(name: string): string | undefined {
  for (const [path, reason] of IDLE) {
    const variable = `HALLEY_${path.replace(/[.-]/g, '_').toUpperCase()}`;
    if (name === path || name === `--${path}` || name === variable)
      return `${name} is a setting of cosmos/evm nodes without effect here: ${reason}; remove it`;
  }
  return undefined;
}
