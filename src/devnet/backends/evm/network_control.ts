/** Implements the roles of the simulated network. */
import { validatorByConsensusAddress } from '../../../app/modules/staking/store.js';
import type {
  EvmCommits,
  EvmNetworkAccess,
  EvmValidator,
  EvmValidatorKey,
  EvmValidatorNode,
  EvmValidators,
} from '../../../backend/evm/network_control.js';
import { stepName } from '../../../consensus/round_step.js';
import { powerOf } from '../../../consensus/types/validator_set.js';
import { validatorPrivateKey } from '../../../crypto/validator_keys.js';
import type { Bytes } from '../../../kernel/bytes.js';
import { fromHex, toUpperHex } from '../../../kernel/hex.js';
import type { ValidatorKey } from '../../../simulation/index.js';
import type { ValidatorControl } from '../../actions/validators.js';
import type { Chain, SimulatedChain } from '../../chain/chain.js';
import { faultMenu } from '../../faults/read_fault.js';
import type { NetworkControl } from '../../network/network_control.js';
import { conflictView } from '../../views/conflict_view.js';
import { type DevnetValidator, validatorsOf } from '../../views/validators.js';

/** Returns the validators of the simulated network with the positions of their nodes. */
export function validatorNodes(
  { simNetwork, blockStore }: Pick<SimulatedChain, 'blockStore' | 'simNetwork'>,
  isJailed: (address: Bytes) => boolean,
): readonly EvmValidatorNode[] {
  const { validators } = blockStore.state;
  const indexes = Array.from({ length: simNetwork.size }, (_, index) => index);
  return indexes.map((index) => {
    const { up, engine, key } = simNetwork.node(index);
    const { height, round, step } = engine.round;
    return {
      index,
      name: key.name,
      address: toUpperHex(key.address),
      power: powerOf(validators, key.address),
      jailed: isJailed(key.address),
      up,
      height,
      round,
      step: stepName(step),
      peers: indexes.filter((peer) => simNetwork.isConnected(index, peer)),
    };
  });
}

/** Returns whether the staking module has removed a validator from the set. */
export const isJailedIn =
  ({ app }: Chain) =>
  (address: Bytes): boolean =>
    validatorByConsensusAddress(app.devTxs.latest, address)?.validator.jailed ?? false;

/** Controls the network. `isJailed` is what the application knows of a consensus address. */
export const evmNetworkControl = (
  chain: Pick<SimulatedChain, 'blockStore' | 'simNetwork'>,
  control: NetworkControl,
  isJailed: (address: Bytes) => boolean,
): EvmNetworkAccess => ({
  networkControl: {
    nodes: () => validatorNodes(chain, isJailed),
    cutLinks: () => control.cutLinks,
    faultMenu,
    faults: () => control.faults,
    crashValidator: (index) => control.crashValidator(index),
    restartValidator: (index) => control.restartValidator(index),
    addFault: (fault) => control.addFault(fault),
    removeFault: (id) => control.removeFault(id),
    partition: (groups) => control.partition(groups),
    heal: () => control.heal(),
    setLink: (a, b, link) => control.setLink(a, b, link),
    setClockSkew: (index, ms) => control.setClockSkew(index, ms),
    lightClientAttack: (attack) => control.lightClientAttack(attack),
  },
});

/** Adds and removes validators for RPC methods. */
export const evmValidators = (chain: Chain, control: ValidatorControl): EvmValidators => ({
  addValidator: async (terms) => {
    const index = await control.add(terms);
    return shown(validatorsOf(chain)[index] as DevnetValidator);
  },
  removeValidator: (validator) => control.remove(validator),
  validatorKeys: () => control.keys().map(shownKey),
  nextValidatorKey: () => shownKey(control.nextKey(), control.keys().length),
});

const shownKey = ({ name, address, pubKey, seed }: ValidatorKey, index: number): EvmValidatorKey => ({
  index,
  name,
  address,
  pubKey,
  privateKey: validatorPrivateKey(pubKey, seed),
});

const shown = ({ address, ...rest }: DevnetValidator): EvmValidator => ({ ...rest, address: fromHex(address) });

/** Returns what EVM clients see of a chain's commits. */
export const evmCommits = ({
  simNetwork,
  keys,
  blockStore,
}: Pick<SimulatedChain, 'blockStore' | 'keys' | 'simNetwork'>): EvmCommits => ({
  conflictingCommits: () => conflictView(simNetwork, keys),
  voteExtensions(height) {
    const signatures = blockStore.extendedCommit(height)?.signatures ?? [];
    if (!signatures.some(({ extension }) => extension !== undefined)) return undefined;
    const set = blockStore.validators(height)?.validators ?? [];
    return set.map(({ address }, index) => ({
      validator: toUpperHex(address),
      extension: signatures[index]?.extension?.bytes,
    }));
  },
});
