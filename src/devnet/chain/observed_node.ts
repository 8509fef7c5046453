/** The validator whose node answers as "this node" on the consensus RPC, and whose events it tells. */
export const OBSERVED_NODE = 0;
