/** Tests the ports of nodes. */
import { expect, it } from 'vitest';
import { MAX_VALIDATORS } from '../../src/settings/bounds.js';
import { portsOf } from '../../src/testnet/ports.js';

const all = (...args: Parameters<typeof portsOf>): number[] =>
  portsOf(...args).flatMap((ports) => Object.values(ports) as number[]);

it('gives no port twice on one machine, with the default ports and with others', () => {
  for (const first of [undefined, 20_000]) {
    const ports = all(MAX_VALIDATORS, true, first);
    expect(new Set(ports).size).toBe(ports.length);
  }
});

it('begins with the usual ports, and adds ten for each node', () => {
  const [first, second] = portsOf(2, true);
  expect(first).toEqual({
    ...{ p2p: 26656, rpc: 26657, abci: 26658, prometheus: 26660 },
    ...{ evmHttp: 8545, evmWs: 8546, assets: 8580, dashboard: 8591, api: 1317, grpc: 9092 },
  });
  expect(second?.rpc).toBe(26667);
  expect(second?.evmHttp).toBe(8555);
});

it('gives nodes on machines of their own the same ports', () => {
  const [first, second] = portsOf(2, false, 1000);
  expect(second).toEqual(first);
  expect(first?.p2p).toBe(1000);
});

it('takes the last port of all', () => {
  const step = portsOf(2, true, 1000)[1]?.api as number;
  const last = portsOf(2, true, 65_535 - (step - 1000));
  expect(last[1]?.api).toBe(65_535);
});

it('refuses a first port after which there are too few', () => {
  expect(() => portsOf(4, true, 65_500)).toThrow(
    '--starting-port is 65500: 4 nodes need 10 ports each, and the last would be 65539; expected a lower port',
  );
});
