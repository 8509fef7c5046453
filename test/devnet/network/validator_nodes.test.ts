/** Tests that the view of the validators needs no numbers of links, of which there are as many as pairs of validators. */
import { expect, test } from 'vitest';
import { validatorNodes } from '../../../src/devnet/backends/evm/network_control.js';
import type { Chain } from '../../../src/devnet/chain/chain.js';
import type { SimNetwork } from '../../../src/simulation/index.js';
import { NodeUnderTest } from '../node_kit.js';

test('the view of the validators lists their peers without reading the traffic of a link', async () => {
  const node = await NodeUnderTest.start({ validators: 20 });
  node.simNetwork.crash(3);
  const called: (keyof SimNetwork)[] = [];
  const simNetwork = new Proxy(node.simNetwork, {
    get(network, name: keyof SimNetwork) {
      called.push(name);
      const member: unknown = network[name];
      return typeof member === 'function' ? (member.bind(network) as unknown) : member;
    },
  });
  const nodes = validatorNodes(Object.create(node.chain, { simNetwork: { value: simNetwork } }) as Chain, () => false);
  expect(nodes[0]?.peers).toEqual([1, 2, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19]);
  expect(nodes[3]?.peers).toEqual([]);
  expect(called).not.toContain('connection');
});
