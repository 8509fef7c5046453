/** Controls the simulated network of the validators. */
import type { EvmNetworkAccess } from '../../../backend/evm/network_control.js';
import type { Chain } from '../../chain/chain.js';
import { FAULT_MENU } from '../../faults/fault_menu.js';
import type { NetworkControl } from '../../network/network_control.js';
import { validatorNodes } from '../../views/validator_nodes.js';

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
