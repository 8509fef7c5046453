/** Is what the command uses of networks of validators under CometBFT. */
export { type CreatedNetwork, createNetwork, type NewNetwork } from './create_network.js';
export { randomSecrets, seededSecrets } from './keys/node_keys.js';
export type { PlannedNode } from './planned_node.js';
export { checkFolder, clearFolder, writeFiles } from './write_files.js';
