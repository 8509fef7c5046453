/** Finds the Ethereum transaction that a transaction of CometBFT contains. */
import type { CometTx } from './rpc.js';

const HASH = /^0x[0-9a-f]{64}$/;

/** Returns the Ethereum hash that a transaction of CometBFT contains; undefined for one of another kind. */
export const ethereumHashOf = ({ tx_result }: CometTx): string | undefined =>
  (tx_result.events ?? [])
    .filter(({ type }) => type === 'ethereum_tx')
    .flatMap(({ attributes }) => attributes ?? [])
    .find(({ key, value }) => key === 'ethereumTxHash' && value !== null && HASH.test(value))?.value ?? undefined;
