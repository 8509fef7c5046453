/** Writes the state of a network as text: its validators, cut links and active faults. */
import { faultText } from '../../devnet/index.js';
import { printable } from '../../kernel/text.js';
import { table } from '../table.js';
import type { ShownFault, ShownNetwork, ShownNode } from './devnet_client.js';

const HEADER = ['#', 'name', 'power', 'state', 'height/round/step', 'peers'];

const stateOf = ({ up, jailed }: ShownNode): string => `${up ? 'up' : 'down'}${jailed ? ', jailed' : ''}`;

export function networkLines({ nodes, cutLinks }: ShownNetwork, faults: readonly ShownFault[]): string[] {
  const rows = nodes.map((node) => [
    `${node.index}`,
    printable(node.name),
    `${BigInt(node.power)}`,
    stateOf(node),
    `${BigInt(node.height)}/${BigInt(node.round)}/${node.step}`,
    node.peers.length === 0 ? 'none' : node.peers.join(' '),
  ]);
  const cuts = cutLinks.map(([a, b]) => `${a}-${b}`).join(', ');
  return [
    'Validators:',
    ...table([HEADER, ...rows]),
    ...(cuts === '' ? [] : [`Cut links: ${cuts}`]),
    ...activeLines(faults),
  ];
}

export function activeLines(faults: readonly ShownFault[]): string[] {
  if (faults.length === 0) return ['Active faults: none'];
  const rows = faults.map(({ id, fault, since }) => [
    `${BigInt(id)}`,
    printable(faultText(fault)),
    `since height ${BigInt(since.height)}`,
  ]);
  return ['Active faults:', ...table(rows)];
}
