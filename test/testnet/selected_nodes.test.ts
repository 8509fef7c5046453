/** Tests which nodes of a folder `--nodes` selects. */
import { expect, it } from 'vitest';
import { type LocalNode, selectedNodes } from '../../src/testnet/index.js';

const nodesNamed = (...names: readonly string[]): readonly LocalNode[] =>
  names.map((name) => ({
    ...{ name, home: `/net/${name}`, address: name, addresses: [], hasDevAuthority: false, rpcUrl: 'http://a' },
    ...{ evmHttpUrl: undefined, evmWsUrl: undefined, assetsUrl: undefined },
    ...{ dashboardUrl: undefined, metricsUrl: undefined },
  }));

const chosen = (nodes: readonly LocalNode[], ...words: readonly string[]): readonly string[] =>
  selectedNodes(nodes, words).map(({ name }) => name);

it('takes numbers and names, each node once', () => {
  const nodes = nodesNamed(...Array.from({ length: 12 }, (_, index) => `node${index}`));
  expect(chosen(nodes, '11', 'node2', '2')).toEqual(['node11', 'node2']);
  expect(chosen(nodesNamed('v10', 'v11'), '1')).toEqual(['v11']);
});

it('takes the numbers of the names where other machines have some of the homes', () => {
  const nodes = nodesNamed('node0', 'node2', 'node12');
  expect(chosen(nodes, '2', '12')).toEqual(['node2', 'node12']);
  expect(() => chosen(nodes, '1')).toThrow(
    '--nodes has "1": expected the numbers or the names of nodes in the folder: node0, node2, node12',
  );
});

it('counts homes whose names have no numbers', () => {
  expect(chosen(nodesNamed('eu', 'us'), '1')).toEqual(['us']);
});

it('refuses two nodes that listen on one address, and takes one of them', () => {
  const addresses = [['0.0.0.0:1', '127.0.0.1:2'], ['127.0.0.1:1'], ['127.0.0.1:3', '127.0.0.1:2']];
  const nodes = nodesNamed('node0', 'node1', 'node2').map((node, i) => ({ ...node, addresses: addresses[i] ?? [] }));
  expect(chosen(nodes, '1', '2')).toEqual(['node1', 'node2']);
  expect(() => selectedNodes(nodes, undefined)).toThrow(
    'node0 and node2 both listen on 127.0.0.1:2, so they are for different machines: choose those of this machine with --nodes',
  );
});
