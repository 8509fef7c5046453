/** Shows and controls the simulated network of the validators. */
import { validatorByConsensusAddress } from '../../../app/modules/staking/store.js';
import type { EvmNetworkAccess, EvmValidatorNode } from '../../../backend/evm/network_control.js';
import { stepName } from '../../../consensus/round_step.js';
import { powerOf } from '../../../consensus/types/validator_set.js';
import { toUpperHex } from '../../../kernel/hex.js';
import type { Chain } from '../../chain/chain.js';
import { FAULT_MENU } from '../../faults/fault_menu.js';
import type { NetworkControl } from '../../network/network_control.js';

/** Shows the validators of the simulated network with the positions of their nodes. */
export function validatorNodes({
  simNetwork,
  app,
  blockStore,
}: Pick<Chain, 'simNetwork' | 'app' | 'blockStore'>): readonly EvmValidatorNode[] {
  const { validators } = blockStore.state;
  const state = app.devTxs.latest;
  const indexes = Array.from({ length: simNetwork.size }, (_, index) => index);
  return indexes.map((index) => {
    const { up, engine, key } = simNetwork.node(index);
    const { height, round, step } = engine.round;
    return {
      index,
      name: key.name,
      address: toUpperHex(key.address),
      power: powerOf(validators, key.address),
      jailed: validatorByConsensusAddress(state, key.address)?.validator.jailed ?? false,
      up,
      height,
      round,
      step: stepName(step),
      peers: indexes.filter((peer) => simNetwork.isConnected(index, peer)),
    };
  });
}

export const evmNetworkControl = (chain: Chain, control: NetworkControl): EvmNetworkAccess => ({
  networkControl: {
    nodes: () => validatorNodes(chain),
    cutLinks: () => control.cutLinks,
    faultMenu: FAULT_MENU,
    faults: () => control.faults,
    crashValidator: (index) => control.crashValidator(index),
    restartValidator: (index) => control.restartValidator(index),
    addFault: (fault) => control.addFault(fault),
    removeFault: (id) => control.removeFault(id),
    partition: (groups) => control.partition(groups),
    heal: () => control.heal(),
    setLink: (a, b, link) => control.setLink(a, b, link),
    setClockSkew: (index, ms) => control.setClockSkew(index, ms),
  },
});
