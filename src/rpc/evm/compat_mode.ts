/** Defines what differs between the nodes that Halley acts as (evm-json-rpc.md 11.6). */

export type HardhatRelease = 2 | 3;

/** Pattern of the methods that Anvil and Hardhat's nodes serve by default, although their namespaces are not enabled. */
export const SERVED_BY_DEV_NODES = /^(debug_trace|txpool_|personal_sign$)/;

export interface CompatMode<Name extends string = string> {
  readonly name: Name;
  /** Matches the `User-Agent` of clients for which `auto` selects this mode. Without it, `auto` does not select it. */
  readonly agent?: RegExp;
  /** Answer of `web3_clientVersion`, unless another text was chosen. Tools read how it begins. */
  readonly clientVersion: string;
  /** Unit of `evm_setIntervalMining` in milliseconds. Both tools have a method of this name. */
  readonly intervalUnitMs: 1 | 1000;
  /** Whether automine and interval mining replace each other. Otherwise both may be on. */
  readonly exclusiveModes: boolean;
  /** Whether pending transactions are mined when automine is turned on. Otherwise the next transaction's block has them. */
  readonly automineMinesPending: boolean;
  /**
   * Release of Hardhat's node whose errors, struct logs and `evm_mine` the mode has; otherwise geth's or Anvil's. With it,
   * the answer to a transaction that failed in a block is an error instead of its hash.
   */
  readonly hardhatRelease?: HardhatRelease;
  /** Whether calls and estimates skip the check of the sender's balance and see a base fee of 0, as in Hardhat. */
  readonly runsAsHardhat: boolean;
  /** Whether a reset with `{}` ends a fork. Otherwise it forks the newest block of the same node again. */
  readonly emptyForkingEndsFork: boolean;
  /** Pattern of the methods that trusted callers may call although their namespaces are not enabled. */
  readonly served?: RegExp;
}
