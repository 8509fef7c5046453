/** Tests the keys of a network and their files. */
import { createHash, createPrivateKey, createPublicKey } from 'node:crypto';
import { expect, it } from 'vitest';
import { developmentAuthority } from '../../src/config/development_authority.js';
import { developmentGenesis } from '../../src/config/development_genesis.js';
import { loadKeyTypes } from '../../src/crypto/validator_keys.js';
import { validatorKeys } from '../../src/devnet/chain/validator_keys.js';
import { networkGenesis } from '../../src/devnet/other_validators/network_genesis.js';
import { networkKeys, nodeIdOf, randomSecrets, seededSecrets } from '../../src/testnet/keys/node_keys.js';
import { devAuthorityKeyText, nodeKeyText, validatorKeyText } from '../../src/testnet/network_files.js';

it('derives from a seed the keys that a devnet with the seed has', () => {
  const { nodes, devAuthority } = networkKeys(3, seededSecrets('comet'), ['ed25519']);
  const devnet = validatorKeys('comet', 3);
  expect(nodes.map(({ validator }) => validator.pubKey)).toEqual(devnet.map(({ pubKey }) => pubKey));
  expect(nodes.map(({ validator }) => validator.address)).toEqual(devnet.map(({ address }) => address));
  expect(devAuthority.privateKey.slice(0, 32)).toEqual(developmentAuthority('comet').secret);
});

it('takes each secret from the random source', () => {
  let calls = 0;
  const { nodes, devAuthority } = networkKeys(
    2,
    randomSecrets((length) => new Uint8Array(length).fill(++calls)),
    ['ed25519'],
  );
  const keys = [...nodes.flatMap(({ validator, node }) => [validator, node]), devAuthority];
  expect(keys.map(({ privateKey }) => privateKey[31])).toEqual([1, 2, 3, 4, 5]);
});

it('names a node by the first 20 bytes of the SHA-256 of its public key', () => {
  const { nodes } = networkKeys(1, seededSecrets('comet'), ['ed25519']);
  const [first] = nodes;
  const digest = createHash('sha256')
    .update(first?.node.pubKey.bytes ?? '')
    .digest('hex');
  expect(first && nodeIdOf(first)).toBe(digest.slice(0, 40));
});

it('writes private keys as their seed followed by the public key', () => {
  const { nodes, devAuthority } = networkKeys(1, seededSecrets('comet'), ['ed25519']);
  const { validator, node } = nodes[0] as (typeof nodes)[number];
  const files = [
    [validatorKeyText(validator), validator],
    [nodeKeyText(node), node],
    [devAuthorityKeyText(devAuthority), devAuthority],
  ] as const;
  for (const [text, { privateKey, pubKey }] of files) {
    const { priv_key } = JSON.parse(text);
    expect(priv_key.type).toBe('tendermint/PrivKeyEd25519');
    const bytes = Buffer.from(priv_key.value, 'base64');
    expect([bytes.length, bytes.subarray(0, 32)]).toEqual([64, Buffer.from(privateKey.slice(0, 32))]);
    expect(bytes.subarray(32)).toEqual(Buffer.from(pubKey.bytes));
    const prefix = Buffer.from('302e020100300506032b657004220420', 'hex');
    const key = createPrivateKey({ key: Buffer.concat([prefix, bytes.subarray(0, 32)]), format: 'der', type: 'pkcs8' });
    const der = createPublicKey(key).export({ format: 'der', type: 'spki' });
    expect(der.subarray(-32)).toEqual(Buffer.from(pubKey.bytes));
  }
  expect(Object.keys(JSON.parse(nodeKeyText(node)))).toEqual(['priv_key']);
  expect(Object.keys(JSON.parse(devAuthorityKeyText(devAuthority)))).toEqual(['pub_key', 'priv_key']);
});

it('makes keys of several types, which the genesis document and staking name', async () => {
  const types = ['ml_dsa_65', 'secp256k1eth'] as const;
  await loadKeyTypes(types);
  const { nodes } = networkKeys(3, seededSecrets('comet'), types);
  expect(nodes.map(({ validator, node }) => [validator.pubKey.type, node.pubKey.type])).toEqual([
    ['ml_dsa_65', 'ed25519'],
    ['secp256k1eth', 'ed25519'],
    ['ml_dsa_65', 'ed25519'],
  ]);
  const { document } = networkGenesis({
    document: developmentGenesis(),
    defaultTime: 1_767_225_600_000_000_000n,
    nodes: nodes.map(({ validator: { pubKey } }, index) => ({ name: `node${index}`, pubKey })),
    devAuthority: undefined,
  });
  expect(JSON.stringify(document['consensus_params'])).toContain('["ed25519","ml_dsa_65","secp256k1eth"]');
  const text = JSON.stringify(document['app_state']);
  expect(text).toContain('/cosmos.crypto.mldsa65.PubKey');
  expect(text).toContain('/cosmos.crypto.secp256k1eth.PubKey');
});
