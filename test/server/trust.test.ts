import { expect, test } from 'vitest';
import { hostName, LOCAL_TRUST, originHost, type TrustPolicy, trustRules } from '../../src/server/trust.js';

const rules = (policy: Partial<TrustPolicy> = {}) => trustRules({ ...LOCAL_TRUST, ...policy });

test('recognizes the addresses of this machine', () => {
  const local = (address: string): boolean => rules().remote(address).local;
  for (const address of ['127.0.0.1', '127.8.9.10', '::1', '::ffff:127.0.0.1', ''])
    expect(local(address), address).toBe(true);
  for (const address of ['192.168.1.7', '::ffff:10.0.0.1', '2001:db8::1', 'unknown'])
    expect(local(address), address).toBe(false);
});

test('trusts the addresses and subnets in the configuration', () => {
  const { remote } = rules({ peers: ['192.168.1.0/24', '2001:db8::/32', '10.0.0.5'] });
  for (const address of ['127.0.0.1', '192.168.1.7', '2001:db8::9', '10.0.0.5', '::ffff:192.168.1.8'])
    expect(remote(address).believed, address).toBe(true);
  for (const address of ['192.168.2.7', '10.0.0.6', '2001:db9::1'])
    expect(remote(address).believed, address).toBe(false);
  expect(rules({ peers: ['*'] }).remote('8.8.8.8').believed).toBe(true);
});

test('reads hosts from headers and origins', () => {
  expect(['Localhost:8545', '[::1]:8545', '10.0.0.1', 'a.example.'].map(hostName)).toEqual([
    'localhost',
    '::1',
    '10.0.0.1',
    'a.example',
  ]);
  expect(
    ['http://localhost:3000', 'https://[::1]', 'null', 'file://', 'chrome-extension://abc'].map(originHost),
  ).toEqual(['localhost', '::1', undefined, undefined, undefined]);
});

test('accepts only hosts that no attacker can point at this machine', () => {
  const { allowsHost } = rules({ hosts: ['node.example'] });
  for (const host of [
    undefined,
    'localhost:8545',
    '10.0.0.1',
    '[::1]',
    'halley:8545',
    'host.docker.internal',
    'Node.Example:1',
  ])
    expect(allowsHost(host), host).toBe(true);
  for (const host of ['attacker.example', 'localhost.attacker.example', '10.0.0.1.nip.io'])
    expect(allowsHost(host), host).toBe(false);
  expect(rules({ hosts: ['*'] }).allowsHost('attacker.example')).toBe(true);
});

test('distinguishes pages of this machine from foreign ones', () => {
  const { fromForeignPage } = rules({ origins: ['https://dapp.example'] });
  for (const origin of [undefined, 'http://localhost:3000', 'https://dapp.example', 'http://[::1]:5173'])
    expect(fromForeignPage({ origin }), origin).toBe(false);
  for (const origin of [
    'https://other.example',
    'http://localhost.example',
    'null',
    'https://dapp.example.evil',
    'chrome-extension://x',
  ])
    expect(fromForeignPage({ origin }), origin).toBe(true);
  expect(fromForeignPage({ 'sec-fetch-site': 'cross-site' })).toBe(true);
  expect(rules({ origins: ['*'] }).fromForeignPage({ origin: 'https://other.example' })).toBe(false);
});
