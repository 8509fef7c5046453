/** Exports what the command uses of networks of validators under CometBFT. */

export { type ChildEnd, endText } from '../client/child.js';
export { loadKeyTypes } from '../crypto/validator_keys.js';
export { type CreatedNetwork, createNetwork } from './create_network.js';
export { randomSecrets, seededSecrets } from './keys/node_keys.js';
export { commonGenesis } from './run/common_genesis.js';
export { currentPowers } from './run/current_powers.js';
export { checkEngine } from './run/engine_binary.js';
export { type LocalNode, localNodes, selectedNodes } from './run/local_nodes.js';
export { genesisPowers, type Powers, type Quorum, quorumWithout } from './run/quorum.js';
export { appAnswers, engineAnswers, untilHolds } from './run/readiness.js';
export { type NetworkCommands, type Part, RunningNetwork, type UnexpectedEnd } from './run/running_network.js';
export { checkFolder, clearFolder, homesIn, writeFiles } from './write_files.js';
