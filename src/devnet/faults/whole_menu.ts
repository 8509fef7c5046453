/** Knows every kind of fault. It loads with the first fault, because a start without faults needs no interface's. */
import { type FaultForm, parametersOf } from '../../kernel/fault_parameter.js';
import { RPC_FAULT_DEFINITIONS } from '../../rpc/faults/rpc_faults.js';
import { FAULT_DEFINITIONS } from '../../simulation/index.js';
import { type FaultKind, REORG_FAULT, useRpcFaults } from './fault_menu.js';

useRpcFaults(RPC_FAULT_DEFINITIONS);

/** Kinds of faults: those of the network, of the chain, then those of interfaces, each in alphabetical order. */
export const FAULT_MENU: readonly FaultKind[] = [
  ...FAULT_DEFINITIONS.map((definition) => kindOf('network', definition)),
  kindOf('chain', REORG_FAULT),
  ...RPC_FAULT_DEFINITIONS.map((definition) => kindOf('rpc', definition)),
];

function kindOf(at: FaultKind['at'], definition: FaultForm & { readonly summary: string }): FaultKind {
  const { type, summary } = definition;
  const parameters = parametersOf(definition).map(([name, parameter]) => {
    const { summary: meaning, expected, optional = false, form, choices } = parameter;
    return { name, summary: meaning, expected, optional, form, choices };
  });
  return { type, summary, at, parameters };
}
